"""Sentences about what a search has proved: never more than that a change makes all checks pass."""

import textwrap
from collections.abc import Iterator, Sequence

from autograder.repair.proved import Claim
from autograder.repair.repair_search import SearchResult
from autograder.wording import more_checks_pass

# What is different in a program that passes; `{}` is what stands there now.
KINDS = {
    "absolute": "with `abs` around {}",
    "argument": "without {}",
    "argument added": "with one more argument in {}",
    "attribute": "with another attribute in place of {}",
    "axis": "with another axis in place of {}",
    "axis asked for": "with another axis in place of {}",
    "bound": "with a slice that begins or ends one later in place of {}",
    "branch": "with one of the two branches in every case",
    "call": "without {}",
    "comparison": "with another comparison in place of {}",
    "calls": "with calls left out in {}",
    "clamp": "with the largest entry subtracted in place of {}",
    "column": "with {} as a column",
    "computed again": "with {} computed again in each turn of the loop",
    "counting": "with the turns of the loop counted",
    "condition": "with what follows done in every case",
    "constant": "with another constant in place of {}",
    "decorator": "without {}",
    "default": "with an error where a key is missing",
    "diagonal": "with another diagonal in {}",
    "dtype": "with another dtype at {}",
    "each row": "with one entry of each row in place of {}",
    "each slice": "with one number for each slice in place of {}",
    "early return": "with the `return` behind the loop",
    "element": "without {}",
    "entry": "without {}",
    "even number": "with {} rounded down to an even number",
    "everywhere": "with another function in place of {}",
    "factor": "with a factor more at {}",
    "first element": "with a first element in {}",
    "from the front": "with {} counted from the front",
    "function": "with another function in place of {}",
    "handed on": "with the result of each turn of the loop handed on to the next",
    "initial value": "with another value to begin with in place of {}",
    "infinity": "with an infinite number in place of {}",
    "import": "with an import of {}",
    "index letters": "with two letters exchanged in {}",
    "in place": "with a new value instead of a change in place",
    "inversion": "with {} inverted",
    "kept axis": "with the axis of {} kept",
    "kept for later": "with the result of {} kept for what follows",
    "layer": "with a layer called",
    "mask": "with a mask put on {}",
    "mask before softmax": "with the scores masked before the softmax instead",
    "module list": "with `nn.ModuleList` around the list",
    "name": "with another variable in place of {}",
    "no_grad": "with `torch.no_grad()` around it",
    "normalisation": "with a division by the sum at {}",
    "operand": "without {}",
    "operator": "with another operator in place of {}",
    "order": "with the parts of {} in another order",
    "order of axes": "with the parts of {} in another order",
    "order of lines": "with the lines in another order",
    "parameter": "with `nn.Parameter` around the tensor",
    "parentheses": "with other parentheses around {}",
    "range": "with another range in place of {}",
    "read once": "with the new value read in the next step only, and the variable left as it was",
    "rebinding": "with a change in place instead of a new value",
    "result": "with one more step applied to the value",
    "result dropped": "with the result of the call kept",
    "return": "with a `return`",
    "rounding": "with another function in place of {}",
    "scale": "with another scale at {}",
    "shared default": "with a new object in each call in place of {}",
    "shared item": "with an object of its own for each item of {}",
    "shift": "with the largest entry of each slice subtracted first in {}",
    "side": "without {}",
    "sign": "with another sign at {}",
    "statement": "without this line",
    "statement taken over": "with other code in its place",
    "subscript": "without {}",
    "sum first": "with a sum along the last axis before {}",
    "super": "with `super().__init__()` before it",
    "term": "with one term more at {}",
    "transpose": "with {} transposed",
    "transposed first": "with two axes exchanged before the new shape in {}",
    "unpacking": "with the names on the left in another order",
    "unread attribute": "with another attribute in place of {}",
    "unread parameter": "with another variable in place of {}",
    "values": "with the values of {} alone",
    "window": "with the last part of {} only",
    "with": "without the `with` around it",
    "zero_grad": "with the gradients cleared before it",
}
SEVERAL_LINES = {
    "order of lines": "with the lines in another order",
    "statement": "without these lines",
    "statement taken over": "with other code in their place",
}
LEFT_OUT = {"no_grad": "without the `with` around it", "sign": "without {}"}


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
        return SEVERAL_LINES.get(claim.kind, "with a change of these lines")
    phrase = (LEFT_OUT if claim.leaves_out else KINDS).get(claim.kind) or KINDS[claim.kind]
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
