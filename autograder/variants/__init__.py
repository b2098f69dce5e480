"""Sizes of their own for each student: drawn from a secret of the course, shown in the handout, asked when graded."""
