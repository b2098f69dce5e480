"""Sizes that differ between students: drawn from the course's secret, printed in the handout, used when grading."""
