"""The named mistakes: family, words and hint, from one data file."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from autograder.course import CourseError, load_course
from autograder.course.tables import Table, as_choice, as_table, as_text, needed, read_toml

MISTAKES_FILE = "shared/mistakes.toml"  # in the folder of the solutions
KEYS = ("family", "text", "hint", "in", "texts")


@dataclass(frozen=True)
class Diagnosis:
    """A mistake that explains what a submission returns."""

    family: str
    name: str
    text: str
    hint: str

    def to_json(self) -> dict[str, str]:
        """As it stands in result.json."""
        return {"family": self.family, "name": self.name, "text": self.text}


@dataclass(frozen=True)
class Mistake:
    """An entry of the data file; in some exercises a mistake may belong to another family, or need other words."""

    diagnosis: Diagnosis
    families: Mapping[str, str]
    texts: Mapping[str, str]
    hints: Mapping[str, Mapping[str, str]]  # of single exercises, by family

    def at(self, exercise: str, *, partial: bool = False) -> Diagnosis:
        """The diagnosis as it is given for this exercise; `partial` where it shows for some inputs only."""
        text = self.texts.get(exercise, self.diagnosis.text)
        family = self.families.get(exercise, self.diagnosis.family)
        hint = self.hints.get(exercise, {}).get(family, self.diagnosis.hint)
        return replace(self.diagnosis, family=family, text=f"for some inputs: {text}" if partial else text, hint=hint)


def mistakes_file() -> Path:
    """The named mistakes of the course."""
    return load_course().solutions_folder / MISTAKES_FILE


@functools.cache
def load_mistakes(path: Path | None = None) -> dict[str, Mistake]:
    """All mistakes by name; without a path, those of the course.

    Raises:
        CourseError: the file cannot be read, or an entry is missing, unknown, or names an unknown family or exercise.
    """
    path = path or mistakes_file()
    data = read_toml(path, path.name)
    try:
        hints = _hints(data.pop("hints", {}))
        hints_in = _hints_in(data.pop("hints_in", {}))
        return {name: _entry(name, entry, hints, hints_in) for name, entry in data.items()}
    except CourseError as error:
        raise CourseError(f"{path.name}: {error}") from error


def _hints(data: Any, place: str = "hints") -> dict[str, str]:
    """The hint of each family, for entries that have none of their own."""
    table = as_table(data, place, load_course().families)
    return {family: as_text(hint, f"{place}.{family}") for family, hint in table.items()}


def _hints_in(data: Any) -> dict[str, dict[str, str]]:
    """The same for single exercises, where the hint of the family presupposes what is not there."""
    table = as_table(data, "hints_in", _exercises())
    return {exercise: _hints(hints, f"hints_in.{exercise}") for exercise, hints in table.items()}


def _entry(name: str, data: Any, hints: Mapping[str, str], hints_in: Mapping[str, Mapping[str, str]]) -> Mistake:
    entry = as_table(data, name, KEYS)
    family = as_choice(needed(entry, "family", name), f"{name}.family", load_course().families)
    text = as_text(needed(entry, "text", name), f"{name}.text")
    if "hint" not in entry and family not in hints:
        raise CourseError(f"{name}: the entry 'hint' is missing, and the family {family} has none either")
    hint = as_text(entry["hint"], f"{name}.hint") if "hint" in entry else hints[family]
    diagnosis = Diagnosis(family, name, text, hint)
    return Mistake(diagnosis, _families(entry, name), _texts(entry, name), {} if "hint" in entry else hints_in)


def _exercises() -> list[str]:
    return sorted({exercise.name for assignment in load_course() for exercise in assignment.exercises})


def _families(entry: Table, name: str) -> dict[str, str]:
    """The families that the mistake belongs to in single exercises."""
    families = as_table(entry.get("in", {}), f"{name}.in", _exercises())
    known = load_course().families
    return {exercise: as_choice(family, f"{name}.in.{exercise}", known) for exercise, family in families.items()}


def _texts(entry: Table, name: str) -> dict[str, str]:
    """Its words in single exercises, where the usual ones would not be true."""
    texts = as_table(entry.get("texts", {}), f"{name}.texts", _exercises())
    return {exercise: as_text(text, f"{name}.texts.{exercise}") for exercise, text in texts.items()}
