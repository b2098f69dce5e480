"""Where a program goes wrong first: what it computes on the way, compared with what right programs compute.

A value that some right program computes too is right so far. An expression is suspect if its own value is not, but all
that it is computed from are. Where no check passes after one edit, the edit after which most values are right leads on.
"""

from collections.abc import Mapping

from autograder.repair.candidates import Candidates
from autograder.repair.enumeration import Enumerated, Enumerator
from autograder.repair.first_difference import compared
from autograder.repair.source import Edit, Text, encode_like
from autograder.repair.tracing import TracedPlace, TracedProgram

MOST_TRACED = 80  # edits of suspect lines
MOST_OFFERED = 3  # edits that lead on
MOST_DONORS = 6  # right programs

Values = Mapping[int, frozenset[str]]  # digests, by the place of a traced program


class Guide:
    """Compares what programs compute on the way.

    Args:
        candidates: runs traced programs on what is tried first.
        enumerator: yields edits, and traced programs.
    """

    def __init__(self, candidates: Candidates, enumerator: Enumerator) -> None:
        self._candidates = candidates
        self._enumerator = enumerator

    def nearer(self, program: Enumerated, data: bytes) -> list[Edit]:
        """Return the edits of suspect lines after which more values are right than before, the best ones first.

        Args:
            program: the program and its edits.
            data: its file.
        """
        right = self._right_values(program.text, data)
        if not right:
            return []
        traced = self._enumerator.traced(data)
        values = self._values(traced)
        lines = suspect_lines(traced.places, values, right)
        text, before = Text(program.text), _count(values, right)
        edits = [edit for edit in program.edits if not lines.isdisjoint(edit.span.lines)][:MOST_TRACED]
        counted = [(self._count_after(text.edited(edit), data, right), edit) for edit in edits]
        better = [item for item in counted if item[0] > before]
        return [edit for _, edit in sorted(better, key=lambda item: -item[0])[:MOST_OFFERED]]

    def _right_values(self, text: str, data: bytes) -> frozenset[str]:
        """Return what right programs compute, in a file that has what the student's definitions need."""
        donors = self._enumerator.donors[:MOST_DONORS]
        traced = [self._enumerator.traced(encode_like(f"{text}\n\n\n{donor}", data)) for donor in donors]
        values = (self._values(item) for item in traced)
        return compared(digest for item in values for digests in item.values() for digest in digests)

    def _count_after(self, text: str, data: bytes, right: frozenset[str]) -> int:
        return _count(self._values(self._enumerator.traced(encode_like(text, data))), right)

    def _values(self, traced: TracedProgram) -> Values:
        return self._candidates.trace(traced.text) if traced.text else {}


def suspect_lines(places: tuple[TracedPlace, ...], values: Values, right: frozenset[str]) -> frozenset[int]:
    """Return the lines of expressions with a value that no right program computes, of parts that one computes.

    If there are none, the program stops early: then all lines of a function down to the first that has no value.
    """
    wrong = {place for place, digests in values.items() if not compared(digests) <= right}
    suspects = [
        item
        for place, item in enumerate(places)
        if place in wrong and not item.is_name and wrong.isdisjoint(item.parts)
    ]
    if suspects:
        return frozenset(line for item in suspects for line in item.span.lines)
    first = {item.start: item for place, item in reversed(list(enumerate(places))) if place not in values}
    return frozenset(line for item in first.values() for line in range(item.start, item.span.end_line + 1))


def _count(values: Values, right: frozenset[str]) -> int:
    return len(frozenset[str]().union(*values.values()) & right)
