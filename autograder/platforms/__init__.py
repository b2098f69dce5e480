"""Platforms: handouts and GitHub Classroom templates, nbgrader courses, Gradescope, and the search for leaks."""
