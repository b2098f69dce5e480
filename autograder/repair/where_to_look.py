"""Names a line of an exercise where no change is proved to mend it: no more is said of it than what was seen there.

It is the line where a program first computes a value that no right program computes, or else where an error surfaced.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from autograder.course import Exercise
from autograder.repair.enumeration import Enumerator
from autograder.repair.first_difference import first_difference
from autograder.repair.locating import Wrong, location_of
from autograder.repair.proved import code_of
from autograder.repair.reference_runs import ReferenceRuns, count_right_programs
from autograder.repair.source import Text
from autograder.repair.tracing import TracedPlace, TracedProgram
from autograder.repair.trials import Trials
from autograder.results.model import Json
from autograder.sandbox.host.target import EncodedRequest
from autograder.wording import line_words

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

    def place(self, wrong: Wrong, surfaced: tuple[str, int] | None) -> Json:
        """Return the place as result.json has it; empty if none is known.

        Args:
            wrong: how the exercise was judged.
            surfaced: file and line of the error that it ended with, if it did.

        Raises:
            SandboxError: the sandbox was lost.
        """
        traced = self.enumerator.traced_alone(self.trials.source)
        if not traced.text:
            return {}
        found = self._difference(traced, wrong) if traced.has_input else None
        if found is not None:
            return _differing(traced, found, count_right_programs(self.exercise))
        file, line = surfaced or ("", 0)
        return _failing_line(traced.original, line) if file == self.exercise.file else {}

    def _difference(self, traced: TracedProgram, wrong: Wrong) -> TracedPlace | None:
        calls = self.trials.failing_calls(wrong.verdict)[:MOST_CHECKS]
        found = (self._difference_in(traced, requests) for requests in calls)
        return next((item for item in found if item is not None), None)

    def _difference_in(self, traced: TracedProgram, requests: Sequence[EncodedRequest]) -> TracedPlace | None:
        (computed,) = self.trials.computed([traced.text], requests)
        if not any(computed):
            return None
        return first_difference(traced, computed, self.right.values(self.exercise, requests, self.solution_trials))


def _differing(traced: TracedProgram, found: TracedPlace, programs: int) -> Json:
    place = location_of(Text(traced.original), found.span).to_json()
    others = "the solution" if programs == 1 else f"{programs} right programs"
    sentence = f"{line_words(place)}: here values first differ from those of {others}"
    return place | {"kind": "first difference", "programs": programs, "sentence": sentence}


def _failing_line(text: str, line: int) -> Json:
    """Return the line where an error surfaced; empty if there is no such line."""
    lines = Text(text).lines
    if not 1 <= line <= len(lines) or not lines[line - 1].strip():
        return {}
    place = location_of(Text(text), code_of(Text(text), line)).to_json()
    return place | {"kind": "error", "sentence": f"line {line}: the error surfaced here"}
