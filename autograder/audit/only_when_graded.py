"""What is asked only when graded, by kind, as a course says it in `only_when_graded.toml`."""

from autograder.course import Course
from autograder.course.schema import Text
from autograder.course.validation import Strict, convert, mistakes_in, read_optional_toml

ONLY_WHEN_GRADED = "only_when_graded.toml"  # in the shared folder of the solutions


class Question(Strict, frozen=True):
    """A kind of question: what it asks, and why no public test asks it."""

    title: Text
    why: Text


def questions_when_graded(course: Course) -> dict[str, Question]:
    """Return the kinds of a course by their names, which heads of programs use; none if it has no list.

    Raises:
        CourseError: the list has a wrong key.
    """
    with mistakes_in(ONLY_WHEN_GRADED):
        return convert(read_optional_toml(course.shared_folder / ONLY_WHEN_GRADED), dict[str, Question])
