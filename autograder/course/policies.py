"""The rules of a course about points and dates, from `course.toml` or from a file of the instructor's own."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from autograder.course.model import Assignment, AttemptLimits, Course, CourseError, LatePenalty, Policies
from autograder.course.schema import ExtensionTable, LevelsTable, PhasesTable, PoliciesFile, PoliciesTable
from autograder.course.validation import check_choice, check_keys, convert, mistakes_in, read_toml

ExerciseNames = Mapping[str, Collection[str]]  # by assignment


def with_policies_file(course: Course, path: Path | None) -> Course:
    """Return the course with the policies of a file; without a file, the course itself.

    Raises:
        CourseError: the file cannot be read, contains anything else, or a policy in it is wrong.
    """
    if path is None:
        return course
    data = read_toml(path)
    with mistakes_in(path):
        if unknown := sorted(data.keys() - {"policies", "time_zone"}):
            what = "a file of policies contains time_zone and the table [policies] only"
            raise CourseError(f"unknown key {unknown[0]!r}; {what}")
        if "policies" not in data:
            raise CourseError("has no table [policies]; begin with that line (docs/reference/policies.md)")
        file = convert(data, PoliciesFile)
        zone = load_zone(file.time_zone) or course.policies.own_zone
        return replace(course, policies=load_policies(file.policies, course.assignments, zone))


def load_policies(table: PoliciesTable, assignments: Sequence[Assignment], zone: ZoneInfo | None = None) -> Policies:
    """Check the table `[policies]` against the assignments of the course.

    Args:
        table: the table.
        assignments: all assignments of the course.
        zone: the time zone of the class, which dates with an offset are converted to; None for UTC.

    Raises:
        CourseError: a policy names what the course does not have, or names it twice.
    """
    names = {assignment.id: {exercise.name for exercise in assignment.exercises} for assignment in assignments}
    drop = _exercises(table.drop, "policies.drop", names)
    bonus = _exercises(table.bonus, "policies.bonus", names)
    if both := drop & bonus:
        raise CourseError(f"policies.bonus: {'.'.join(min(both))} is dropped too; name it in one of them")
    return Policies(
        parts=_parts(table.parts, names),
        due=_due(table.due, names, zone),
        closes=_closes(table, names, zone),
        only_in_time=table.count == "last_in_time",
        grace=timedelta(hours=table.grace_hours),
        late=LatePenalty(table.late.per_day, table.late.at_most, table.late.slip_days) if table.late else None,
        extensions=_extensions(table.extension, names),
        weights=_weights(table, names),
        total=table.total,
        checks=_checks(table.checks, names),
        gradescope=_attempts(table),
        drop=drop,
        bonus=bonus,
        rubric=table.rubric,
        visibility=_visibility(table.visibility, list(names)),
        own_zone=zone,
    )


def _parts(entries: Sequence[str], names: ExerciseNames) -> tuple[str, ...]:
    """Return the assignments that are named, in the order of the course."""
    chosen = [check_choice(entry, f"policies.parts[{number}]", names) for number, entry in enumerate(entries)]
    return tuple(name for name in names if name in chosen)


def _weights(table: PoliciesTable, names: ExerciseNames) -> dict[str, float]:
    check_keys(table.weights, "policies.weights", names)
    if table.total is not None and not table.weights:
        raise CourseError("policies.total: needs policies.weights, which say what each assignment is worth in it")
    return dict(table.weights)


def _attempts(table: PoliciesTable) -> AttemptLimits | None:
    limits = table.gradescope
    return None if limits is None else AttemptLimits(limits.attempts_per_day, limits.pause_minutes)


def load_zone(name: str | None) -> ZoneInfo | None:
    """Return the time zone that the key `time_zone` names; None if there is no such key.

    Raises:
        CourseError: there is no zone of this name.
    """
    try:
        return None if name is None else ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise CourseError(f"time_zone: is {name!r}, expected the name of a time zone: Europe/Berlin") from error


def _checks(entries: Mapping[str, float], names: ExerciseNames) -> dict[tuple[str, str, str], float]:
    """Return the weights of checks; whether a check of this name exists is known when something is graded."""
    weights: dict[tuple[str, str, str], float] = {}
    for entry, weight in entries.items():
        assignment, _, check = entry.partition(".")
        exercise, _, name = check.partition(".")
        if exercise not in names.get(assignment, ()) or not name:
            raise CourseError(
                f"policies.checks: {entry!r} is no check; expected assignment.exercise.check as in results"
            )
        weights[assignment, exercise, name] = weight
    return weights


def _due(dates: Mapping[str, datetime], names: ExerciseNames, zone: ZoneInfo | None) -> dict[str, datetime]:
    check_keys(dates, "policies.due", names)
    return {assignment: in_zone(time, zone) for assignment, time in dates.items()}


def in_zone(time: datetime, zone: tzinfo | None) -> datetime:
    """Return a time in a zone, without the zone; one that has none is of this zone already.

    Args:
        time: a time with or without a zone.
        zone: the zone; None for UTC.
    """
    return time if time.tzinfo is None else time.astimezone(zone or UTC).replace(tzinfo=None)


def _closes(table: PoliciesTable, names: ExerciseNames, zone: ZoneInfo | None) -> dict[str, datetime]:
    check_keys(table.closes, "policies.closes", names)
    closes = {assignment: in_zone(time, zone) for assignment, time in table.closes.items()}
    for assignment, due in _due(table.due, names, zone).items():
        if assignment in closes and closes[assignment] < due:
            raise CourseError(f"policies.closes.{assignment}: is before the due date, {due:%Y-%m-%d %H:%M}")
    return closes


def _extensions(tables: Sequence[ExtensionTable], names: ExerciseNames) -> dict[tuple[str, str], timedelta]:
    extensions: dict[tuple[str, str], timedelta] = {}
    for number, table in enumerate(tables):
        place = f"policies.extension[{number}].assignment ({table.student})"
        assignment = check_choice(table.assignment, place, names)
        if (table.student, assignment) in extensions:
            raise CourseError(f"{place}: {assignment} has an extension for this student already")
        extensions[table.student, assignment] = timedelta(days=table.days)
    return extensions


def _exercises(entries: Sequence[str], place: str, names: ExerciseNames) -> frozenset[tuple[str, str]]:
    exercises: list[tuple[str, str]] = []
    for number, entry in enumerate(entries):
        where = f"{place}[{number}]"
        assignment, _, exercise = entry.partition(".")
        if assignment not in names:
            ids = ", ".join(names)
            raise CourseError(f"{where}: is {entry!r}, expected assignment.exercise with an assignment of {ids}")
        if exercise not in names[assignment]:
            raise CourseError(f"{where}: {assignment} has no exercise {exercise!r}; expected assignment.exercise")
        if (assignment, exercise) in exercises:
            raise CourseError(f"{where}: {entry} is listed twice")
        exercises.append((assignment, exercise))
    return frozenset(exercises)


def _visibility(data: Mapping[str, Any], assignments: Sequence[str]) -> dict[str, str]:
    """Return what feedback shows when, by the name of each rule: `core.before_due`, `02_causal.core.before_due`."""
    place = "policies.visibility"
    common = {key: value for key, value in data.items() if key not in assignments}
    rules = _rules(convert(common, LevelsTable, place, assignments), "")
    for name, value in data.items():
        if name in assignments:
            rules |= _rules(convert(value, LevelsTable, f"{place}.{name}"), f"{name}.")
    return rules


def _rules(table: LevelsTable, prefix: str) -> dict[str, str]:
    levels: dict[str, PhasesTable | None] = {"core": table.core, "robustness": table.robustness}
    return {
        f"{prefix}{level}.{phase}": shown
        for level, phases in levels.items()
        if phases is not None
        for phase, shown in (("before_due", phases.before_due), ("after_due", phases.after_due))
        if shown is not None
    }
