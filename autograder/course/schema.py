"""The tables of `course.toml` and of a policies file as they are written; docs/reference/course.md explains every key.

Types check here what concerns a single entry: kinds, ranges, patterns. What concerns several entries is checked in
`load` and `policies`.
"""

from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from autograder.course.validation import Strict


def _named(words: str) -> Meta:
    return Meta(extra={"expected": words})


FINITE = 1.7e308
Text = Annotated[str, Meta(pattern=r"\S", extra={"expected": "a text in quotes"})]
Positive = Annotated[Annotated[int, Meta(gt=0)] | Annotated[float, Meta(gt=0, le=FINITE)], _named("a number above 0")]
Count = Annotated[int, Meta(gt=0, extra={"expected": "a whole number above 0"})]
Weight = Annotated[float, Meta(ge=0, le=1000, extra={"expected": "a number from 0 to 1000"})]
Percent = Annotated[float, Meta(ge=0, le=100, extra={"expected": "a number from 0 to 100"})]
Share = Annotated[float, Meta(ge=0, le=1, extra={"expected": "a share from 0 to 1: 0.4"})]
Hours = Annotated[float, Meta(ge=0, le=8760, extra={"expected": "a number from 0 to 8760"})]
Days = Annotated[float, Meta(ge=0, le=365, extra={"expected": "a number from 0 to 365"})]
ClassTime = Annotated[datetime, Meta(extra={"expected": "a date with a time: 2026-03-01T23:59:00"})]
AssignmentId = Annotated[str, Meta(pattern=r"\A\d\d_\w+\Z", extra={"expected": "two digits and a word: 02_causal"})]
FileName = Annotated[
    str, Meta(pattern=r"\A[A-Za-z_]\w*\.py\Z", extra={"expected": "the name of a Python module: causal.py"})
]
ExerciseName = Annotated[str, Meta(pattern=r"\A[^\W\d]\w*\Z", extra={"expected": "the name of a function or class"})]
Family = Annotated[str, Meta(pattern=r"\A[^\W\d]\w*\Z", extra={"expected": "one word of letters, digits and _"})]
Shown = Literal["all", "outcome", "nothing"]
Counted = Literal["last", "last_in_time"]

AtLeastOne = Annotated[int, Meta(ge=1, extra={"expected": "a whole number from 1"})]
Bounds = tuple[AtLeastOne, AtLeastOne]
RANGE_WORDS = "[11, 48], or { range = [3, 7], divides = 'another size' }"


class SizeTable(Strict, frozen=True):
    """A size that must divide another one: `{ range = [2, 8], divides = "d_model" }`."""

    range: Annotated[Bounds, _named("a range: [11, 48]")]
    divides: Text | None = None


Sizes = dict[str, Annotated[Bounds | SizeTable, _named(RANGE_WORDS)]]


class ExerciseTable(Strict, frozen=True):
    """An entry of `exercises`."""

    name: ExerciseName
    points: Positive
    forbidden: Text | None = None
    sizes: Annotated[Sizes, _named("a table of ranges")] = field(default_factory=dict)


class RuleTable(Strict, frozen=True):
    """A table `[rules.NAME]`: the library calls that an exercise forbids."""

    calls: list[Text]
    sentence: Text
    while_loading: bool = False


class FileTable(Strict, frozen=True):
    """A table `[[assignment.file]]`."""

    name: FileName
    exercises: list[ExerciseTable]


class AssignmentTable(Strict, frozen=True):
    """A table `[[assignment]]`."""

    id: AssignmentId
    title: Text
    prerequisites: list[Text]
    file: list[FileTable]


class LimitsTable(Strict, frozen=True):
    """The table `[limits]`."""

    seconds_per_request: Positive
    seconds_per_exercise: Positive
    seconds_per_submission: Positive
    seconds_kept: Positive
    memory_mb: Count
    answer_mb: Count
    printed_kb: Count


class RubricTable(Strict, frozen=True):
    """The table `[rubric]`."""

    default: Share | None = None
    families: dict[str, Share] = field(default_factory=dict)
    mistakes: dict[str, Share] = field(default_factory=dict)


class VisibilityTable(Strict, frozen=True):
    """The table `[visibility]`, and `[visibility.02_causal]` for one assignment."""

    show_expected: bool = False
    show_example: bool = True
    show_all_words: bool = False
    substituted: Literal["points", "whole"] = "points"


class PhasesTable(Strict, frozen=True):
    """A table `[policies.visibility.core]`."""

    before_due: Shown | None = None
    after_due: Shown | None = None


class LevelsTable(Strict, frozen=True):
    """The table `[policies.visibility]`, and `[policies.visibility.02_causal]` for one assignment."""

    core: PhasesTable | None = None
    robustness: PhasesTable | None = None


class LateTable(Strict, frozen=True):
    """The table `[policies.late]`."""

    per_day: Percent
    at_most: Percent = 100.0
    slip_days: Annotated[int, Meta(ge=0, le=365, extra={"expected": "a whole number from 0 to 365"})] = 0


class GradescopeTable(Strict, frozen=True):
    """The table `[policies.gradescope]`."""

    attempts_per_day: Annotated[int, Meta(ge=0, le=1000, extra={"expected": "a whole number from 0 to 1000"})] = 0
    pause_minutes: Annotated[float, Meta(ge=0, le=1440, extra={"expected": "a number from 0 to 1440"})] = 0.0


class ExtensionTable(Strict, frozen=True):
    """A table `[[policies.extension]]`."""

    student: Text
    assignment: Text
    days: Days
    why: str = ""


class PoliciesTable(Strict, frozen=True):
    """The table `[policies]`."""

    parts: list[Text] = field(default_factory=list)
    due: dict[str, ClassTime] = field(default_factory=dict)
    closes: dict[str, ClassTime] = field(default_factory=dict)
    count: Counted = "last"
    grace_hours: Hours = 0.0
    late: LateTable | None = None
    extension: list[ExtensionTable] = field(default_factory=list)
    weights: dict[str, Positive] = field(default_factory=dict)
    total: Positive | None = None
    checks: dict[str, Weight] = field(default_factory=dict)
    drop: list[Text] = field(default_factory=list)
    bonus: list[Text] = field(default_factory=list)
    rubric: bool = True
    gradescope: GradescopeTable | None = None
    visibility: dict[str, Any] = field(default_factory=dict)  # a LevelsTable, and one for each assignment by its id


class CourseTable(Strict, frozen=True):
    """The whole of `course.toml`."""

    title: Text
    total: Positive
    assignment: list[AssignmentTable]
    limits: LimitsTable
    time_zone: Text | None = None
    libraries: list[Text] | None = None
    families: list[Family] = field(default_factory=list)
    rules: dict[str, RuleTable] = field(default_factory=dict)
    rubric: RubricTable | None = None
    visibility: dict[str, Any] = field(default_factory=dict)  # a VisibilityTable, and one for each assignment by its id
    policies: PoliciesTable = field(default_factory=PoliciesTable)


class PoliciesFile(Strict, frozen=True):
    """A file of policies, for `--policies`; its time zone goes before that of the course."""

    policies: PoliciesTable
    time_zone: Text | None = None
