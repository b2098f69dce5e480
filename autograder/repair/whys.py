"""Why an edit that makes checks pass is needed: what is wrong in general with what stands there now."""

import re

from autograder.repair.proved import Claim
from autograder.repair.rules import known_kinds
from autograder.repair.source import changed_tokens

CODE = re.compile(r"[(=]")  # in a word of `Kind.words`: it is a piece of code
KEPT_IN_SELF = re.compile(r"\s*if (?:not self\.(\w+)|self\.(\w+) is None):.*\n(?:.*\n)*?\s*self\.(?:\1|\2) =")
KEPT = (
    "What one call leaves in `self`, the next ones find there, whatever their sizes, device or dtype. Make it anew in "
    "every call, or whenever it does not fit."
)
ONLY_EQUAL = "Only the case in which both sides are equal is decided wrongly."


def why_of(claim: Claim) -> str:
    """Return why the change is needed that a claim is about, in a sentence or two; empty if no more is known of it."""
    if claim.kind == "comparison" and _without_equal(claim.before) == _without_equal(claim.after):
        return ONLY_EQUAL
    if claim.kind == "condition" and KEPT_IN_SELF.match("\n".join(claim.before)):
        return KEPT
    if claim.kind not in known_kinds():
        return ""
    kind, code = known_kinds()[claim.kind], "\n".join((*claim.before, *claim.after))
    gone, put = changed_tokens("\n".join(claim.before), "\n".join(claim.after))
    for words, why in kind.words.items():
        if all(word in gone | put or (CODE.search(word) and word in code) for word in words.split()):
            return why
    return kind.why_left_out if claim.leaves_out else kind.why


def _without_equal(lines: tuple[str, ...]) -> str:
    return re.sub(r"([<>])=", r"\1", "\n".join(lines))
