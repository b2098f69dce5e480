"""Names a line of an exercise where no change is proved to mend it: no more is said of it than what was seen there.

It is the line where a program first computes a value that no right program computes, or where a parameter is made that
is missing or has another shape, or else where an error surfaced.
Beside a mistake that has a name, a line that has nothing to do with it is not told.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from autograder.checking.failures import CheckFailedError
from autograder.course import Exercise
from autograder.repair.enumeration import Enumerator
from autograder.repair.first_difference import first_difference
from autograder.repair.likeness import Undoing, words_of
from autograder.repair.locating import Wrong, location_of
from autograder.repair.proved import code_of
from autograder.repair.reference_runs import ReferenceRuns, count_right_programs
from autograder.repair.source import Span, Text
from autograder.repair.tracing import TracedPlace, TracedProgram
from autograder.repair.trials import Trials
from autograder.results.model import Json
from autograder.sandbox.host.target import EncodedRequest
from autograder.wording import line_words

DIFFERENCE = "first difference"  # the kind of a place where values differ first
PARAMETER = "parameter"  # of one where a layer or parameter is made
MASKED = "softmax"  # what a mask of scores is for
CONDITION = re.compile(r"\s*(?:el)?if\b.*:\s*(?:#.*)?$")
MOST_CHECKS = 2  # whose failing calls are compared, one after the other


@dataclass(frozen=True)
class PlaceFinder:
    """Finds the place to look at in one exercise of one submission.

    Attributes:
        exercise: the exercise.
        enumerator: traces the student's program.
        trials: runs it.
        solution_trials: makes trials that run programs in the solution's files.
        right: what right programs compute.
    """

    exercise: Exercise
    enumerator: Enumerator
    trials: Trials
    solution_trials: Callable[[], Trials]
    right: ReferenceRuns

    def place(self, wrong: Wrong, failure: CheckFailedError | None, undoings: Sequence[Undoing]) -> Json:
        """Return the place as result.json has it; empty if none is known.

        Args:
            wrong: how the exercise was judged.
            failure: how the check failed that the page tells first.
            undoings: the ways to undo the named mistakes, if they are known.

        Raises:
            SandboxError: the sandbox was lost.
        """
        traced = self.enumerator.traced_alone(self.trials.source)
        if not traced.text:
            return {}
        found = self._difference(traced, wrong) if traced.has_input else None
        if found is not None and may_be_meant(_code_of_lines(traced, found), undoings):
            return _differing(traced, found, count_right_programs(self.exercise))
        if failure is None:
            return {}
        name = failure.parameter.partition(".")[0]
        if made := traced.made.get(name):
            return _making(traced, made, name)
        file, line = failure.surfaced or ("", 0)
        return failing_line(traced.original, line) if file == self.exercise.file else {}

    def _difference(self, traced: TracedProgram, wrong: Wrong) -> TracedPlace | None:
        calls = self.trials.failing_calls(wrong.verdict)[:MOST_CHECKS]
        found = (self._difference_in(traced, requests) for requests in calls)
        return next((item for item in found if item is not None), None)

    def _difference_in(self, traced: TracedProgram, requests: Sequence[EncodedRequest]) -> TracedPlace | None:
        (computed,) = self.trials.computed([traced.text], requests)
        if not any(computed):
            return None
        return first_difference(traced, computed, self.right.values(self.exercise, requests, self.solution_trials))


def _code_of_lines(traced: TracedProgram, found: TracedPlace) -> str:
    lines = Text(traced.original).lines
    return "\n".join(lines[found.span.line - 1 : found.span.end_line])


def may_be_meant(code: str, undoings: Sequence[Undoing]) -> bool:
    """Whether code has a word that undoing a named mistake takes away or adds: else it shows some other difference."""
    words = set(words_of(code))
    if MASKED in words and any(undoing.family == "mask" for undoing in undoings):
        return True  # where a missing mask shows
    changes = [{name[1:] for name in undoing.features if name.startswith(("+", "-"))} for undoing in undoings]
    return not changes or any(not changed or not changed.isdisjoint(words) for changed in changes)


def _differing(traced: TracedProgram, found: TracedPlace, programs: int) -> Json:
    place = location_of(Text(traced.original), found.span).to_json()
    others = "the solution" if programs == 1 else f"{programs} right programs"
    sentence = f"{line_words(place)}: here values first differ from those of {others}"
    return place | {"kind": DIFFERENCE, "programs": programs, "sentence": sentence}


def _making(traced: TracedProgram, made: Span, name: str) -> Json:
    place = location_of(Text(traced.original), made).to_json()
    return place | {"kind": PARAMETER, "sentence": f"{line_words(place)}: here {name} is made"}


def failing_line(text: str, line: int) -> Json:
    """Return the line where an error surfaced, or the condition of a `raise`; empty if there is no such line."""
    lines = Text(text).lines
    if not 1 <= line <= len(lines) or not lines[line - 1].strip():
        return {}
    condition = _condition_of_raise(lines, line)
    sentence = f"line {condition}: the condition of the error that is raised" if condition else ""
    place = location_of(Text(text), code_of(Text(text), condition or line)).to_json()
    return place | {"kind": "error", "sentence": sentence or f"line {line}: the error surfaced here"}


def _condition_of_raise(lines: Sequence[str], line: int) -> int:
    """Return the line of the condition directly above a `raise`; 0 if there is none."""
    if not lines[line - 1].lstrip().startswith("raise "):
        return 0
    before = (
        at for at in range(line - 1, 0, -1) if lines[at - 1].strip() and not lines[at - 1].lstrip().startswith("#")
    )
    above = next(before, 0)
    return above if above and CONDITION.match(lines[above - 1]) else 0
