"""Generates `assignments/` (stubs, READMEs, notebooks, public tests, student kit) from solutions/ and the engine."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from autograder.authoring.cells import Source, read_solution
from autograder.authoring.generated import (
    ENGINE,
    PUBLIC,
    SUPPORT,
    copied_files,
    edited_by_hand,
    kit_files,
    material,
    public_tests,
    record_generated,
    unmatched_tests,
)
from autograder.authoring.notebooks import student_notebook
from autograder.authoring.readme import assignment_readme
from autograder.authoring.source_rules import find_problems
from autograder.course import Assignment, Course, CourseError
from autograder.course.model import MATERIAL
from autograder.errors import AutograderError
from autograder.results.files import write_text

DONE, FOUND, CANNOT = 0, 1, 2
LIBRARIES = f"{SUPPORT}/libraries.txt"  # what students may import, for the public tests
FORBIDDEN = f"{SUPPORT}/forbidden.json"  # what exercises must not leave to the library, for the same


class SyncError(AutograderError):
    """The files cannot be generated; the message has one sentence per line."""

    exit_status = 1


def run_sync(course: Course, *, check: bool, force: bool = False) -> int:
    """Generate `assignments/`; with `check`, write nothing and name the files that differ.

    A generated file that was edited by hand is overwritten only with `force`.

    Returns:
        0 when everything is up to date, 1 when something differs, a solution file has a mistake or a generated file
        was edited, 2 when nbgrader or jupytext is missing or the course cannot be read.
    """
    assignments, folder = course.assignments_folder, course.assignments_folder.name
    try:
        texts = generated_texts(course)
    except (ImportError, CourseError) as error:
        return _stop(CANNOT, _reason(error))
    except SyncError as error:
        return _stop(FOUND, str(error))
    sources = _source_names(course)
    edited = [] if check or force else edited_by_hand(assignments, texts)
    if edited:
        lines = [f"{folder}/{name}: was edited by hand; move the edit to {sources[name]}" for name in edited]
        return _stop(FOUND, "\n".join([*lines, "nothing was written; `autograder sync --force` discards such edits"]))
    changed = [name for name, text in texts.items() if not _is_current(assignments / name, text)]
    if not check:
        _write(assignments, texts, changed)
    sentences = [*(out_of_date(course, texts) if check else ()), *unmatched_tests(course), *_leftover(course, texts)]
    return _stop(FOUND, "\n".join(sentences)) if sentences else DONE


def generated_texts(course: Course) -> dict[str, str]:
    """Return every file below `assignments/`, from solutions or copied, by its path there.

    Raises:
        SyncError: a solution file is missing, belongs to no exercise, or breaks a rule.
        ImportError: nbgrader or jupytext is not installed.
    """
    copied = {name: path.read_text(encoding="utf-8") for name, path in copied_files(course).items()}
    return solution_texts(course) | copied


def out_of_date(course: Course, texts: Mapping[str, str]) -> list[str]:
    """Return a sentence for each file of `assignments/` that is not what its source gives."""
    folder, sources = course.assignments_folder, _source_names(course)
    changed = [name for name, text in texts.items() if not _is_current(folder / name, text)]
    return [f"{folder.name}/{name}: differs from {sources[name]}; run `autograder sync`" for name in changed]


def _source_names(course: Course) -> dict[str, str]:
    """Return the file to edit for each generated file, by its path below `assignments/`."""
    names = {name: path.relative_to(ENGINE.parent).as_posix() for name, path in kit_files().items()}
    names[LIBRARIES] = names[FORBIDDEN] = "course.toml"
    for assignment in course:
        folder = f"{course.solutions_folder.name}/{assignment.id}"
        solutions = {f"{assignment.id}/{file}": f"{folder}/{file}" for file in assignment.files}
        generated = (f"{assignment.id}/README.md", f"{assignment.id}/{assignment.id}.ipynb")  # from all files together
        tests = {name: f"{folder}/{PUBLIC}/{path.name}" for name, path in public_tests(course, assignment).items()}
        data = {name: f"{folder}/{MATERIAL}/{path.name}" for name, path in material(course, assignment).items()}
        names |= solutions | dict.fromkeys(generated, " and ".join(solutions.values())) | tests | data
    return names


def solution_texts(
    course: Course, revise: Callable[[Source, Assignment], Source] = lambda source, _: source
) -> dict[str, str]:
    """Return every file that is generated from solutions, by its path below `assignments/`.

    Args:
        course: the course.
        revise: changes each solution file first.

    Raises:
        SyncError: a solution file is missing, belongs to no exercise, or breaks a rule.
        ImportError: nbgrader or jupytext is not installed.
    """
    solutions = course.solutions_folder
    problems = [sentence for part in course for sentence in _find_problems(solutions / part.id, part)]
    if problems:
        raise SyncError("\n".join(problems))
    texts = course_texts(course)
    for assignment in course:
        sources = [read_solution(solutions / assignment.id, file) for file in assignment.files]
        texts |= _assignment_texts(assignment, [revise(source, assignment) for source in sources])
    return texts


def course_texts(course: Course) -> dict[str, str]:
    """Return the generated files that depend on all parts, by their paths below `assignments/`."""
    return {LIBRARIES: "".join(f"{name}\n" for name in course.libraries), FORBIDDEN: _forbidden(course)}


def _forbidden(course: Course) -> str:
    """Return the from-scratch rules by part and exercise, as JSON."""
    rules = {
        part.id: {
            exercise.name: {"calls": rule.calls, "sentence": rule.sentence}
            for exercise in part.exercises
            if (rule := exercise.forbidden) is not None
        }
        for part in course
    }
    return json.dumps({part: own for part, own in rules.items() if own}, indent=1) + "\n"


def _assignment_texts(assignment: Assignment, sources: list[Source]) -> dict[str, str]:
    from autograder.authoring.clearing import stub_notebook, stub_text  # noqa: PLC0415 - an extra, and slow

    folder = assignment.id
    notebooks = {source.file: stub_notebook(source) for source in sources}
    return {
        f"{folder}/README.md": assignment_readme(assignment, sources),
        **{f"{folder}/{file}": _require_python(stub_text(part), folder, file) for file, part in notebooks.items()},
        f"{folder}/{folder}.ipynb": student_notebook(assignment, notebooks),
    }


def _require_python(text: str, folder: str, file: str) -> str:
    """Return a stub; refuse it if it does not parse, because a solution's marks may enclose too much."""
    try:
        compile(text, file, "exec", dont_inherit=True)
    except SyntaxError as error:
        raise SyncError(
            f"{folder}/{file}: without the solutions it is no Python: {error.msg} in line {error.lineno}"
        ) from error
    return text


def _find_problems(folder: Path, assignment: Assignment) -> Iterator[str]:
    label = f"{folder.parent.name}/{folder.name}"
    for file in sorted(path.name for path in folder.glob("*.py")):
        if file not in assignment.files:
            yield f"{label}/{file}: the course has no exercise in this file"
    for file in assignment.files:
        if not (folder / file).is_file():
            yield f"{label}/{file}: is missing; the course has exercises in it"
            continue
        try:
            source = read_solution(folder, file)
        except UnicodeDecodeError:
            yield f"{label}/{file}: is not UTF-8"
            continue
        yield from find_problems(source, [exercise.name for exercise in assignment.of_file(file)])


def _write(assignments: Path, texts: Mapping[str, str], changed: list[str]) -> None:
    for name in changed:
        write_text(assignments / name, texts[name])
        print(f"written: {assignments.name}/{name}")  # noqa: T201 - the report of the command
    record_generated(assignments, texts)
    print(f"{len(texts)} files, {len(changed)} of them written")  # noqa: T201 - the same


def _leftover(course: Course, texts: Mapping[str, str]) -> list[str]:
    """Name files that look generated but have no source: it was renamed, or its assignment was removed."""
    assignments = course.assignments_folder
    paths = [path for pattern in ("[0-9]*/*", "_support/*") for path in assignments.glob(pattern)]
    names = [path.relative_to(assignments).as_posix() for path in paths if path.suffix in (".py", ".ipynb", ".md")]
    return [
        f"{assignments.name}/{name}: nothing in {course.solutions_folder.name}/ gives it; delete it, or add its source"
        for name in sorted(names)
        if name not in texts
    ]


def _is_current(path: Path, text: str) -> bool:
    return path.is_file() and path.read_bytes() == text.encode()


def _reason(error: Exception) -> str:
    if isinstance(error, ImportError):
        return f"sync needs nbgrader and jupytext ({error}): install them with `pip install -e '.[notebooks]'`"
    return str(error)


def _stop(status: int, sentences: str) -> int:
    for sentence in sentences.splitlines():
        print(f"autograder: {sentence}", file=sys.stderr)  # noqa: T201 - for the author
    return status
