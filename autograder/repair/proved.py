"""What all edits that pass have in common: the line, the expression, the kind. Only that much is claimed."""

from collections.abc import Sequence
from dataclasses import dataclass

from autograder.repair.repair_search import RepairStep, SearchResult
from autograder.repair.source import LEAVES_OUT, TAKES_OVER, Span, Text, is_balanced

LONGEST_QUOTE = 50  # characters of code in a sentence
MOST_MOVED = 2  # lines, within what an edit has replaced


@dataclass(frozen=True)
class Claim:
    """A place where a change makes checks pass.

    Attributes:
        line: of the student's file.
        end_line: the last one, if the smallest edit changes several.
        code: this line.
        column, end_column: the part of it that changes, from 0, the end not included.
        quote: what changes, if it is short enough for a sentence.
        kind: what is changed, if all edits agree.
        leaves_out: whether all edits leave something out.
        other_lines: lines where an edit of the same program passes as well.
        count: how many edits pass.
        before, after: the lines that the smallest edit replaces, and what takes their place.
    """

    line: int
    end_line: int
    code: str
    column: int
    end_column: int
    quote: str
    kind: str
    leaves_out: bool
    other_lines: tuple[int, ...]
    count: int
    before: tuple[str, ...]
    after: tuple[str, ...]


def claims_of(explanation: SearchResult) -> list[Claim]:
    """Return a claim for each mistake, in the order of the search; none if no edits made all checks pass."""
    if not explanation.passing:
        return []
    original = Text(explanation.original)
    program, claims = original, list[Claim]()
    for step in explanation.before:
        claims += [_claim([step], program, original)] if step.needed else []
        program = Text(program.edited(step.edit))
    return [*claims, _claim(explanation.passing, program, original)]


def _claim(steps: Sequence[RepairStep], program: Text, original: Text) -> Claim:
    """Return what the edits of one program share, placed in the original; the smallest edit comes first."""
    lines = {step.line for step in steps}
    steps = [step for step in steps if step.edit.group != TAKES_OVER] or steps  # which say more exactly what is wrong
    first = steps[0]
    here = [step for step in steps if step.line == first.line]
    part = _shared_part([step.edit.place for step in here]) or code_of(program, first.edit.place.line)
    shared = program.closed(part)
    code = program.lines[shared.line - 1]
    end = shared.end_column if shared.end_line == shared.line else len(code.rstrip())
    quote = program.piece(shared)
    kinds = {(step.edit.kind, step.edit.group == LEAVES_OUT) for step in steps}
    kind, leaves_out = kinds.pop() if len(kinds) == 1 else ("", False)
    before, after = _changed_lines(program, first)
    line, right = _in_original(original, first.line, code)
    column, end = shared.column + right, end + right
    return Claim(
        line,
        line + first.edit.place.end_line - first.edit.place.line,
        original.lines[line - 1],
        max(column, 0),
        max(end, column + 1, 1),
        quote if _is_quotable(quote) else "",
        kind,
        leaves_out,
        tuple(sorted(lines - {first.line})),
        len(steps),
        before,
        after,
    )


def _in_original(original: Text, line: int, code: str) -> tuple[int, int]:
    """Return the line of the original with some code, next to where it should be, and how much further right it is.

    An edit before this one may have moved it within what that edit replaced.
    """
    near = sorted(range(1, len(original.lines) + 1), key=lambda at: abs(at - line))[: 2 * MOST_MOVED + 1]
    same = (at for at in near if original.lines[at - 1].strip() == code.strip())
    found = next(same, line)
    return found, _indent(original.lines[found - 1]) - _indent(code)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_quotable(code: str) -> bool:
    """Whether a piece of code reads well in a sentence: it is short, and not half an expression."""
    return len(code) <= LONGEST_QUOTE and "\n" not in code and is_balanced(code) and not code.startswith(".")


def _shared_part(places: Sequence[Span]) -> Span | None:
    """Return the largest of some pieces if it contains all others."""
    return next((one for one in places if all(one.contains(other) for other in places)), None)


def code_of(program: Text, line: int) -> Span:
    """Return where the code of a line is."""
    code = program.lines[line - 1]
    return Span(line, _indent(code), line, len(code.rstrip()))


def _changed_lines(program: Text, step: RepairStep) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the whole lines that an edit replaces, and what takes their place."""
    span, after = step.edit.span, program.edited(step.edit).split("\n")
    end = span.end_line + step.edit.added_lines
    old, new = program.lines[span.line - 1 : span.end_line], after[span.line - 1 : end]
    while old and new and old[0] == new[0]:
        old, new = old[1:], new[1:]
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    return tuple(old), tuple(new)
