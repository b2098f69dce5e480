import functools
import tomllib
from pathlib import Path
from typing import Any

from autograder.course.load_policies import load_policies
from autograder.course.load_sizes import load_sizes
from autograder.course.load_visibility import load_visibility
from autograder.course.model import Assignment, Course, CourseError, Exercise, Limits, Size

COURSE_FILE = Path(__file__).with_name("course.toml")


@functools.cache
def load_course(path: Path = COURSE_FILE) -> Course:
    """Read and validate the course data.

    Raises:
        CourseError: the file cannot be read, lacks an entry or contradicts itself.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        assignments = tuple(_assignment(item) for item in data["assignment"])
        visibility = load_visibility(data.get("visibility", {}), [assignment.id for assignment in assignments])
        policies = load_policies(data.get("policies", {}), assignments)
        course = Course(data["title"], assignments, Limits(**data["limits"]), *visibility, policies)
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise CourseError(f"{path.name}: cannot be read ({error})") from error
    except KeyError as error:
        raise CourseError(f"{path.name}: the entry {error.args[0]!r} is missing") from error
    except TypeError as error:
        raise CourseError(f"{path.name}: {error}") from error
    except CourseError as error:
        raise CourseError(f"{path.name}: {error}") from error
    _validate(course, data["total"], path.name)
    return course


def _assignment(data: dict[str, Any]) -> Assignment:
    exercises = tuple(
        Exercise(assignment=data["id"], file=file["name"], **exercise | {"sizes": _sizes(exercise)})
        for file in data["file"]
        for exercise in file["exercises"]
    )
    return Assignment(data["id"], data["title"], tuple(data["prerequisites"]), exercises)


def _sizes(exercise: dict[str, Any]) -> tuple[Size, ...]:
    return load_sizes(exercise.get("sizes", {}), str(exercise.get("name")))


def _validate(course: Course, total: float, file: str) -> None:
    seen: list[str] = []
    for assignment in course:
        if assignment.id in seen:
            raise CourseError(f"{file}: the assignment {assignment.id} stands there twice")
        if missing := set(assignment.prerequisites) - set(seen):
            raise CourseError(
                f"{file}: {assignment.id} asks for {', '.join(sorted(missing))}, which does not come before it"
            )
        _validate_exercises(assignment, file)
        seen.append(assignment.id)
    points = round(sum(assignment.points for assignment in course), 2)
    if points != total:
        raise CourseError(f"{file}: the points sum to {points:g}, not to {total:g}")


def _validate_exercises(assignment: Assignment, file: str) -> None:
    names = [exercise.name for exercise in assignment.exercises]
    if twice := {name for name in names if names.count(name) > 1}:
        raise CourseError(f"{file}: {assignment.id} names {', '.join(sorted(twice))} twice")
    for exercise in assignment.exercises:
        if not exercise.points > 0:
            raise CourseError(f"{file}: {assignment.id}.{exercise.name} needs a positive number of points")
