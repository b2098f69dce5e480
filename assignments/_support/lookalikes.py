"""Recognises a wrong result: wrong programs with a known mistake give the same numbers on the same public example.

The files in `wrong_results/` contain no program and no result, only fingerprints of results. `autograder sync` writes
them.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .compare import Difference
from .prints import alike, print_of, says_too_little

VAGUE = "a mistake of "
DATA = Path(__file__).with_name("wrong_results")


@dataclass(frozen=True)
class Lookalike:
    """What wrong programs with the same result have in common, and a question as a hint."""

    text: str
    hint: str
    family: str = ""

    @property
    def is_named(self) -> bool:
        """Whether the text names the mistake, not only its family."""
        return not self.text.startswith(VAGUE)


def lookalike_of(folder: str, test: str, difference: Difference) -> Lookalike | None:
    """Return the mistake that gives this result in this test (`test_causal.py::test_masked_softmax_by_hand`)."""
    fingerprint = print_of(difference.got)
    if fingerprint is None or says_too_little(difference.got, difference.expected):
        return None
    recorded = _recorded(folder)
    for entry in recorded.get("tests", {}).get(test, {}).get(difference.called, []):
        form, *sums = entry["print"]
        if alike(fingerprint, (form, *sums)):
            hint = entry.get("hint") or recorded["hints"].get(entry["family"], "")
            return Lookalike(entry["text"], hint, entry["family"])
    return None


@cache
def _recorded(folder: str) -> dict[str, Any]:
    """Return the recorded results of a folder; empty if the file is missing, since the tests work without it."""
    path = DATA / f"{folder}.json"
    recorded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return recorded
