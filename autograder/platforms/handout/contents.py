"""The files of a handout: exercises generated from solutions/, public tests, and documents."""

import importlib.metadata
import json
from collections.abc import Iterable
from pathlib import Path
from string import Template

from packaging.requirements import Requirement

from autograder.authoring.generated import PUBLIC, kit_files, material, public_tests
from autograder.authoring.readme import NOTE
from autograder.authoring.size_slots import add_size_slots
from autograder.authoring.sync import solution_texts
from autograder.course import Assignment, Course
from autograder.errors import AutograderError

WRONG_RESULTS = "_support/wrong_results"  # by which public tests recognise them; `autograder sync` makes them
TEMPLATES = Path(__file__).with_name("templates")
STUDENT_TEMPLATES = {"README.md": "README.md", "pyproject.toml": "pyproject.txt"}  # .txt: tools read any pyproject.toml
COPIED = {  # where the course has them
    "LICENSE": "LICENSE",
    **{path: path for path in ("GRADING.md", "docs/reference/points.md")},
    **{path: path for path in ("docs/sources.md", "docs/what_is_checked.md", "docs/torch_calls.md")},
    ".devcontainer/devcontainer.json": ".devcontainer/student/devcontainer.json",
}
GITHUB_TEMPLATES = {
    ".github/workflows/public-tests.yml": "public-tests.yml",
    ".github/CLASSROOM.md": "CLASSROOM.md",
    ".gitignore": "gitignore",
}

CLASSROOM50 = ".github/classroom50"  # the folder of the declarative tests, for instructors
ENGINE = "attention-autograder"  # the distribution whose requirements students have in part
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
    generated = (course.assignments_folder / WRONG_RESULTS).glob("*.json")
    files = kit_files() | {f"{WRONG_RESULTS}/{path.name}": path for path in sorted(generated)}
    for assignment in chosen:
        tests = public_tests(course, assignment)
        if missing := [file for file in assignment.files if f"{assignment.id}/test_{file}" not in tests]:
            place = f"solutions/{assignment.id}/{PUBLIC}/test_{missing[0]}"
            raise HandoutError(f"{place} is missing; write its public tests")
        files |= tests | material(course, assignment)
    return {f"assignments/{name}": path.read_bytes() for name, path in files.items()}


def student_documents(course: Course) -> FileContents:
    """Return README, settings, licence and documents; what students install is a part of what the engine needs.

    Raises:
        HandoutError: the engine is not installed, so that its requirements are not known.
    """
    try:
        metadata = importlib.metadata.metadata(ENGINE)
    except importlib.metadata.PackageNotFoundError as error:
        raise HandoutError(f"{ENGINE} is not installed here; `pip install` it, its requirements are read") from error
    packages = [item for item in map(Requirement, metadata.get_all("Requires-Dist", [])) if _is_of_students(item)]
    python = metadata["Requires-Python"]
    words = {
        "title": course.title,
        "parts": _parts_table(course),
        "first": course.assignments[0].id,
        "exercise": course.assignments[0].exercises[0].name,
        "libraries": ", ".join(f"`{name}`" for name in course.libraries),
        "install": " ".join(item.name for item in packages),
        "python": python,
        "python_words": f"{python.removeprefix('>=')} or newer",
        "dependencies": ", ".join(f'"{item}"' for item in packages),
        "description": f"{course.title}: exercises",
        "name": course.title.lower().replace(" ", "-"),
    }
    documents = {path: _from_template(name, words) for path, name in STUDENT_TEMPLATES.items()}
    copied = {path: course.folder / source for path, source in COPIED.items()}
    return documents | {path: source.read_bytes() for path, source in copied.items() if source.is_file()}


def github_documents(course: Course) -> FileContents:
    """Return the workflow that runs the public tests, the note for instructors, and .gitignore."""
    words = {"title": course.title, "first": course.assignments[0].id}
    files = {path: _from_template(f"github/{name}", words) for path, name in GITHUB_TEMPLATES.items()}
    tests = {f"{CLASSROOM50}/{assignment.id}.json": declarative_tests(assignment) for assignment in course}
    return files | tests


def declarative_tests(assignment: Assignment) -> bytes:
    """Return the tests of a part for Classroom 50: the public ones, worth no points (docs/how-to/classroom50.md)."""
    common = {"type": "run", "points": 0}
    setup = {"name": "setup", "run": "python3 -m pip install --quiet .", "timeout": 600}
    public = {"name": "public tests", "run": f"python3 -m pytest assignments/{assignment.id}", "timeout": 600}
    return (json.dumps([setup | common, public | common], indent=2) + "\n").encode()


def _from_template(name: str, words: dict[str, str]) -> bytes:
    return Template((TEMPLATES / name).read_text(encoding="utf-8")).substitute(words).encode()


def _is_of_students(requirement: Requirement) -> bool:
    return requirement.name in STUDENT_PACKAGES and requirement.marker is None


def _parts_table(course: Course) -> str:
    rows = [
        f"| [`{item.id}`](assignments/{item.id}/README.md) | {item.title} | {len(item.exercises)} | {item.points:g} |"
        for item in course
    ]
    return "\n".join(["| part | about | exercises | points |", "| --- | --- | ---: | ---: |", *rows])
