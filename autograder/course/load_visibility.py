"""The tables `[visibility]` and `[policies.visibility]`: for the whole course, and for one assignment by its name."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from typing import Any

from autograder.course.model import CourseError, Visibility
from autograder.course.policies import LEVELS, PHASES, SHOWN
from autograder.course.tables import Table, as_choice, as_table

SETTINGS = tuple(item.name for item in fields(Visibility))


def load_visibility(data: Any, assignments: Sequence[str]) -> tuple[Visibility, dict[str, Visibility]]:
    """What a student may see of a failed check: in the course, and where an assignment has settings of its own.

    Raises:
        CourseError: an entry is unknown or of the wrong kind.
    """
    table = as_table(data, "visibility", (*SETTINGS, *assignments))
    common = _settings({key: value for key, value in table.items() if key in SETTINGS}, Visibility(), "visibility")
    own = {name: value for name, value in table.items() if name in assignments}
    return common, {name: _settings(value, common, f"visibility.{name}") for name, value in own.items()}


def load_shown(data: Any, assignments: Sequence[str]) -> dict[str, str]:
    """What feedback shows when, by the name of each rule: `core.before_due`, `02_causal.core.before_due`.

    Raises:
        CourseError: an entry is unknown or of the wrong kind.
    """
    table = as_table(data, "policies.visibility", (*LEVELS, *assignments))
    levels = {key: value for key, value in table.items() if key in LEVELS}
    for name in (key for key in table if key not in LEVELS):
        own = as_table(table[name], f"policies.visibility.{name}", LEVELS)
        levels |= {f"{name}.{level}": value for level, value in own.items()}
    return {rule: value for place, phases in levels.items() for rule, value in _phases(phases, place)}


def _settings(data: Any, common: Visibility, place: str) -> Visibility:
    table = as_table(data, place, SETTINGS)
    for key, value in table.items():
        if not isinstance(value, bool):
            raise CourseError(f"{place}.{key}: is {value!r}, expected true or false")
    return replace(common, **table)


def _phases(data: Any, place: str) -> Iterator[tuple[str, str]]:
    table: Table = as_table(data, f"policies.visibility.{place}", PHASES)
    for phase, value in table.items():
        yield f"{place}.{phase}", as_choice(value, f"policies.visibility.{place}.{phase}", SHOWN)
