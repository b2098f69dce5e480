"""Models of faulty programs: what a program with a named mistake returns."""
