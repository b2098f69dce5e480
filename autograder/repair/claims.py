"""What a search has proved, and in which words: the place, and no more than that a change there makes checks pass.

Of all edits that pass, only what they have in common is claimed: the line, the expression, the kind.
"""

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from autograder.printable import printable
from autograder.repair.rules import known_kinds
from autograder.repair.search import RepairStep, SearchResult
from autograder.repair.source import LEAVES_OUT, TAKES_OVER, Edit, Span, Text, changed_tokens, is_balanced
from autograder.wording import more_checks_pass

AROUND = 2  # lines that are shown before and after
LONGEST = 200  # characters of a line that are shown
LONGEST_QUOTE = 50  # characters of code in a sentence
LONGEST_JOINED = 3  # lines; a longer place would not say where a mistake is
MOST_MOVED = 2  # lines, within what an edit has replaced
CODE = re.compile(r"[(=]")  # in a word of `Kind.words`: it is a piece of code
KEPT_IN_SELF = re.compile(r"\s*if (?:not self\.(\w+)|self\.(\w+) is None):.*\n(?:.*\n)*?\s*self\.(?:\1|\2) =")
KEPT = (
    "What one call leaves in `self`, the next ones find there, whatever their sizes, device or dtype. Make it anew in "
    "every call, or whenever it does not fit."
)
ONLY_EQUAL = "Only the case in which both sides are equal is decided wrongly."


def marked(text: Text, place: Span) -> Span:
    """Return a place, of whose first line the part is marked that is meant: to its closing bracket, or to its end."""
    place = text.closed(place)
    end = place.end_column if place.end_line == place.line else len(text.lines[place.line - 1].rstrip())
    return replace(place, end_column=max(end, place.column + 1))


def place_json(text: Text, place: Span, more_checks: int = 0) -> dict[str, Any]:
    """Return a marked place in a student's file as result.json says it: the line, and those around it.

    Args:
        text: the file.
        place: the place.
        more_checks: how many more checks pass after a change there; 0 if all do.
    """
    lines = text.lines
    first, last = max(1, place.line - AROUND), min(len(lines), max(place.line, place.end_line) + AROUND)
    while last > place.line and not lines[last - 1].strip():
        last -= 1
    around = [printable(line, LONGEST) for line in lines[first - 1 : last]]
    known = {"line": place.line, "end_line": place.end_line, "column": place.column, "end_column": place.end_column}
    more = {"more_checks": more_checks} if more_checks else {}
    return known | more | {"code": around[place.line - first], "around": {"first": first, "lines": around}}


def common_place(edits: Sequence[Edit]) -> Span | None:
    """Return the lines of edits that are near one another; a statement of a right program may be put anywhere near."""
    own = [edit for edit in edits if edit.group != TAKES_OVER] or edits
    places = [edit.place for edit in own]
    shortest = min(places, key=lambda place: place.end_line - place.line, default=None)
    if shortest is None or all(item.line <= shortest.line and shortest.end_line <= item.end_line for item in places):
        return shortest
    first = min(places, key=lambda place: place.line)
    end = max(place.end_line for place in places)
    return Span(first.line, first.column, end, 0) if end - first.line < LONGEST_JOINED else None


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

    @property
    def place(self) -> Span:
        """The place in the student's file."""
        return Span(self.line, self.column, self.end_line, self.end_column)


def claims_of(found: SearchResult) -> list[Claim]:
    """Return a claim for each mistake, in the order of the search; none if no edits made all checks pass."""
    if not found.passing:
        return []
    original = Text(found.original)
    program, claims = original, list[Claim]()
    for step in found.before:
        claims += [_claim([step], program, original)] if step.needed else []
        program = Text(program.edited(step.edit))
    return [*claims, _claim(found.passing, program, original)]


def _claim(steps: Sequence[RepairStep], program: Text, original: Text) -> Claim:
    """Return what the edits of one program share, placed in the original; the smallest edit comes first."""
    lines = {step.line for step in steps}
    steps = [step for step in steps if step.edit.group != TAKES_OVER] or steps  # which say more exactly what is wrong
    first = steps[0]
    here = [step for step in steps if step.line == first.line]
    part = _shared_part([step.edit.place for step in here]) or code_of(program, first.edit.place.line)
    shared = program.closed(part)
    code = program.lines[shared.line - 1]
    quote = program.piece(shared)
    kinds = {(step.edit.kind, step.edit.group == LEAVES_OUT) for step in steps}
    kind, leaves_out = kinds.pop() if len(kinds) == 1 else ("", False)
    before, after = _changed_lines(program, first)
    line, right = _in_original(original, first.line, code)
    column, end = shared.column + right, marked(program, part).end_column + right
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


def cost_sentence(found: SearchResult) -> str:
    """Return what a search has cost."""
    programs = "1 program" if found.tried == 1 else f"{found.tried} programs"
    return f"{programs} tried in {found.seconds:.1f} s"


def nothing_found_sentence(found: SearchResult) -> str:
    """Return why no line is named."""
    if found.problem:
        return found.problem
    if not found.complete:
        return "no line found within this number of programs; --candidates allows more"
    return "no line found: no small change that is known makes all checks pass"


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
