"""The reviewed list of equivalent mutants: changes of nothing that a caller may rely on."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import field

from autograder.course import CourseError, load_course
from autograder.course.schema import Text
from autograder.course.validation import Strict, convert, mistakes_in, read_optional_toml

LIST = "equivalent_mutants.toml"  # in the shared folder of the solutions


class EquivalentTable(Strict, frozen=True):
    """A table `[[equivalent]]`: changes of one exercise that share a reason."""

    exercise: Text  # assignment/exercise
    reason: Text
    changes: list[Text]


class EquivalentFile(Strict, frozen=True):
    """The whole list."""

    equivalent: list[EquivalentTable] = field(default_factory=list)


def read_equivalents(path: Path | None = None) -> dict[tuple[str, str], str]:
    """Return the reason for each (`assignment/exercise`, change); a course may have no list.

    Raises:
        CourseError: it cannot be read, or a key is missing, unknown, of the wrong type, or a change listed twice.
    """
    path = path or load_course().shared_folder / LIST
    data = read_optional_toml(path)
    reasons: dict[tuple[str, str], str] = {}
    with mistakes_in(path.name):
        for number, table in enumerate(convert(data, EquivalentFile).equivalent):
            load_course().exercise(*_names(table.exercise))
            for change in table.changes:
                if (table.exercise, change) in reasons:
                    raise CourseError(f"equivalent[{number}].changes ({table.exercise}): {change!r} is listed twice")
                reasons[table.exercise, change] = table.reason
    return reasons


def _names(exercise: str) -> tuple[str, str]:
    assignment, _, name = exercise.partition("/")
    return assignment, name


def stale(listed: Sequence[tuple[str, str]], judged: Sequence[str], survived: Sequence[tuple[str, str]]) -> list[str]:
    """Return the listed changes of tested exercises that are not among the survivors.

    Args:
        listed: the exercise and change of each entry of the list.
        judged: the exercises whose mutants were tested.
        survived: the exercise and change of each surviving mutant.
    """
    return [
        f"{exercise}: {change}"
        for exercise, change in listed
        if exercise in judged and (exercise, change) not in survived
    ]
