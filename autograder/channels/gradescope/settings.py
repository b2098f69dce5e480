"""What the instructor chose when the zip was made; it travels in the zip as settings.json."""

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from autograder.course import CourseError
from autograder.course.tables import as_choice, as_list, as_positive, as_table, as_text, needed
from autograder.results.model import dumps

FILE = "settings.json"
VISIBILITIES = ("visible", "after_due_date", "after_published", "hidden")


@dataclass(frozen=True)
class Settings:
    """Which assignments are graded, who sees the checks when, and how long the platform waits."""

    assignments: tuple[str, ...]
    visibility: str = "visible"
    minutes: float = 10

    def to_text(self) -> str:
        """The file."""
        return dumps(asdict(self))


def read_settings(folder: Path) -> Settings:
    """Read them where the zip was unpacked.

    Raises:
        CourseError: the file cannot be read, or an entry is missing, unknown or of the wrong kind.
    """
    try:
        data = json.loads((folder / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CourseError(f"{FILE}: cannot be read; make the zip again with `autograder gradescope`") from error
    table = as_table(data, FILE, [field.name for field in fields(Settings)])
    assignments = as_list(needed(table, "assignments", FILE), f"{FILE}: assignments")
    return Settings(
        tuple(as_text(name, f"{FILE}: assignments") for name in assignments),
        as_choice(needed(table, "visibility", FILE), f"{FILE}: visibility", VISIBILITIES),
        as_positive(needed(table, "minutes", FILE), f"{FILE}: minutes"),
    )
