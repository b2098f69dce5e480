"""The model of a result. `Result.to_json` is the content of result.json, from which every page and table is made.

The attributes below are the keys of result.json; each `to_json` says what it adds or leaves out. All points are points
of the course.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self, TypedDict

import msgspec

from autograder.results.failure import Failure
from autograder.results.point_sums import shortest_number, sum_points
from autograder.results.rubric import RUBRIC, NamedMistakes, RubricMatch, points_by_rubric, with_rubric_line
from autograder.wording import first_of

Json = dict[str, Any]
Number = int | float  # msgspec reads a whole number as an int only where both are named
NO_REASONS = "none"  # of a result whose lines nobody looked for: nobody asked for it, or it has no mistakes
PENDING = "pending"  # of one that has its points, while lines are still looked for
FAILED = "failed"  # of one whose search was lost
NOT_SEARCHED = "the grader could not search the lines of its mistakes"
KEPT_STATE = "kept state"  # the kind of the one anomaly for which a hand-in with a score needs a person
SHOWN = 5  # files that a sentence lists
# Outcomes that all checks of an exercise have for the same reason, which is therefore shown once.
SINGLE_REASON_OUTCOMES = ("not submitted", "does not parse", "not attempted")


class MatrixJson(TypedDict, total=False):
    """The first wrong matrix of a failed check; without keys if there is no small one.

    Numbers are rounded to 4 significant digits; those that are not finite are texts (`nan`, `inf`, `-inf`).
    The entries of a mask are true or false.

    Attributes:
        place: the indices of the leading dimensions.
        got: the rows of the matrix that was returned.
        wrong: the same rows, with true for each wrong number.
        expected: the rows of the right matrix, if students may see it.
        difference: got - expected, 0 where they agree; present with `expected`.
    """

    place: list[int]
    got: list[list[Number | bool | str]]
    wrong: list[list[bool]]
    expected: list[list[Number | bool | str]]
    difference: list[list[Number | str]]


OPTIONAL = ("note", "explanation", "failure")  # keys of a check in result.json that are left out where they are empty


@dataclass(frozen=True)
class CheckResult:
    """The result of one check of one exercise.

    Attributes:
        id: `exercise.what_is_checked`.
        title: what is true when the check passes.
        level: `core` or `robustness`.
        score: the points that it gives.
        max_score: the points that it is worth.
        outcome: `right`, or what went wrong (`checking.failures.OUTCOMES`).
        message: one sentence on the failure; empty if the check passed.
        hint: what to think about next; may be empty.
        diagnosis: the named mistakes that explain the failure, each with `family`, `name` and `text`; where its line is
            known, with `line`, `end_line`, `column`, `end_column` (from 0, the end not included), `code` (the line) and
            `around` (the lines around it, and the number of the `first`).
        counterexample: the failing example of a property, in words by argument.
        note: what the numbers of a call are that was made to be read; in result.json only where there is one.
        evidence: the first wrong matrix.
        snippet: Python code that repeats the failing call; may be empty.
        explanation: what the instructor reads besides, such as pytest's words for a failed assertion, which may contain
            the expected value; in result.json only where there is one.
        failure: the failure in fields, of which `message` is made; in result.json only where it says more.
    """

    id: str
    title: str
    level: str
    score: float
    max_score: float
    outcome: str
    message: str = ""
    hint: str = ""
    diagnosis: tuple[dict[str, Any], ...] = ()
    counterexample: dict[str, str] = field(default_factory=dict)
    evidence: MatrixJson = field(default_factory=MatrixJson)
    snippet: str = ""
    note: str = ""
    explanation: str = ""
    failure: Failure | None = None

    def with_remark(self, words: str) -> Self:
        """Return the result with further words at the end of its message."""
        failure = None if self.failure is None else msgspec.structs.replace(self.failure, remark=words)
        return replace(self, message=f"{self.message}{words}", failure=failure)

    def to_json(self) -> Json:
        """Return the check's entry in result.json."""
        values = {name: value for name, value in vars(self).items() if name not in OPTIONAL or value}
        values.pop("failure", None)
        if self.failure not in (None, Failure(sentence=(self.message,))):  # which is what a reader makes of the message
            values["failure"] = msgspec.to_builtins(self.failure)
        return values | {
            "score": shortest_number(self.score),
            "max_score": shortest_number(self.max_score),
            "diagnosis": list(self.diagnosis),
        }


@dataclass(frozen=True)
class ExerciseResult:
    """The result of one exercise.

    Attributes:
        name: the name of the exercise.
        file: the submitted file that it is in.
        max_score: the points that it is worth.
        outcome: `right`, or the outcome of the failed check that matters most.
        checks: the results of its checks, in order.
        note: a remark on how it was graded; may be empty.
        needs_person: why it has no score: the sandbox refused something that honest code may need. Else empty.
        rubric: the named mistakes that it consists of, with what they cost; None if its checks decide alone.
        traits: what the wrong answers have in common, in sentences, where no mistake has a name; in result.json only
            where there are some.
        look_at: a place in the file to look at, if no change there is proved to mend anything: where values first
            differ from those of right programs, or where an error surfaced; in result.json only where there is one.
        repair: what a search for edits of the program found (`--repair`): `mistakes`, `candidates` and `complete`.
        repair_seconds: how long that took; not in result.json.
        matches: what `rubric` is the cheapest of; not in result.json.
        trials: where it was tried with right callees too, all trials, its own first: the best is this result. Not in
            result.json.
    """

    name: str
    file: str
    max_score: float
    outcome: str
    checks: tuple[CheckResult, ...]
    note: str = ""
    needs_person: str = ""
    rubric: RubricMatch | None = None
    traits: tuple[str, ...] = ()
    look_at: Json = field(default_factory=dict)
    repair: Json = field(default_factory=dict)
    repair_seconds: float = 0.0
    matches: tuple[NamedMistakes, ...] = ()
    trials: tuple["ExerciseResult", ...] = ()

    @property
    def score(self) -> float:
        """The points of its checks, at most what the exercise is worth; or what its named mistakes leave."""
        entry = None if self.rubric is None else self.rubric.to_json(self.max_score)
        return points_by_rubric(entry, self.max_score, [vars(check) for check in self.checks])

    def not_searched(self) -> Self:
        """Return the result with a note that nobody could look for its lines."""
        return replace(self, note="; ".join(filter(None, [self.note, NOT_SEARCHED])))

    def to_json(self) -> Json:
        """Return the exercise's entry in result.json, with its `score` (null if it needs a person)."""
        plain = {"name": self.name, "file": self.file, "outcome": self.outcome, "note": self.note}
        score = None if self.needs_person else shortest_number(self.score)
        ungraded = {"needs_person": self.needs_person} if self.needs_person else {}
        points = {"score": score, "max_score": shortest_number(self.max_score)}
        rubric = {} if self.rubric is None else {RUBRIC: self.rubric.to_json(self.max_score)}
        traits = {"traits": list(self.traits)} if self.traits else {}
        look_at = {"look_at": self.look_at} if self.look_at else {}
        repair = {"repair": self.repair} if self.repair else {}
        checks = {"checks": [check.to_json() for check in self.checks]}
        return with_rubric_line(plain | points | ungraded | rubric | traits | look_at | repair | checks)


@dataclass(frozen=True)
class Anomaly:
    """Something that honest work rarely does. It is for a person to look at, proves nothing, and changes no score.

    Attributes:
        kind: `exit`, `signal`, `timeout`, `reflection`, `non-deterministic`, `KEPT_STATE` and others.
        exercise: the exercise during which it happened.
        evidence: what happened, in words.
    """

    kind: str
    exercise: str
    evidence: str


@dataclass(frozen=True)
class GraderVersion:
    """The versions that graded a result.

    Attributes:
        version: of this package.
        checks: the hash of every file that decides a verdict.
        torch: of torch, without the name of its build.
    """

    version: str
    checks: str
    torch: str


@dataclass(frozen=True)
class Result:
    """The result of one student and assignment.

    Attributes:
        student: the student.
        assignment: the id of the assignment.
        isolation: the isolation level that it was graded at.
        grader: the versions that graded it.
        sha256: the hash of the submission.
        files: the names of the files that were graded.
        notes: remarks on the files.
        exercises: the results of the exercises, in the order of the course.
        anomalies: what a person should look at.
        late: whether it was handed in after the due date.
        attempts: how many times the student handed in.
        handed_in: when a late submission was handed in, in ISO format; empty if unknown.
        due: the due date of such a submission, in ISO format.
        received: if nothing could be graded, the files that arrived and are none of the expected ones.
        unreadable: if nothing could be graded, why what arrived cannot be read.
        reasons: how much was searched for the lines of its mistakes (`repair.mode`), or `NO_REASONS`, `PENDING` or
            `FAILED`. All else is final from the beginning.
    """

    student: str
    assignment: str
    isolation: str
    grader: GraderVersion
    sha256: str
    files: tuple[str, ...]
    notes: tuple[str, ...]
    exercises: tuple[ExerciseResult, ...]
    anomalies: tuple[Anomaly, ...]
    late: bool = False
    attempts: int = 1
    handed_in: str = ""
    due: str = ""
    received: tuple[str, ...] = ()
    unreadable: tuple[str, ...] = ()
    reasons: str = NO_REASONS

    @property
    def score(self) -> float:
        """The points of all exercises."""
        return sum_points(exercise.score for exercise in self.exercises)

    @property
    def needs_person(self) -> bool:
        """Whether an exercise waits for a person; then there is no score."""
        return any(exercise.needs_person for exercise in self.exercises)

    @property
    def rejection(self) -> str:
        """`refused` or `unreadable` if something arrived and nothing of it can be graded; else empty."""
        return "unreadable" if self.unreadable else "refused" if self.received else ""

    @property
    def expected(self) -> list[str]:
        """The files of the exercises, in order."""
        return list(dict.fromkeys(exercise.file for exercise in self.exercises))

    @property
    def max_score(self) -> float:
        """The points that all exercises are worth."""
        return sum_points(exercise.max_score for exercise in self.exercises)

    def to_json(self) -> Json:
        """Return the content of result.json, with `score` (null if a person is needed) and `max_score`.

        What was handed in is under `submission`. Of a submission that was refused or is unreadable, no exercise has a
        score: 0 would look like one.
        """
        unscored = {"score": None} if self.rejection else {}
        return {
            "student": self.student,
            "assignment": self.assignment,
            "isolation": self.isolation,
            "score": None if self.needs_person or self.rejection else shortest_number(self.score),
            "max_score": shortest_number(self.max_score),
            "grader": vars(self.grader) | {"reasons": self.reasons},
            "submission": self._submission(),
            "exercises": [exercise.to_json() | unscored for exercise in self.exercises],
            "anomalies": [vars(anomaly) for anomaly in self.anomalies],
        }

    def _submission(self) -> Json:
        """Return the entry `submission`; lateness, a refusal and the number of attempts only if there are any."""
        plain = {"sha256": self.sha256, "files": list(self.files), "notes": list(self.notes)}
        late = lateness_entries(late=self.late, handed_in=self.handed_in, due=self.due)
        return plain | late | self._rejected() | ({"attempts": self.attempts} if self.attempts > 1 else {})

    def _rejected(self) -> Json:
        """Return why nothing could be graded: the status, what arrived, what was expected, and a sentence of both."""
        if not self.rejection:
            return {}
        expected = f"expected {', '.join(self.expected)}"
        came = "; ".join(self.unreadable) or f"received {first_of(self.received, SHOWN)}"
        facts: Json = {"status": self.rejection, "received": list(self.received), "expected": self.expected}
        return facts | {"reason": f"{came}; {expected}"}


@dataclass(frozen=True)
class GradingFailure:
    """A submission that could not be graded, and why, in a sentence that contains no text of the student."""

    student: str
    assignment: str
    reason: str


def lateness_entries(*, late: bool, handed_in: str, due: str) -> Json:
    """Return the entries about lateness of `submission`; none if it was in time."""
    return ({"late": True} if late else {}) | ({"handed_in": handed_in, "due": due} if handed_in else {})


def graded_points(result: Json) -> float:
    """Return the points of the exercises that do not wait for a person."""
    return sum_points(exercise["score"] for exercise in result["exercises"] if exercise["score"] is not None)


def json_text(data: Json | Sequence[Any]) -> str:
    """Return the text of a JSON file: sorted keys, UTF-8, strict, one newline at the end."""
    return json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False, allow_nan=False) + "\n"
