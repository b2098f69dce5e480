"""The model of a result. `to_json` gives the content of result.json, and every page and table is made from that."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
# Outcomes for which all checks of an exercise have the same reason, so that it is shown once.
SINGLE_REASON_OUTCOMES = ("not submitted", "does not parse", "not attempted")


@dataclass(frozen=True)
class CheckResult:
    """The result of one check of one exercise."""

    id: str
    title: str
    level: str
    score: float
    max_score: float
    outcome: str
    message: str = ""
    hint: str = ""
    diagnosis: tuple[Json, ...] = ()
    counterexample: Json = field(default_factory=dict)
    evidence: Json = field(default_factory=dict)  # small matrices: `got`, `wrong`; see grading.matrices
    snippet: str = ""  # code that repeats the failing call

    def to_json(self) -> Json:
        """Return the check's entry in result.json."""
        return vars(self) | {
            "score": shortest_number(self.score),
            "max_score": shortest_number(self.max_score),
            "diagnosis": list(self.diagnosis),
        }


@dataclass(frozen=True)
class ExerciseResult:
    """The result of one exercise."""

    name: str
    file: str
    max_score: float
    outcome: str
    checks: tuple[CheckResult, ...]
    note: str = ""
    needs_person: str = ""  # why it has no score: the sandbox refused something that honest code may need

    @property
    def score(self) -> float:
        """The sum of its checks, at most what the exercise is worth."""
        return min(self.max_score, sum_points(check.score for check in self.checks))

    def to_json(self) -> Json:
        """Return the exercise's entry in result.json."""
        plain = {"name": self.name, "file": self.file, "outcome": self.outcome, "note": self.note}
        score = None if self.needs_person else shortest_number(self.score)
        ungraded = {"needs_person": self.needs_person} if self.needs_person else {}
        points = {"score": score, "max_score": shortest_number(self.max_score)}
        return plain | points | ungraded | {"checks": [check.to_json() for check in self.checks]}


@dataclass(frozen=True)
class Anomaly:
    """Something that honest work rarely does. It is evidence for a person, no accusation, and changes no score."""

    kind: str
    exercise: str
    evidence: str


@dataclass(frozen=True)
class GraderVersion:
    """The versions that graded a result."""

    version: str  # of this package
    checks: str  # hash of every file that decides a verdict
    torch: str


@dataclass(frozen=True)
class Result:
    """The result of one student and assignment."""

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
    handed_in: str = ""  # of a late submission whose hour is known, in ISO format; so is the due date
    due: str = ""

    @property
    def score(self) -> float:
        """The points of all exercises together."""
        return sum_points(exercise.score for exercise in self.exercises)

    @property
    def needs_person(self) -> bool:
        """Whether an exercise waits for a person, so that there is no score."""
        return any(exercise.needs_person for exercise in self.exercises)

    @property
    def max_score(self) -> float:
        """What the exercises are worth together."""
        return sum_points(exercise.max_score for exercise in self.exercises)

    def to_json(self) -> Json:
        """Return the content of result.json."""
        return {
            "student": self.student,
            "assignment": self.assignment,
            "isolation": self.isolation,
            "score": None if self.needs_person else shortest_number(self.score),
            "max_score": shortest_number(self.max_score),
            "grader": vars(self.grader),
            "submission": self._submission(),
            "exercises": [exercise.to_json() for exercise in self.exercises],
            "anomalies": [vars(anomaly) for anomaly in self.anomalies],
        }

    def _submission(self) -> Json:
        """Return what was handed in; lateness and the number of attempts only where they matter."""
        plain = {"sha256": self.sha256, "files": list(self.files), "notes": list(self.notes)}
        late: Json = {"late": True} if self.late else {}
        late |= {"handed_in": self.handed_in, "due": self.due} if self.handed_in else {}
        return plain | late | ({"attempts": self.attempts} if self.attempts > 1 else {})


@dataclass(frozen=True)
class GradingFailure:
    """A submission that could not be graded, and why; the reason is never what the student wrote."""

    student: str
    assignment: str
    reason: str


def graded_points(result: Json) -> float:
    """Return the points of a result without the exercises that wait for a person."""
    return sum_points(exercise["score"] for exercise in result["exercises"] if exercise["score"] is not None)


def sum_points(scores: Iterable[float]) -> float:
    """Add points and round away binary rounding errors."""
    return round(sum(scores), 2)


def shortest_number(value: float) -> float | int:
    """Return an int where the value is whole, so that files have 2 rather than 2.0."""
    return int(value) if value == int(value) else value


def json_text(data: Json | Sequence[Any]) -> str:
    """Return the text of a JSON file: sorted keys, UTF-8, strict, one newline at the end."""
    return json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False, allow_nan=False) + "\n"
