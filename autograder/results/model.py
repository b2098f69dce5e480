"""What a result is. `to_json` is the one truth; every page and table is made from it."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
TOLD_ONCE = ("not submitted", "does not parse", "not attempted")  # outcomes with one reason for all checks


@dataclass(frozen=True)
class CheckResult:
    """One check of one exercise."""

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
        """As it stands in result.json."""
        return vars(self) | {
            "score": number(self.score),
            "max_score": number(self.max_score),
            "diagnosis": list(self.diagnosis),
        }


@dataclass(frozen=True)
class ExerciseResult:
    """One graded name."""

    name: str
    file: str
    max_score: float
    outcome: str
    checks: tuple[CheckResult, ...]
    note: str = ""
    needs_person: str = ""  # why it has no score: our sandbox refused what an honest program may ask for

    @property
    def score(self) -> float:
        """The sum of its checks, never beyond what the exercise is worth."""
        return min(self.max_score, total(check.score for check in self.checks))

    def to_json(self) -> Json:
        """As it stands in result.json."""
        plain = {"name": self.name, "file": self.file, "outcome": self.outcome, "note": self.note}
        score = None if self.needs_person else number(self.score)
        ungraded = {"needs_person": self.needs_person} if self.needs_person else {}
        points = {"score": score, "max_score": number(self.max_score)}
        return plain | points | ungraded | {"checks": [check.to_json() for check in self.checks]}


@dataclass(frozen=True)
class Anomaly:
    """Something that honest work does not do. Evidence, never an accusation; it changes no score."""

    kind: str
    exercise: str
    evidence: str


@dataclass(frozen=True)
class Grader:
    """What graded: version, hash of the checks and of all they rest on, torch."""

    version: str
    checks: str
    torch: str


@dataclass(frozen=True)
class Result:
    """One graded (student, assignment)."""

    student: str
    assignment: str
    isolation: str
    grader: Grader
    sha256: str
    files: tuple[str, ...]
    notes: tuple[str, ...]
    exercises: tuple[ExerciseResult, ...]
    anomalies: tuple[Anomaly, ...]
    late: bool = False
    attempts: int = 1
    handed_in: str = ""  # of what was late, where the hour is known
    due: str = ""

    @property
    def score(self) -> float:
        """The sum of the exercises."""
        return total(exercise.score for exercise in self.exercises)

    @property
    def needs_person(self) -> bool:
        """Whether an exercise could not be graded, so that there is no score."""
        return any(exercise.needs_person for exercise in self.exercises)

    @property
    def max_score(self) -> float:
        """What could be reached."""
        return total(exercise.max_score for exercise in self.exercises)

    def to_json(self) -> Json:
        """The content of result.json."""
        return {
            "student": self.student,
            "assignment": self.assignment,
            "isolation": self.isolation,
            "score": None if self.needs_person else number(self.score),
            "max_score": number(self.max_score),
            "grader": vars(self.grader),
            "submission": self._submission(),
            "exercises": [exercise.to_json() for exercise in self.exercises],
            "anomalies": [vars(anomaly) for anomaly in self.anomalies],
        }

    def _submission(self) -> Json:
        """What was handed in; lateness and attempts are told only where there is something to tell."""
        plain = {"sha256": self.sha256, "files": list(self.files), "notes": list(self.notes)}
        late: Json = {"late": True} if self.late else {}
        late |= {"handed_in": self.handed_in, "due": self.due} if self.handed_in else {}
        return plain | late | ({"attempts": self.attempts} if self.attempts > 1 else {})


@dataclass(frozen=True)
class Ungraded:
    """A submission that has no verdict, and why; never because of what the student wrote."""

    student: str
    assignment: str
    reason: str


def graded_points(result: Json) -> float:
    """The points of a result without the exercises that wait for a person."""
    return total(exercise["score"] for exercise in result["exercises"] if exercise["score"] is not None)


def total(scores: Iterable[float]) -> float:
    """The sum of points, free of the dust of binary fractions."""
    return round(sum(scores), 2)


def number(value: float) -> float | int:
    """2 instead of 2.0: results are read by people too."""
    return int(value) if value == int(value) else value


def dumps(data: Json | Sequence[Any]) -> str:
    """The text of a JSON file: sorted keys, UTF-8, strict, one newline at the end."""
    return json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False, allow_nan=False) + "\n"
