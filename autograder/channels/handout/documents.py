"""The texts around the exercises: README, settings of pytest, and what GitHub Classroom wants."""

import tomllib
from pathlib import Path
from string import Template

from autograder.course import Course

TEMPLATES = Path(__file__).with_name("templates")
STUDENT = {"README.md": "README.md", "pyproject.toml": "pyproject.txt"}  # tools would take a template for settings
AS_THEY_ARE = {
    "LICENSE": "LICENSE",
    ".devcontainer/devcontainer.json": ".devcontainer/student/devcontainer.json",
}
GITHUB = {
    ".github/workflows/public-tests.yml": "public-tests.yml",
    ".github/CLASSROOM.md": "CLASSROOM.md",
    ".gitignore": "gitignore",
}


def student_documents(course: Course, root: Path) -> dict[str, bytes]:
    """README, settings and licence; what has to be installed is read from the settings of this project."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    words = {
        "title": course.title,
        "parts": _parts(course),
        "first": course.assignments[0].id,
        "exercise": course.assignments[0].exercises[0].name,
        "install": " ".join(_name(item) for item in project["dependencies"]),
        "python": project["requires-python"],
        "python_words": project["requires-python"].replace(">=", "") + " or newer",
        "dependencies": ", ".join(f'"{item}"' for item in project["dependencies"]),
        "description": f"{course.title}: exercises",
        "name": course.title.lower().replace(" ", "-"),
    }
    made = {path: _filled(name, words) for path, name in STUDENT.items()}
    return {**made, **{path: (root / source).read_bytes() for path, source in AS_THEY_ARE.items()}}


def github_documents(course: Course) -> dict[str, bytes]:
    """The workflow that runs public tests, the note for instructors, and what git leaves alone."""
    words = {"title": course.title, "first": course.assignments[0].id}
    return {path: _filled(f"github/{name}", words) for path, name in GITHUB.items()}


def _filled(name: str, words: dict[str, str]) -> bytes:
    return Template((TEMPLATES / name).read_text(encoding="utf-8")).substitute(words).encode()


def _name(requirement: str) -> str:
    return requirement.split(">=", maxsplit=1)[0].strip()


def _parts(course: Course) -> str:
    rows = [
        f"| [`{item.id}`](assignments/{item.id}/README.md) | {item.title} | {len(item.exercises)} | {item.points:g} |"
        for item in course
    ]
    return "\n".join(["| part | about | exercises | points |", "| --- | --- | ---: | ---: |", *rows])
