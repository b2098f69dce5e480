"""What the instructor chose when the zip was made; it travels in the zip as settings.json."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, get_args

from autograder.course import CourseError
from autograder.course.schema import Positive, Text
from autograder.course.validation import Strict, convert, mistakes_in
from autograder.results.model import dumps

FILE = "settings.json"
WhenVisible = Literal["visible", "after_due_date", "after_published", "hidden"]
VISIBILITIES: tuple[str, ...] = get_args(WhenVisible)


@dataclass(frozen=True)
class Settings:
    """Which assignments are graded, who sees the checks when, and how long the platform waits."""

    assignments: tuple[str, ...]
    visibility: str = "visible"
    minutes: float = 10

    def to_text(self) -> str:
        """The file."""
        return dumps(asdict(self))


class _SettingsFile(Strict, frozen=True):
    """The file as it is written."""

    assignments: list[Text]
    visibility: WhenVisible
    minutes: Positive


def read_settings(folder: Path) -> Settings:
    """Read the settings where the zip was unpacked.

    Raises:
        CourseError: the file cannot be read, or a key is missing, unknown or of the wrong type.
    """
    try:
        data = json.loads((folder / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CourseError(f"{FILE}: cannot be read; make the zip again with `autograder gradescope`") from error
    with mistakes_in(FILE):
        table = convert(data, _SettingsFile)
    return Settings(tuple(table.assignments), table.visibility, table.minutes)
