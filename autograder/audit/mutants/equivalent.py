"""The reviewed list of changes that change nothing a caller may rely on."""

import tomllib
from collections.abc import Sequence
from pathlib import Path

from autograder.course import CourseError

LIST = Path(__file__).parents[1] / "equivalent.toml"


def read_equivalents(path: Path = LIST) -> dict[tuple[str, str], str]:
    """The reason for each (`assignment/exercise`, change).

    Raises:
        CourseError: an entry lacks something, or is there twice.
    """
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("equivalent", [])
    found: dict[tuple[str, str], str] = {}
    for entry in entries:
        if not entry.get("exercise") or not entry.get("reason") or not entry.get("changes"):
            raise CourseError(f"{path.name}: an entry needs exercise, reason and changes; one has {sorted(entry)}")
        for change in entry["changes"]:
            if (entry["exercise"], change) in found:
                raise CourseError(f"{path.name}: {entry['exercise']} has {change!r} twice")
            found[entry["exercise"], change] = entry["reason"]
    return found


def stale(listed: Sequence[tuple[str, str]], judged: Sequence[str], survived: Sequence[tuple[str, str]]) -> list[str]:
    """Listed changes of judged exercises that no mutant survives with: the line is another, or a check sees them."""
    return [
        f"{exercise}: {change}"
        for exercise, change in listed
        if exercise in judged and (exercise, change) not in survived
    ]
