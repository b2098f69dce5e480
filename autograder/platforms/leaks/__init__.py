"""A search of what goes out to students for what must not: solutions, hidden checks, the values that they expect."""
