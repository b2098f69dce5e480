"""Sentences about what a search has proved: never more than that a change makes all checks pass."""

import textwrap
from collections.abc import Iterator, Sequence

from autograder.repair.proved import Claim
from autograder.repair.repair_search import SearchResult
from autograder.repair.rules import known_kinds
from autograder.wording import more_checks_pass


def claim_sentences(claims: Sequence[Claim], more_checks: int = 0) -> list[str]:
    """Return what is proved about each line; of several mistakes, only all changes together make all checks pass.

    Args:
        claims: the claims.
        more_checks: how many checks more pass after the only change, if not all do.
    """
    last = len(claims) - 1
    passing = more_checks_pass(more_checks) if more_checks else "all checks pass"
    ends = ["" if place < last else f" as well, {passing}" if last else f", {passing}" for place in range(last + 1)]
    return [f"{_place(claim)}: {_change(claim)}{end}" for claim, end in zip(claims, ends, strict=True)]


def _place(claim: Claim) -> str:
    several = claim.end_line > claim.line
    return f"lines {claim.line} to {claim.end_line}" if several else f"line {claim.line}"


def _change(claim: Claim) -> str:
    """Return what is changed, as exactly as all edits that pass agree on."""
    if not claim.kind:
        return f"with a change of `{claim.quote}`" if claim.quote else "with a change of this line"
    if claim.end_line > claim.line and not claim.quote:
        return known_kinds()[claim.kind].of_lines
    kind = known_kinds()[claim.kind]
    phrase = (claim.leaves_out and kind.left_out) or kind.sentence
    return phrase.format(f"`{claim.quote}`" if claim.quote else "the marked part")


def other_lines_sentence(claim: Claim) -> str:
    """Return what is to be said where changes in other lines pass as well; empty if there are none."""
    if not claim.other_lines:
        return ""
    numbers = [str(line) for line in claim.other_lines]
    lines = f"line {numbers[0]}" if len(numbers) == 1 else f"one of the lines {', '.join(numbers)}"
    return f"a change in {lines} instead does so, too"


def marked_line(claim: Claim) -> Iterator[str]:
    """Yield the source line, and carets below the part that changes; of several lines, all."""
    if claim.end_line > claim.line and len(claim.before) > 1:
        yield from textwrap.dedent("\n".join(claim.before)).split("\n")
        return
    code = claim.code.expandtabs(4)
    before, marked = (claim.code[:place].expandtabs(4) for place in (claim.column, claim.end_column))
    indent = len(code) - len(code.lstrip())
    yield code.strip()
    yield " " * (len(before) - indent) + "^" * max(1, len(marked.rstrip()) - len(before))


def cost_sentence(explanation: SearchResult) -> str:
    """Return what a search has cost."""
    programs = "1 program" if explanation.tried == 1 else f"{explanation.tried} programs"
    return f"{programs} tried in {explanation.seconds:.1f} s"


def nothing_found_sentence(explanation: SearchResult) -> str:
    """Return why no line is named."""
    if explanation.problem:
        return explanation.problem
    if not explanation.complete:
        return "no line found within this number of programs; --candidates allows more"
    return "no line found: no small change that is known makes all checks pass"
