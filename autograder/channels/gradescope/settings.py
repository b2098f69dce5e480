"""What the instructor chose when the zip was made; it travels in the zip as settings.json."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

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
    """Read them where the zip was unpacked."""
    data = json.loads((folder / FILE).read_text(encoding="utf-8"))
    return Settings(tuple(data["assignments"]), data["visibility"], data["minutes"])
