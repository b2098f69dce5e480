"""nbgrader: the submissions of a course folder are graded through the wall, and shown where nbgrader shows them."""
