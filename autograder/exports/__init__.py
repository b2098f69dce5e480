"""Exports of grades: plain CSV, Canvas, Moodle, nbgrader, Gradescope. All are made from result.json."""
