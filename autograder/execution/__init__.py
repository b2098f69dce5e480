"""Grades many submissions in parallel; the checks are recorded once, and each result is stored when it is ready."""
