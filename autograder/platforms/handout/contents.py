"""The files of a handout: exercises generated from solutions/, public tests, and documents."""

import json
import tomllib
from collections.abc import Iterable
from pathlib import Path
from string import Template

from autograder.authoring.generated import PUBLIC, kit_files, material, public_tests
from autograder.authoring.readme import NOTE
from autograder.authoring.size_slots import add_size_slots
from autograder.authoring.sync import solution_texts
from autograder.course import Assignment, Course
from autograder.errors import AutograderError

WRONG_RESULTS = "_support/wrong_results"
TEMPLATES = Path(__file__).with_name("templates")
STUDENT_TEMPLATES = {"README.md": "README.md", "pyproject.toml": "pyproject.txt"}  # .txt: tools read any pyproject.toml
COPIED = {
    "LICENSE": "LICENSE",
    ".devcontainer/devcontainer.json": ".devcontainer/student/devcontainer.json",
}
OPTIONAL = ("docs/sources.md",)  # texts of parts may refer to them
GITHUB_TEMPLATES = {
    ".github/workflows/public-tests.yml": "public-tests.yml",
    ".github/CLASSROOM.md": "CLASSROOM.md",
    ".gitignore": "gitignore",
}

CLASSROOM50 = ".github/classroom50"  # the folder of the declarative tests, for instructors
STUDENT_PACKAGES = ("torch", "numpy", "pytest", "hypothesis")  # what the public tests and the stubs import

FileContents = dict[str, bytes]  # by path below the top folder


class HandoutError(AutograderError):
    """A handout cannot be made; the message is one sentence for each reason."""


def handout_files(course: Course, *, github: bool = False, size_slots: bool = False) -> FileContents:
    """Return every file of the handout: those named in this module and no others.

    Stubs are generated from solutions/ here, so that an edited stub cannot get in.

    Args:
        course: the course.
        github: add what a template of GitHub Classroom needs.
        size_slots: leave slots for each student's own sizes in the texts of derivations.

    Raises:
        HandoutError: an exercise has no public tests.
        SyncError: a solution file has a mistake.
    """
    texts = solution_texts(course, add_size_slots) if size_slots else solution_texts(course)
    files = {f"assignments/{path}": text.removeprefix(f"{NOTE}\n\n").encode() for path, text in texts.items()}
    files |= public_files(course, course)
    files |= student_documents(course) | (github_documents(course) if github else {})
    return dict(sorted(files.items()))


def public_files(course: Course, chosen: Iterable[Assignment]) -> FileContents:
    """Return the public tests and data of some assignments, and what they need, by their paths below the top folder.

    Raises:
        HandoutError: an exercise has no public tests.
    """
    files = kit_files() | {f"{WRONG_RESULTS}/{path.name}": path for path in _wrong_results(course)}
    for assignment in chosen:
        tests = public_tests(course, assignment)
        if missing := [file for file in assignment.files if f"{assignment.id}/test_{file}" not in tests]:
            place = f"solutions/{assignment.id}/{PUBLIC}/test_{missing[0]}"
            raise HandoutError(f"{place} is missing; write its public tests")
        files |= tests | material(course, assignment)
    return {f"assignments/{name}": path.read_bytes() for name, path in files.items()}


def _wrong_results(course: Course) -> list[Path]:
    """Return the files by which public tests recognise wrong results; `autograder sync` generates them."""
    return sorted((course.assignments_folder / WRONG_RESULTS).glob("*.json"))


def student_documents(course: Course) -> FileContents:
    """Return README, settings, licence and sources; the requirements are read from the course's pyproject.toml."""
    project = tomllib.loads((course.folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    packages = [item for item in project["dependencies"] if _name(item) in STUDENT_PACKAGES]
    words = {
        "title": course.title,
        "parts": _parts_table(course),
        "first": course.assignments[0].id,
        "exercise": course.assignments[0].exercises[0].name,
        "install": " ".join(map(_name, packages)),
        "python": project["requires-python"],
        "python_words": project["requires-python"].replace(">=", "") + " or newer",
        "dependencies": ", ".join(f'"{item}"' for item in packages),
        "description": f"{course.title}: exercises",
        "name": course.title.lower().replace(" ", "-"),
    }
    documents = {path: _from_template(name, words) for path, name in STUDENT_TEMPLATES.items()}
    copied = COPIED | {path: path for path in OPTIONAL if (course.folder / path).is_file()}
    return documents | {path: (course.folder / source).read_bytes() for path, source in copied.items()}


def github_documents(course: Course) -> FileContents:
    """Return the workflow that runs the public tests, the note for instructors, and .gitignore."""
    words = {"title": course.title, "first": course.assignments[0].id}
    files = {path: _from_template(f"github/{name}", words) for path, name in GITHUB_TEMPLATES.items()}
    tests = {f"{CLASSROOM50}/{assignment.id}.json": declarative_tests(assignment) for assignment in course}
    return files | tests


def declarative_tests(assignment: Assignment) -> bytes:
    """Return the tests of an assignment for Classroom 50: the public ones, worth no points (docs/classroom50.md)."""
    common = {"type": "run", "points": 0}
    setup = {"name": "setup", "run": "python3 -m pip install --quiet .", "timeout": 600}
    public = {"name": "public tests", "run": f"python3 -m pytest assignments/{assignment.id}", "timeout": 600}
    return (json.dumps([setup | common, public | common], indent=2) + "\n").encode()


def _from_template(name: str, words: dict[str, str]) -> bytes:
    return Template((TEMPLATES / name).read_text(encoding="utf-8")).substitute(words).encode()


def _name(requirement: str) -> str:
    return requirement.split(">=", maxsplit=1)[0].strip()


def _parts_table(course: Course) -> str:
    rows = [
        f"| [`{item.id}`](assignments/{item.id}/README.md) | {item.title} | {len(item.exercises)} | {item.points:g} |"
        for item in course
    ]
    return "\n".join(["| part | about | exercises | points |", "| --- | --- | ---: | ---: |", *rows])
