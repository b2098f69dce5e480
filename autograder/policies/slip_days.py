"""Slip days: some late days of each student in the whole course cost nothing; they are used in the order of time."""

from collections.abc import Iterable
from dataclasses import replace

from autograder.course import Course
from autograder.course.model import SlipDays
from autograder.policies.rules import measure_lateness
from autograder.results.model import Json


def with_slip_days(course: Course, results: Iterable[Json]) -> Course:
    """Return the course with the slip days that every student uses; itself if the course has none.

    Args:
        course: the course.
        results: for every submission the entries `student`, `assignment` and `submission` of result.json.
    """
    policies = course.policies
    if policies.late is None or not policies.late.slip_days:
        return course
    order = {assignment.id: place for place, assignment in enumerate(course)}
    by_student: dict[str, list[Json]] = {}
    for result in results:
        by_student.setdefault(result["student"], []).append(result)
    slips: dict[tuple[str, str], SlipDays] = {}
    for student, own in by_student.items():
        left = policies.late.slip_days
        for result in sorted(own, key=lambda item: (item["submission"].get("due", ""), order[item["assignment"]])):
            days = measure_lateness(result, policies).days
            used = min(days, left)
            left -= used
            if days:
                slips[student, result["assignment"]] = SlipDays(used, left)
    return replace(course, policies=replace(policies, slips=slips))
