"""Grades many submissions: checks are recorded once, workers grade in parallel, results are stored as they arrive."""
