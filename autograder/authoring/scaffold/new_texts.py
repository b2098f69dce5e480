"""The files of a new exercise, part or course, from templates; they are written together, all of them or none."""

import contextlib
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from string import Template

from autograder.authoring.generated import PUBLIC
from autograder.authoring.scaffold.imports import with_imports
from autograder.authoring.scaffold.model import (
    NewExercise,
    ScaffoldError,
    check_form,
    check_new_course,
    check_new_exercise,
    check_new_part,
    check_part_id,
)
from autograder.authoring.scaffold.shape_words import shape_words
from autograder.course import Course
from autograder.course.find import COURSE_FILE
from autograder.course.validation import read_optional_toml
from autograder.results.files import write_binary

TEMPLATES = Path(__file__).parents[1] / "templates"
SOLUTION_IMPORTS = {  # by kind
    "function": ("from torch import Tensor",),
    "class": ("import torch", "from torch import Tensor, nn"),
    "derivation": (),
    "generator": ("from collections.abc import Callable", "import torch", "from torch import Tensor"),
}
PUBLIC_IMPORTS = {
    "function": ("import torch",),
    "class": ("import torch",),
    "derivation": (),
    "generator": ("import torch",),
}
ARGUMENTS = "shared/arguments.py"  # below the solutions: what checks pass to a generator
ARGUMENT_IMPORTS = ("from collections.abc import Callable", "from typing import Any", "from torch import Tensor")
ALL_PUBLIC = ("from typing import Any", "import pytest", "from assignments._support.compare import assert_close")
COURSE_FILES = {  # by path below the folder of the course
    "solutions/conftest.py": "conftest.txt",
    "pyproject.toml": "pyproject.txt",
    ".gitignore": "gitignore.txt",
    "README.md": "readme.txt",
}
TABLE = re.compile(r"^\[", re.MULTILINE)
ENTRY = re.compile(r"^(\S+) = \{ (.*) \}$\n", re.MULTILINE)  # of `mistakes.txt`
DELIMITER = re.compile(r', (?=\w+ = ")')
Texts = dict[Path, str]


def exercise_texts(course: Course, exercise: NewExercise) -> Texts:
    """Return every file that changes with a new exercise, and its new text.

    Raises:
        ScaffoldError: the exercise does not fit into the course, or a file of it exists already.
    """
    from autograder.authoring.scaffold.course_file import with_exercise  # noqa: PLC0415 - needs an extra

    check_new_exercise(course, exercise)
    course_file = course.folder / COURSE_FILE
    texts = {course_file: with_exercise(course_file.read_text(encoding="utf-8"), exercise)}
    return texts | _part_texts(course.solutions_folder, exercise)


def part_texts(course: Course, exercise: NewExercise, title: str) -> Texts:
    """Return every file that changes with a new part, and its new text.

    Raises:
        ScaffoldError: the course has this part or its folder already, or a name is none.
    """
    from autograder.authoring.scaffold.course_file import with_part  # noqa: PLC0415 - needs an extra

    check_new_part(course, exercise.part)
    check_form(exercise)
    course_file = course.folder / COURSE_FILE
    texts = {course_file: with_part(course_file.read_text(encoding="utf-8"), title, exercise)}
    return texts | _part_texts(course.solutions_folder, exercise, title)


def course_texts(folder: Path, title: str, exercise: NewExercise, part_title: str) -> Texts:
    """Return the files of a new course with one part.

    Raises:
        ScaffoldError: the folder is not empty, or a name is none.
    """
    from autograder.authoring.scaffold.course_file import exercise_entry  # noqa: PLC0415 - needs an extra

    check_new_course(folder)
    check_part_id(exercise.part)
    check_form(exercise)
    words = {"points": f"{exercise.points:g}", "entries": exercise_entry(exercise), "libraries": ""}
    texts = course_files(folder, title, part_title, exercise.words | words)
    return texts | _part_texts(folder / "solutions", exercise, part_title)


def course_files(folder: Path, title: str, part_title: str, words: Mapping[str, str]) -> Texts:
    """Return the files of a new course besides those of its part.

    Args:
        folder: the folder of the course.
        title: its title.
        part_title: that of its part.
        words: what else the templates need.
    """
    from autograder.authoring.scaffold.course_file import as_toml  # noqa: PLC0415 - needs an extra

    words = {**words, "title": as_toml(title), "part_title": as_toml(part_title), "course_title": title}
    texts = {folder / COURSE_FILE: _from_template("course/course.txt", words)}
    return texts | {folder / path: _from_template(f"course/{name}", words) for path, name in COURSE_FILES.items()}


def _part_texts(solutions: Path, exercise: NewExercise, title: str = "") -> Texts:
    """Return the files of an exercise in the folder of its part; with a title, that of a part that is new too."""
    folder, words = solutions / exercise.part, _words(exercise)
    source, public = folder / exercise.file, folder / PUBLIC / f"test_{exercise.file}"
    checks = folder / "checks" / f"test_{exercise.part[:2]}_{exercise.snake}.py"
    programs = folder / "programs" / f"{exercise.name}.py"
    for path in (checks, programs):
        if path.exists():
            raise ScaffoldError(f"{path}: exists already; move it away, or take another name")
    kind = exercise.template
    own = {part: _from_template(f"{kind}/{part}.txt", words) for part in ("solution", "checks", "public")}
    texts = {
        source: _with_solution(source, title, own["solution"], exercise.kind),
        checks: own["checks"],
        public: _with_public(public, exercise, own["public"]),
        programs: _from_template(f"{kind}/programs.txt", words),
        folder / "mistakes.toml": with_mistakes(solutions, exercise),
    }
    return texts | (_with_argument(solutions / ARGUMENTS) if exercise.kind == "generator" else {})


def _words(exercise: NewExercise) -> dict[str, str]:
    return exercise.words | (shape_words(exercise) if exercise.inputs else {})


def _with_argument(path: Path) -> Texts:
    """Return the file of arguments with the model that a new generator is called with, if that is missing."""
    text = path.read_text(encoding="utf-8") if path.exists() else _from_template("generator/new_arguments.txt", {})
    if "look_up" in text:
        return {}
    return {path: with_imports(_joined(text, _from_template("generator/arguments.txt", {}), 2), ARGUMENT_IMPORTS)}


def _with_solution(source: Path, title: str, text: str, kind: str) -> str:
    if title:
        number, _, _ = source.parent.name.partition("_")
        start = f"# %% [markdown]\n# # {number} · {title}\n#\n# What this part is about, and what it builds on.\n"
    else:
        start = source.read_text(encoding="utf-8")
    return with_imports(_joined(start, text, 1 if title else 2), SOLUTION_IMPORTS[kind])


def _with_public(path: Path, exercise: NewExercise, text: str) -> str:
    needed = (*ALL_PUBLIC, *PUBLIC_IMPORTS[exercise.kind])
    if path.exists():
        return with_imports(_joined(path.read_text(encoding="utf-8"), text, 2), needed)
    head = with_imports(f'"""Public tests of {exercise.file}."""\n', needed)
    return _joined(head, text, 2)


def with_mistakes(solutions: Path, exercise: NewExercise) -> str:
    """Return the file of mistakes with the words for those of the new programs.

    Raises:
        ScaffoldError: a mistake is called like one of the new ones.
    """
    path = solutions / exercise.part / "mistakes.toml"
    text = _from_template(f"{exercise.template}/mistakes.txt", exercise.words)
    names = tomllib.loads(text).keys()
    for other in sorted(solutions.glob("*/mistakes.toml")):
        if known := read_optional_toml(other).keys() & set(names):
            raise ScaffoldError(f"{other}: has a mistake {min(known)} already; take another name for the exercise")
    start = "# The words of mistakes that only this part has; without a hint, that of the family is shown.\n"
    start = path.read_text(encoding="utf-8") if path.exists() else start
    return _joined(start, _as_tables(text) if TABLE.search(start) else text, 1)


def _as_tables(text: str) -> str:
    """Return entries of one line as tables: behind a table, a line would belong to it."""
    return DELIMITER.sub("\n", ENTRY.sub(r"\n[\1]\n\2\n", text)).lstrip("\n")


def _joined(start: str, text: str, empty_lines: int) -> str:
    return start.rstrip("\n") + "\n" * (empty_lines + 1) + text


def _from_template(name: str, words: Mapping[str, str]) -> str:
    return Template((TEMPLATES / name).read_text(encoding="utf-8")).substitute(words)


def write_together(texts: Texts) -> None:
    """Write all files; if one cannot be written, the others are as they were before.

    Raises:
        OSError: a file cannot be written.
    """
    before = {path: path.read_bytes() if path.exists() else None for path in texts}
    folders = [folder for path in texts for folder in path.parents if not folder.exists()]
    try:
        for path, text in texts.items():
            write_binary(path, text.encode())
    except BaseException:
        with contextlib.suppress(OSError):
            _restore(before)
            for folder in sorted({folder for folder in folders if folder.exists()}, reverse=True):
                folder.rmdir()
        raise


def _restore(before: Mapping[Path, bytes | None]) -> None:
    for path, data in before.items():
        if data is None:
            path.unlink(missing_ok=True)
        elif path.read_bytes() != data:
            write_binary(path, data)
