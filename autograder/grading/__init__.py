"""Grades one submission: runs the checks of each exercise and makes a result of them."""
