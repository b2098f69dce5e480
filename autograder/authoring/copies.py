"""What `assignments/` gets unchanged: the student kit of the engine and the public tests of each part."""

from collections.abc import Iterator
from pathlib import Path

from autograder.course import Assignment, Course

KIT = Path(__file__).parents[1] / "student_kit"
SUPPORT = "_support"
TOP = {"conftest.py": "assignments_conftest.py", "watch.py": "assignments_watch.py"}  # beside the parts
PUBLIC = "public"  # the folder of public tests in a part of the solutions


def kit_files() -> dict[str, Path]:
    """The sources of the student kit, by their paths below `assignments/`."""
    modules = [path for path in sorted(KIT.glob("*.py")) if path.name not in TOP.values()]
    return {name: KIT / source for name, source in TOP.items()} | {f"{SUPPORT}/{path.name}": path for path in modules}


def public_tests(course: Course, assignment: Assignment) -> dict[str, Path]:
    """The sources of the public tests of a part, by their paths below `assignments/`."""
    folder = course.solutions_folder / assignment.id / PUBLIC
    return {f"{assignment.id}/{path.name}": path for path in sorted(folder.glob("test_*.py"))}


def copies(course: Course) -> dict[str, Path]:
    """Every file that is copied, by its path below `assignments/`."""
    return kit_files() | {name: path for part in course for name, path in public_tests(course, part).items()}


def without_exercise(course: Course) -> Iterator[str]:
    """A sentence for each public test file that belongs to no file of its part."""
    for assignment in course:
        known = {f"{assignment.id}/test_{file}" for file in assignment.files}
        for name in sorted(public_tests(course, assignment).keys() - known):
            part, _, file = name.partition("/")
            yield f"solutions/{part}/{PUBLIC}/{file}: no file of {part} is called {file.removeprefix('test_')}"
