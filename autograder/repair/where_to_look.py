"""Names a line of an exercise where no change is proved to mend it: no more is said of it than what was seen there.

It is the line where a program first computes a value that no right program computes, or where a parameter is made that
is missing or has another shape, or else where an error surfaced.
Beside a mistake that has a name, a line that has nothing to do with it is not told.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from autograder.course import Exercise
from autograder.repair.claims import code_of, marked, place_json
from autograder.repair.enumeration import Enumerator
from autograder.repair.first_difference import FirstDifference, first_difference
from autograder.repair.likeness import Undoing, words_of
from autograder.repair.open_search import FirstFailure
from autograder.repair.right_values import ReferenceRuns, count_right_programs
from autograder.repair.source import Span, Text
from autograder.repair.tracing import TracedPlace, TracedProgram
from autograder.repair.trials import Trials, Verdict
from autograder.results.model import Json
from autograder.sandbox.host.target import EncodedRequest
from autograder.wording import line_words

DIFFERENCE = "first difference"  # the kind of a place where values differ first
PARAMETER = "parameter"  # of one where a layer or parameter is made
MASKED = "softmax"  # what a mask of scores is for
MASKING = frozenset(("masked_fill", "tril", "triu", "inf"))
WORDS_OF_FAMILY: Mapping[str, frozenset[str]] = {  # what such mistakes are made of; of other families, any word may be
    "axis": frozenset(("dim", "transpose")),
    "heads": frozenset(("transpose", "reshape", "view", "stack", "cat", "split", "chunk", "flatten", "unflatten")),
    "mask": MASKING,
    "normalisation": frozenset((MASKED, "exp", "sum", "/")),
    "projection": frozenset(("weight", "linear", "Linear")),
    "scale": frozenset(("/", "*", "**")),
}
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

    def place(
        self, verdict: Verdict, failure: FirstFailure | None, undoings: Sequence[Undoing], *, named: bool
    ) -> Json:
        """Return the place as result.json has it; empty if none is known.

        Args:
            verdict: how the exercise was judged.
            failure: how the check failed that the page tells first.
            undoings: the ways to undo the named mistakes, or their families.
            named: whether the page tells the name of a mistake.

        Raises:
            SandboxError: the sandbox was lost.
        """
        traced = self.enumerator.traced(self.trials.source)
        if not traced.text:
            return {}
        found = self._difference(traced, verdict, ignored_forms(failure)) if traced.has_input else None
        code = "" if found is None else _code_of(traced, [found.place])
        if found is not None and may_be_meant(code, undoings, _code_of(traced, traced.places)):
            return _differing(traced, found, count_right_programs(self.exercise), named=named)
        if failure is None:
            return {}
        name = failure.parameter.partition(".")[0]
        if made := traced.made.get(name):
            return _making(traced, made, name)
        file, line = failure.surfaced or ("", 0)
        return failing_line(traced.original, line) if file == self.exercise.file else {}

    def _difference(self, traced: TracedProgram, verdict: Verdict, ignored: Collection[str]) -> FirstDifference | None:
        calls = self.trials.failing_calls(verdict)[:MOST_CHECKS]
        found = (self._difference_in(traced, requests, ignored) for requests in calls)
        return next((item for item in found if item is not None), None)

    def _difference_in(
        self, traced: TracedProgram, requests: Sequence[EncodedRequest], ignored: Collection[str]
    ) -> FirstDifference | None:
        (computed,) = self.trials.computed([traced.text], requests)
        if not any(computed):
            return None
        right = self.right.values(self.exercise, requests, self.solution_trials)
        return first_difference(traced, computed, right, ignored)


def ignored_forms(failure: FirstFailure | None) -> frozenset[str]:
    """Return the forms in which values on the way may differ, as it is not what the check has found in the result."""
    if failure is None:
        return frozenset()
    of_gradients = failure.is_gradient or "gradient" in failure.symptom
    kept = {form for form, is_it in (("dtype", failure.outcome == "wrong dtype"), ("gradient", of_gradients)) if is_it}
    return frozenset({"dtype", "gradient"} - kept)


def _code_of(traced: TracedProgram, places: Sequence[TracedPlace]) -> str:
    """Return the lines of some places."""
    lines = Text(traced.original).lines
    numbers = {line for place in places for line in place.span.lines}
    return "\n".join(lines[number - 1] for number in sorted(numbers))


def may_be_meant(code: str, undoings: Sequence[Undoing], program: str = "") -> bool:
    """Whether code may be what is wrong in a named mistake: else it shows some other difference.

    It is, if it has a name that undoing the mistake takes away or adds, or a word of what such mistakes are made of.
    Where a mask is missing altogether, it is the softmax, in which that shows.

    Args:
        code: the line.
        undoings: the ways to undo the named mistakes.
        program: the exercise, of which the line is a part.
    """
    words = set(words_of(code))
    if MASKED in words and MASKING.isdisjoint(words_of(program)) and any(item.family == "mask" for item in undoings):
        return True
    return not undoings or any(_has_words_of(undoing, words) for undoing in undoings)


def _has_words_of(undoing: Undoing, words: AbstractSet[str]) -> bool:
    typical = WORDS_OF_FAMILY.get(undoing.family)
    if not undoing.is_known:
        return typical is None or not typical.isdisjoint(words)
    changed = {name[1:] for name in undoing.features if name.startswith(("+", "-"))}
    shared = changed & words
    if not changed or any(word.isidentifier() for word in shared):
        return True
    return bool(shared) if typical is None else not typical.isdisjoint(words)


def _differing(traced: TracedProgram, found: FirstDifference, programs: int, *, named: bool) -> Json:
    place = place_in(traced.original, found.place.span)
    others = "the solution" if programs == 1 else "right programs"
    said = "it shows first" if named and not found.form else what_differs(found, others)
    sentence = f"{line_words(place)}: here {said}"
    return place | {"kind": DIFFERENCE, "programs": programs, "sentence": sentence}


def what_differs(found: FirstDifference, others: str) -> str:
    """Return in words how a value differs from those of other programs."""
    value = found.value
    if value is None or not found.form:
        return "the values first differ from right ones"
    if found.form == "shape" and not value.shape:
        return f"a single number comes out, and nowhere in {others}"
    return {
        "nan": f"NaN comes up first, and nowhere in {others}",
        "dtype": f"the numbers are those of {others}, but their dtype is {value.dtype}",
        "gradient": f"the numbers are those of {others}, but without their gradient",
        "shape": f"in one call the shape is {value.shape}, which nothing in {others} has",
    }[found.form]


def place_in(text: str, place: Span) -> Json:
    """Return a place in a file as result.json has it."""
    return place_json(Text(text), marked(Text(text), place))


def _making(traced: TracedProgram, made: Span, name: str) -> Json:
    place = place_in(traced.original, made)
    return place | {"kind": PARAMETER, "sentence": f"{line_words(place)}: here {name} is made"}


def failing_line(text: str, line: int) -> Json:
    """Return the line where an error surfaced, or the condition of a `raise`; empty if there is no such line."""
    lines = Text(text).lines
    if not 1 <= line <= len(lines) or not lines[line - 1].strip():
        return {}
    condition = _condition_of_raise(lines, line)
    sentence = f"line {condition}: the condition of the error that is raised" if condition else ""
    place = place_in(text, code_of(Text(text), condition or line))
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
