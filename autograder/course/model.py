from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from autograder.course.policies import Policies
from autograder.errors import AutograderError

FAMILIES = (  # of mistakes; a course may declare others
    *("scale", "axis", "normalisation", "mask", "projection", "values", "autograd", "state", "shape", "dtype"),
    *("device", "stability", "heads", "cross", "formula", "training", "vocabulary"),
)


class CourseError(AutograderError):
    """The course data contradicts itself; the message names the file and the entry."""


@dataclass(frozen=True)
class Rule:
    """A from-scratch rule: what an exercise may not hand to the library."""

    name: str
    calls: tuple[str, ...]  # parts of the names of library calls
    sentence: str  # what a student reads after the call that broke the rule
    while_loading: bool = False  # whether a call while the file is loaded can give what the exercise asks for

    def forbidden_among(self, names: Iterable[str]) -> list[str]:
        """Return those of `names` (library calls, or dotted paths in code) that the rule forbids, sorted."""
        parts = [part.casefold() for part in self.calls]
        return sorted({name for name in names if any(part in name.casefold() for part in parts)})


@dataclass(frozen=True)
class Size:
    """An argument of a derivation, and the whole numbers that it may be for a student."""

    name: str
    low: int
    high: int
    divides: str = ""  # the argument that is a multiple of it


@dataclass(frozen=True)
class Exercise:
    """One graded name: a function or class of one file of one assignment."""

    assignment: str
    file: str
    name: str
    points: float
    forbidden: Rule | None = None  # the from-scratch rule of this exercise
    sizes: tuple[Size, ...] = ()  # what may be drawn for each student, in the order of the arguments


@dataclass(frozen=True)
class Assignment:
    """A folder of a submission: its files and their exercises in teaching order."""

    id: str
    title: str
    prerequisites: tuple[str, ...]
    exercises: tuple[Exercise, ...]

    @property
    def files(self) -> tuple[str, ...]:
        """The files a submission may hold, in teaching order."""
        return tuple(dict.fromkeys(exercise.file for exercise in self.exercises))

    @property
    def points(self) -> float:
        """What the assignment is worth."""
        return round(sum(exercise.points for exercise in self.exercises), 2)

    def of_file(self, file: str) -> tuple[Exercise, ...]:
        """The exercises that stand in `file`."""
        return tuple(exercise for exercise in self.exercises if exercise.file == file)


@dataclass(frozen=True)
class Limits:
    """What a worker may use; memory is counted over the warm process.

    Seconds are those that a worker computes, and as many that it sleeps; waiting for a CPU does not count.
    """

    seconds_per_request: float
    seconds_per_exercise: float
    seconds_per_submission: float  # shared by its exercises, first come first served
    seconds_kept: float  # by each exercise for itself, when those are used up
    memory_mb: int
    answer_mb: int
    printed_kb: int


@dataclass(frozen=True)
class Visibility:
    """What a student may see of a hidden check that failed, besides its outcome, reason and hint."""

    show_expected: bool = False  # the expected numbers beside the student's own
    show_example: bool = True  # the smallest example, and the failing call as code to run at home
    show_all_words: bool = False  # all that the student's code chose to say, which can spell out the checks' inputs


@dataclass(frozen=True)
class Course:
    """All assignments in teaching order."""

    title: str
    assignments: tuple[Assignment, ...]
    limits: Limits
    visibility: Visibility = Visibility()
    own_visibility: dict[str, Visibility] = field(default_factory=dict)  # of assignments that differ from the course
    policies: Policies = field(default_factory=Policies)
    own_families: tuple[str, ...] = ()  # of mistakes, besides FAMILIES
    folder: Path = Path()
    rules: tuple[Rule, ...] = ()  # that exercises may have

    @property
    def solutions_folder(self) -> Path:
        """The private half of the course."""
        return self.folder / "solutions"

    @property
    def assignments_folder(self) -> Path:
        """The public half of the course."""
        return self.folder / "assignments"

    @property
    def families(self) -> tuple[str, ...]:
        """Every family that a mistake may belong to."""
        return (*FAMILIES, *self.own_families)

    def __iter__(self) -> Iterator[Assignment]:
        return iter(self.assignments)

    def assignment(self, name: str) -> Assignment:
        """The assignment called `name`; a unique beginning such as `02` is enough.

        Raises:
            CourseError: no assignment, or more than one, is called so.
        """
        found = [item for item in self.assignments if item.id == name]
        found = found or [item for item in self.assignments if item.id.startswith(name)]
        if len(found) != 1:
            known = ", ".join(item.id for item in self.assignments)
            raise CourseError(f"no assignment is called {name!r}; the course has {known}")
        return found[0]

    def visibility_of(self, assignment: str) -> Visibility:
        """What a student may see of a failed check of this assignment."""
        return self.own_visibility.get(assignment, self.visibility)

    def exercise(self, assignment: str, name: str) -> Exercise:
        """The exercise `name` of `assignment`."""
        for exercise in self.assignment(assignment).exercises:
            if exercise.name == name:
                return exercise
        raise CourseError(f"{assignment} has no exercise {name!r}")
