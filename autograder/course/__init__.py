"""The course: assignments, exercises, points, limits and policies, read from `course.toml` and validated."""

from autograder.course.load import load_course
from autograder.course.model import Assignment, Course, CourseError, Exercise, Limits, Rule, Size, Visibility

__all__ = ["Assignment", "Course", "CourseError", "Exercise", "Limits", "Rule", "Size", "Visibility", "load_course"]
