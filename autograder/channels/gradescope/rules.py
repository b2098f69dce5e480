"""The rules of the course on the platform, whose due date, with its own extensions, takes the place of ours."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from autograder.channels.gradescope.metadata import Metadata
from autograder.course import Course, load_course
from autograder.course.find import use_course
from autograder.course.policies import with_policies_file
from autograder.policies import under_policies
from autograder.results.model import Json

FILE = "policies.toml"  # in the zip, where the instructor has named a file of rules


def course_there(source: Path) -> Course:
    """The course as it was packed, under the rules that came along."""
    path = source / FILE
    use_course(source)
    return with_policies_file(load_course(), path if path.is_file() else None)


def as_it_counts(results: Sequence[Json], course: Course, metadata: Metadata) -> list[Json]:
    """The results under the rules, now."""
    due = (
        {} if metadata.due is None else {result["assignment"]: metadata.due.replace(tzinfo=None) for result in results}
    )
    rules = replace(course.policies, due=due, extensions={})
    now = datetime.now(metadata.due.tzinfo if metadata.due else UTC).replace(tzinfo=None)
    return [under_policies(result, rules, now) for result in results]
