"""The ways on which exercises reach students: a handout, a template for GitHub Classroom, an nbgrader course."""
