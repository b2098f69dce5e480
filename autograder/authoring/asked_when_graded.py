"""The list of what is asked only when graded: wrong programs that pass all public tests, by what they get wrong."""

from pathlib import Path

from autograder.course import CourseError
from autograder.course.schema import Text
from autograder.course.validation import Strict, convert, mistakes_in, read_optional_toml

LIST = "public_reasons.toml"  # in the shared folder of the solutions


class Asked(Strict, frozen=True):
    """What is asked only when graded: why no public test asks it, and the programs, `part/exercise__program`."""

    why: Text
    programs: list[str]

    @property
    def exercises(self) -> set[str]:
        """The exercises of the programs, `part/exercise`."""
        return {program.partition("__")[0] for program in self.programs}


def asked_when_graded(folder: Path) -> dict[str, Asked]:
    """Return the tables of the list by their names; a course may have no list.

    Args:
        folder: the shared folder of the solutions.

    Raises:
        CourseError: the list has a wrong key.
    """
    with mistakes_in(LIST):
        return convert(read_optional_toml(folder / LIST), dict[str, Asked])


def read_reasons(folder: Path) -> dict[str, str]:
    """Return the name of its table for each program.

    Args:
        folder: the shared folder of the solutions.

    Raises:
        CourseError: the list has a wrong key, or names a program twice.
    """
    reasons: dict[str, str] = {}
    for name, asked in asked_when_graded(folder).items():
        for program in asked.programs:
            if program in reasons:
                raise CourseError(f"{LIST}: {program} is listed twice")
            reasons[program] = name
    return reasons
