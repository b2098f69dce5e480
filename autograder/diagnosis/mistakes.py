"""The named mistakes: family, words and hint, from one data file."""

import functools
import tomllib
from dataclasses import dataclass
from pathlib import Path

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


@functools.cache
def load_mistakes(path: Path = MISTAKES_FILE) -> dict[str, Diagnosis]:
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


def _entry(file: str, name: str, entry: dict[str, str], hints: dict[str, str]) -> Diagnosis:
    family, text = entry.get("family", ""), entry.get("text", "")
    hint = entry.get("hint", hints.get(family, ""))
    if family not in FAMILIES:
        raise MistakesError(f"{file}: {name}: {family!r} is no family; choose one of {', '.join(FAMILIES)}")
    if not text or not hint or set(entry) - {"family", "text", "hint"}:
        raise MistakesError(f"{file}: {name}: an entry has family, text and (unless its family has one) hint")
    return Diagnosis(family, name, text, hint)
