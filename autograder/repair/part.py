"""Explains the exercises of one submission: what is wrong by itself, with right substitutes for wrong callees."""

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import replace

from autograder.checking.recording import RecordedCheck
from autograder.course import Assignment, Exercise, Limits
from autograder.diagnosis.mistakes import Diagnosis
from autograder.grading.exercise import Attempt, ExerciseGrader
from autograder.grading.student_words import StudentWords
from autograder.grading.submission import grade_file
from autograder.grading.substitutes import substitute_source
from autograder.intake.parser_process import ParserProcess
from autograder.intake.submission import Submission
from autograder.printable import printable
from autograder.repair.enumeration import CANDIDATES, Enumerator
from autograder.repair.referee import refuted
from autograder.repair.search import MANY, Search, SearchResult, State
from autograder.repair.trials import Trials, files_of
from autograder.repair.undoing import undoings_of_all
from autograder.sandbox.host.fork_server import ForkServer

RIGHT = "right: all checks pass"
Recorded = Mapping[tuple[str, str], tuple[RecordedCheck, ...]]  # by assignment id and exercise name


class PartExplainer:
    """Explains exercises of one submission.

    Args:
        fork_server: the warm sandbox process.
        limits: the limits of the course.
        assignment: the part that was handed in.
        recorded: the checks of all exercises of the files that are looked at.
        submission: what was handed in.
        parser: the process that parses what students wrote.
    """

    def __init__(
        self,
        *,
        fork_server: ForkServer,
        limits: Limits,
        assignment: Assignment,
        recorded: Recorded,
        submission: Submission,
        parser: ParserProcess,
    ) -> None:
        self._fork_server = fork_server
        self._limits = limits
        self._assignment = assignment
        self._recorded = recorded
        self._submission = submission
        self._sources = dict(submission.sources)
        self._parser = parser
        self._grader = ExerciseGrader(fork_server, limits, dict(recorded))
        self._attempts: dict[str, list[Attempt]] = {}

    def remark(self, exercise: Exercise) -> str:
        """Return why there is nothing to search for; empty if there is.

        Raises:
            SandboxError: the sandbox was lost.
        """
        if exercise.file not in self._sources:
            return printable(self._submission.why_missing(exercise.file))
        return StudentWords(whole=True).sentence(self._remark(exercise))

    def _remark(self, exercise: Exercise) -> str:
        attempts = self._attempts_at(exercise)
        right = next((attempt for attempt in attempts if attempt.right), None)
        if right is not None:
            return _with_right_callees(right.replaced) if right.replaced else RIGHT
        own = attempts[0]
        if own.forbidden:
            return f"breaks the from-scratch rule: {own.forbidden}"
        failure = own.undefined_because
        if failure is not None and not failure.parses:
            return f"{failure.file or exercise.file} line {failure.line}: {failure.text or 'no valid Python'}"
        outcomes = {finding.outcome for finding in own.findings}
        return "not attempted" if outcomes == {"not attempted"} else ""

    def explain(self, exercise: Exercise, donors: Sequence[str] = (), candidates: int = CANDIDATES) -> SearchResult:
        """Search for the edits after which all checks of a wrong exercise pass.

        Args:
            exercise: the exercise.
            donors: the code of right programs.
            candidates: how many programs are tried at most.

        Raises:
            SandboxError: the sandbox was lost.
        """
        by_name = {item.name: item for item in self._assignment.exercises}
        replaced = self._attempts_at(exercise)[-1].replaced
        substitutes = {name: substitute_source(by_name[name]) or "" for name in replaced}
        files = files_of(self._sources, exercise, substitutes)
        checks = self._recorded[exercise.key]
        with contextlib.closing(Trials(self._fork_server, self._limits, exercise, checks, files)) as trials:
            effort = replace(MANY, programs=candidates)
            search = Search(exercise, trials, self._enumerator(exercise, tuple(donors)), effort)
            return search.run(State(trials.source, trials.judge(), (undoings_of_all(exercise, self._names(exercise)),)))

    def mistakes(self, exercise: Exercise) -> tuple[Diagnosis, ...]:
        """Return the named mistakes of an exercise, whatever a search finds."""
        return self._attempts_at(exercise)[0].diagnosis

    def refuted(self, exercise: Exercise, found: SearchResult) -> frozenset[str]:
        """Return the named mistakes that the edits which were found do not agree with."""
        return refuted(exercise, found, self._enumerator(exercise, ()), self._names(exercise))

    def _names(self, exercise: Exercise) -> list[str]:
        return [item.name for item in self.mistakes(exercise)]

    def _enumerator(self, exercise: Exercise, donors: tuple[str, ...]) -> Enumerator:
        return Enumerator.of(exercise, self._parser, donors)

    def _attempts_at(self, exercise: Exercise) -> list[Attempt]:
        """Return the attempts at an exercise; those of a whole file are made together."""
        if exercise.name not in self._attempts:
            of_file = self._assignment.of_file(exercise.file)
            self._attempts |= grade_file(self._grader, of_file, self._sources)
        return self._attempts[exercise.name]


def _with_right_callees(replaced: Sequence[str]) -> str:
    return f"right by itself: all checks pass with a right {' and a right '.join(replaced)}"
