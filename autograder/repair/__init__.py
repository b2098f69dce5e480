"""Searches for the smallest edits of a student's own program after which every check passes, to name the line."""
