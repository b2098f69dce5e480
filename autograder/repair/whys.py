"""Why an edit that makes checks pass is needed: what is wrong in general with what stands there now."""

import functools
import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from autograder.repair.proved import Claim
from autograder.repair.source import TOKEN

SENTENCES = Path(__file__).with_name("whys.toml")
CODE = re.compile(r"[(=]")  # in a word of the file: it is a piece of code
KEPT_IN_SELF = re.compile(r"\s*if (?:not self\.(\w+)|self\.(\w+) is None):.*\n(?:.*\n)*?\s*self\.(?:\1|\2) =")
KEPT = (
    "What one call leaves in `self`, the next ones find there, whatever their sizes, device or dtype. Make it anew in "
    "every call, or whenever it does not fit."
)
ONLY_EQUAL = "Only the case in which both sides are equal is decided wrongly."


@functools.cache
def known_whys() -> Mapping[str, Any]:
    """Return the sentences: by kind of edit in `kinds` and `left_out`, and by changed words as well in `words`.

    There, a word with a parenthesis or an equals sign is code that stood there or is put there.
    """
    return tomllib.loads(SENTENCES.read_text(encoding="utf-8"))


def why_of(claim: Claim) -> str:
    """Return why the change is needed that a claim is about, in a sentence or two; empty if no more is known of it."""
    if claim.kind == "comparison" and _without_equal(claim.before) == _without_equal(claim.after):
        return ONLY_EQUAL
    if claim.kind == "condition" and KEPT_IN_SELF.match("\n".join(claim.before)):
        return KEPT
    changed, code = _changed_words(claim), "\n".join((*claim.before, *claim.after))
    for words, why in known_whys()["words"].get(claim.kind, {}).items():
        if all(word in changed or (CODE.search(word) and word in code) for word in words.split()):
            return str(why)
    return str(known_whys()["left_out" if claim.leaves_out else "kinds"].get(claim.kind, ""))


def _without_equal(lines: tuple[str, ...]) -> str:
    return re.sub(r"([<>])=", r"\1", "\n".join(lines))


def _changed_words(claim: Claim) -> set[str]:
    before, after = (Counter(TOKEN.findall("\n".join(lines))) for lines in (claim.before, claim.after))
    return {*(after - before), *(before - after)}
