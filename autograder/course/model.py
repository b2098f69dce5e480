"""What a course consists of: assignments and their exercises, limits, policies, and what students may see."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

from autograder.errors import AutograderError

FAMILIES = (  # of mistakes; a course may declare others
    *("scale", "axis", "normalisation", "mask", "projection", "values", "autograd", "state", "shape", "dtype"),
    *("device", "stability", "heads", "cross", "formula", "training", "vocabulary"),
)
LIBRARIES = ("torch", "numpy", "matplotlib")  # where the course names none
CHECK_LEVELS = ("core", "robustness")
MATERIAL = "material"  # the folder of a part for files that students get as they are
NO_DATA = (".py", ".svg", ".png")  # of these, programs that students run and pictures in texts
SHARED = "shared"  # the folder of the solutions for files that several parts use


class CourseError(AutograderError):
    """The data of a course is wrong; the message is one sentence that names the file and the key."""


@dataclass(frozen=True)
class Rule:
    """A from-scratch rule: the library calls that an exercise forbids."""

    name: str
    calls: tuple[str, ...]  # parts of the names of library calls
    sentence: str  # what a student reads after the call that broke the rule
    while_loading: bool = False  # whether a call while the file is loaded can already produce the required result

    def forbidden_among(self, names: Iterable[str]) -> list[str]:
        """Return those of `names` (library calls, or dotted paths in code) that the rule forbids, sorted."""
        parts = [part.casefold() for part in self.calls]
        return sorted({name for name in names if any(part in name.casefold() for part in parts)})


@dataclass(frozen=True)
class Size:
    """An argument of a derivation, and the range of whole numbers that it is drawn from for each student."""

    name: str
    low: int
    high: int
    divides: str = ""  # the argument that is a multiple of it


@dataclass(frozen=True)
class Exercise:
    """A graded function or class in one file of one assignment."""

    assignment: str
    file: str
    name: str
    points: float
    forbidden: Rule | None = None  # the from-scratch rule of this exercise
    sizes: tuple[Size, ...] = ()  # arguments whose size may be drawn for each student, in their order

    @property
    def key(self) -> tuple[str, str]:
        """The assignment id and the name, by which its recorded checks are found."""
        return self.assignment, self.name

    @property
    def full_name(self) -> str:
        """The name with the assignment, as reports have it."""
        return f"{self.assignment}.{self.name}"


@dataclass(frozen=True)
class Assignment:
    """A part of the course, and a folder of a submission: files and their exercises in teaching order."""

    id: str
    title: str
    prerequisites: tuple[str, ...]
    exercises: tuple[Exercise, ...]

    @property
    def files(self) -> tuple[str, ...]:
        """The files that a submission may contain, in teaching order."""
        return tuple(dict.fromkeys(exercise.file for exercise in self.exercises))

    @property
    def points(self) -> float:
        """The sum of the points of all exercises."""
        return round(sum(exercise.points for exercise in self.exercises), 2)

    def of_file(self, file: str) -> tuple[Exercise, ...]:
        """Return the exercises in `file`, in teaching order."""
        return tuple(exercise for exercise in self.exercises if exercise.file == file)


@dataclass(frozen=True)
class Limits:
    """What a worker may use; memory is counted in addition to the warm process.

    Seconds limit computing time, and sleeping time separately; waiting for a CPU does not count.
    """

    seconds_per_request: float
    seconds_per_exercise: float
    seconds_per_submission: float  # shared by its exercises, first come first served
    seconds_kept: float  # reserved for each exercise after those are used up
    memory_mb: int
    answer_mb: int
    printed_kb: int


@dataclass(frozen=True)
class Visibility:
    """What a student may see of a failed hidden check besides its outcome, reason and hint."""

    show_expected: bool = False  # the expected numbers beside the student's own
    show_example: bool = True  # the smallest example, and the failing call as code to run at home
    substituted: Literal["points", "whole"] = "points"  # of a trial with right callees: what each check gives, or less
    show_all_words: bool = False  # everything that the student's code printed, which can reveal the checks' inputs


@dataclass(frozen=True)
class Share:
    """What a mistake costs of the points of its exercise, and the key of the course file that says so."""

    amount: float  # from 0 to 1
    rule: str  # such as `rubric.families.scale`


@dataclass(frozen=True)
class Rubric:
    """What named mistakes cost, as shares of the points of their exercise; by default no mistake is in it."""

    families: Mapping[str, float] = field(default_factory=dict)
    mistakes: Mapping[str, float] = field(default_factory=dict)  # that cost something else than their family
    default: float | None = None  # of families that are not named; without it, their checks decide alone

    def share_of(self, mistake: str, family: str) -> Share | None:
        """Return what a mistake costs; None if its checks decide alone.

        Args:
            mistake: its name.
            family: the family that it belongs to in its exercise.
        """
        if mistake in self.mistakes:
            return Share(self.mistakes[mistake], f"rubric.mistakes.{mistake}")
        if family in self.families:
            return Share(self.families[family], f"rubric.families.{family}")
        return None if self.default is None else Share(self.default, "rubric.default")

    @property
    def any(self) -> bool:
        """Whether a mistake is in it."""
        return bool(self.families or self.mistakes) or self.default is not None


@dataclass(frozen=True)
class LatePenalty:
    """What lateness costs, in percent of the points that were reached."""

    per_day: float  # for each day that has begun
    at_most: float = 100.0
    slip_days: int = 0  # of each student, in the whole course: so many late days cost nothing


@dataclass(frozen=True)
class SlipDays:
    """How many slip days a student uses for an assignment, and how many are left after it."""

    used: int
    left: int


@dataclass(frozen=True)
class AttemptLimits:
    """How often a student may hand in where feedback follows at once; 0 stands for no limit.

    Attributes:
        per_day: attempts from midnight to midnight.
        pause_minutes: between two attempts.
    """

    per_day: int = 0
    pause_minutes: float = 0.0


@dataclass(frozen=True)
class Policies:
    """Rules that are applied to points after grading; by default none does anything. Times are those of `zone`."""

    parts: tuple[str, ...] = ()  # the assignments of this class; without any, those that the class hands in
    due: dict[str, datetime] = field(default_factory=dict)  # by assignment
    closes: dict[str, datetime] = field(default_factory=dict)  # hard deadlines, by assignment
    only_in_time: bool = False  # whether an attempt in time counts even if there is a later one that is late
    grace: timedelta = timedelta()
    late: LatePenalty | None = None
    extensions: dict[tuple[str, str], timedelta] = field(default_factory=dict)  # by student and assignment
    weights: dict[str, float] = field(default_factory=dict)  # what each assignment is worth in the total
    total: float | None = None  # what all assignments are worth together, if they have weights
    checks: dict[tuple[str, str, str], float] = field(default_factory=dict)  # by assignment, exercise and check
    drop: frozenset[tuple[str, str]] = frozenset()  # assignment and exercise
    bonus: frozenset[tuple[str, str]] = frozenset()
    rubric: bool = True  # whether the rubric of the course decides about named mistakes, and not their checks alone
    visibility: dict[str, str] = field(default_factory=dict)  # by rule: `core.after_due`, `02_causal.core.after_due`
    gradescope: AttemptLimits | None = None  # for attempts there
    own_zone: ZoneInfo | None = None  # of the class; None if the course does not say
    slips: dict[tuple[str, str], SlipDays] = field(default_factory=dict)  # by student and assignment; from the results

    @property
    def any(self) -> bool:
        """Whether a rule could change a number or hide a line."""
        rules = (self.late, self.checks, self.drop, self.bonus, self.visibility, self.closes)
        return any(rules) or not self.rubric

    @property
    def zone(self) -> ZoneInfo:
        """The time zone in which the class is told its dates; never that of the machine."""
        return self.own_zone or ZoneInfo("UTC")

    @property
    def now(self) -> datetime:
        """The time in the zone of the class, without the zone, as all its dates are."""
        return datetime.now(self.zone).replace(tzinfo=None)

    def instant(self, time: datetime) -> datetime:
        """Return a time in UTC, where an hour is always an hour; one without a zone is what the class's clocks show."""
        return (time if time.tzinfo else time.replace(tzinfo=self.zone)).astimezone(UTC)

    def closing_time(self, student: str, assignment: str) -> datetime | None:
        """Return the hard deadline of a student, with an extension; None if there is none."""
        closes = self.closes.get(assignment)
        return None if closes is None else self.extended(closes, student, assignment)

    def last_counting_time(self, student: str, assignment: str, due: datetime | None) -> datetime | None:
        """Return after what time, in UTC, an attempt does not count if there is an earlier one; None if all count.

        Args:
            student: the id of a student.
            assignment: the id of an assignment.
            due: when it is due.
        """
        if self.only_in_time and due is not None:
            return self.instant(self.extended(due, student, assignment)) + self.grace
        closes = self.closing_time(student, assignment)
        return None if closes is None else self.instant(closes)

    def extended(self, date: datetime, student: str, assignment: str) -> datetime:
        """Return a date with the student's extension, at the same time of day."""
        extension = self.extension(student, assignment)
        return date + extension if extension else date  # a sum forgets which of two equal hours in autumn is meant

    def extension(self, student: str, assignment: str) -> timedelta:
        """Return how much later than the due date a student may hand in."""
        return self.extensions.get((student, assignment), timedelta())

    def shown(self, assignment: str, level: str, phase: str) -> tuple[str, str]:
        """Return what is shown of the checks of a level, and by which rule; an assignment's own rule comes first.

        Args:
            assignment: the id of an assignment.
            level: one of CHECK_LEVELS.
            phase: `before_due` or `after_due`.

        Returns:
            `all`, `outcome` or `nothing`, and the name of the rule; without a rule, `all` is shown.
        """
        rules = (f"{assignment}.{level}.{phase}", f"{level}.{phase}")
        rule = next((rule for rule in rules if rule in self.visibility), "")
        return self.visibility.get(rule, "all"), f"visibility.{rule}"


@dataclass(frozen=True)
class Course:
    """All assignments in teaching order, and what applies to all of them."""

    title: str
    assignments: tuple[Assignment, ...]
    limits: Limits
    visibility: Visibility = Visibility()
    own_visibility: dict[str, Visibility] = field(default_factory=dict)  # of assignments that differ from the course
    policies: Policies = field(default_factory=Policies)
    own_families: tuple[str, ...] = ()  # of mistakes, besides FAMILIES
    folder: Path = Path()
    rules: tuple[Rule, ...] = ()  # from-scratch rules that exercises may have
    rubric: Rubric = field(default_factory=Rubric)
    libraries: tuple[str, ...] = LIBRARIES  # that submissions may import, besides the modules of Python

    @property
    def solutions_folder(self) -> Path:
        """The private half of the course."""
        return self.folder / "solutions"

    def solution_file(self, exercise: Exercise) -> Path:
        """Return the file with the solution of an exercise."""
        return self.solutions_folder / exercise.assignment / exercise.file

    def data_beside(self, file: str) -> dict[str, Path]:
        """Return the data that students' code finds beside a file: the material of the parts that have the file."""
        folders = [self.solutions_folder / part.id / MATERIAL for part in self.assignments if file in part.files]
        paths = [path for folder in folders for path in sorted(folder.glob("*"))]
        return {path.name: path for path in paths if path.is_file() and path.suffix not in NO_DATA}

    @property
    def shared_folder(self) -> Path:
        """The folder of files that several parts use: references, edits, words of mistakes."""
        return self.solutions_folder / SHARED

    @property
    def assignments_folder(self) -> Path:
        """The public half of the course."""
        return self.folder / "assignments"

    @property
    def families(self) -> tuple[str, ...]:
        """Every family that a mistake may belong to."""
        return (*FAMILIES, *self.own_families)

    @property
    def exercise_names(self) -> dict[str, frozenset[str]]:
        """The names of the exercises of each assignment."""
        return {item.id: frozenset(exercise.name for exercise in item.exercises) for item in self.assignments}

    def __iter__(self) -> Iterator[Assignment]:
        return iter(self.assignments)

    def assignment(self, name: str) -> Assignment:
        """Return the assignment called `name`; a unique beginning such as `02` is enough.

        Raises:
            CourseError: no assignment, or more than one, has this name.
        """
        matches = [item for item in self.assignments if item.id == name]
        matches = matches or [item for item in self.assignments if item.id.startswith(name)]
        if len(matches) != 1:
            ids = ", ".join(item.id for item in self.assignments)
            raise CourseError(f"no assignment is called {name!r}; the course has {ids}")
        return matches[0]

    def visibility_of(self, assignment: str) -> Visibility:
        """Return what a student may see of a failed check of this assignment."""
        return self.own_visibility.get(assignment, self.visibility)

    def exercise(self, assignment: str, name: str) -> Exercise:
        """Return the exercise `name` of `assignment`.

        Raises:
            CourseError: there is no such assignment or exercise.
        """
        for exercise in self.assignment(assignment).exercises:
            if exercise.name == name:
                return exercise
        raise CourseError(f"{assignment} has no exercise {name!r}")
