"""The named mistakes: family, words and hint, from one data file."""

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

MISTAKES_FILE = Path(__file__).with_name("mistakes.toml")
FAMILIES = (
    *("scale", "axis", "normalisation", "mask", "projection", "values", "autograd", "state", "shape", "dtype"),
    *("device", "stability", "heads", "cross", "formula", "training", "vocabulary"),
)


class MistakesError(ValueError):
    """The data file contradicts itself; the message names the entry."""


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
    """An entry of the data file; a mistake may belong to another family in some exercises."""

    diagnosis: Diagnosis
    families: Mapping[str, str]

    def at(self, exercise: str) -> Diagnosis:
        """The diagnosis as it is given for this exercise."""
        return replace(self.diagnosis, family=self.families.get(exercise, self.diagnosis.family))


@functools.cache
def load_mistakes(path: Path = MISTAKES_FILE) -> dict[str, Mistake]:
    """All mistakes by name.

    Raises:
        MistakesError: the file cannot be read, or an entry lacks something or names an unknown family.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise MistakesError(f"{path.name}: cannot be read ({error})") from error
    hints = data.pop("hints", {})
    found = {name: _entry(path.name, name, entry, hints) for name, entry in data.items()}
    if missing := set(hints) - set(FAMILIES):
        raise MistakesError(f"{path.name}: no family is called {', '.join(sorted(missing))}")
    return found


def _entry(file: str, name: str, entry: dict[str, Any], hints: dict[str, str]) -> Mistake:
    family, text = entry.get("family", ""), entry.get("text", "")
    hint = entry.get("hint", hints.get(family, ""))
    for each in (family, *entry.get("in", {}).values()):
        if each not in FAMILIES:
            raise MistakesError(f"{file}: {name}: {each!r} is no family; choose one of {', '.join(FAMILIES)}")
    if not text or not hint or set(entry) - {"family", "text", "hint", "in"}:
        raise MistakesError(
            f"{file}: {name}: an entry has family, text, maybe in, and (unless its family has one) hint"
        )
    return Mistake(Diagnosis(family, name, text, hint), entry.get("in", {}))
