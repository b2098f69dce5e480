"""nbgrader: building course folders, collecting their submissions, and releasing results to formgrader."""
