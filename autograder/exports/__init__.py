"""Grades on their way back: plain CSV, Canvas, Moodle, nbgrader, Gradescope. Everything is made from result.json."""
