"""Stubs, handouts and notebooks from solutions/: the one source of every exercise."""

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from autograder.authoring.cells import Source, read_source
from autograder.authoring.generated import copies, edited_by_hand, kit_files, public_tests, record, without_exercise
from autograder.authoring.handout import handout
from autograder.authoring.notebooks import student_notebook
from autograder.authoring.source_rules import broken_rules
from autograder.course import Assignment, Course, CourseError
from autograder.errors import AutograderError
from autograder.results.files import write_text

DONE, FOUND, CANNOT = 0, 1, 2


class SyncError(AutograderError):
    """What stands in the way of making the files, one sentence in each line."""

    exit_status = 1


def run_sync(course: Course, *, check: bool, force: bool = False) -> int:
    """Write what the solutions give into `assignments/`; with `check`, write nothing and name what differs.

    A generated file that was edited by hand is not overwritten, unless with `force`.

    Returns 0 when all is as it should be, 1 when something differs, a solution file has a mistake or a generated file
    was edited, 2 when nbgrader or jupytext is missing or the course cannot be read.
    """
    solutions, assignments = course.solutions_folder, course.assignments_folder
    try:
        texts = made_from(course)
        sources = _sources(course, texts, solutions)
        texts |= {name: path.read_text(encoding="utf-8") for name, path in copies(course).items()}
    except (ImportError, CourseError) as error:
        return _stop(CANNOT, _reason(error))
    except SyncError as error:
        return _stop(FOUND, str(error))
    edited = [] if check or force else edited_by_hand(assignments, texts)
    if edited:
        told = [f"{assignments.name}/{name}: was edited by hand; move the edit to {sources[name]}" for name in edited]
        return _stop(FOUND, "\n".join([*told, "nothing was written; `autograder sync --force` discards such edits"]))
    changed = [path for path, text in texts.items() if not _holds(assignments / path, text)]
    sentences = [
        f"{assignments.name}/{path}: differs from {sources[path]}; run `autograder sync`" for path in changed if check
    ]
    if not check:
        _write(assignments, {path: texts[path] for path in changed})
        record(assignments, texts)
        print(f"{len(texts)} files, {len(changed)} of them written")  # noqa: T201 - the report of the command
    sentences += [*without_exercise(course), *_leftover(assignments, solutions, texts)]
    return _stop(FOUND, "\n".join(sentences)) if sentences else DONE


def _sources(course: Course, texts: Mapping[str, str], solutions: Path) -> dict[str, str]:
    """Where to edit what becomes each file of `assignments/`."""
    root = solutions.parent
    made = {name: f"{solutions.name}/{name}" for name in texts}
    for assignment in course:
        every = " and ".join(f"{solutions.name}/{assignment.id}/{file}" for file in assignment.files)
        made |= {name: every for name in made if name.startswith(f"{assignment.id}/") and not name.endswith(".py")}
    engine = {name: f"autograder/student_kit/{path.name}" for name, path in kit_files().items()}
    tests = {
        name: path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name
        for part in course
        for name, path in public_tests(course, part).items()
    }
    return made | engine | tests


def made_from(
    course: Course, revised: Callable[[Source, Assignment], Source] = lambda source, _: source
) -> dict[str, str]:
    """Every file that the solutions give, by its path below the assignments.

    Args:
        course: the course.
        revised: what is made of each solution first.

    Raises:
        SyncError: a solution file is missing, belongs to nothing, or breaks a rule.
        ImportError: nbgrader or jupytext is not installed.
    """
    solutions = course.solutions_folder
    found = [sentence for assignment in course for sentence in _mistakes(solutions / assignment.id, assignment)]
    if found:
        raise SyncError("\n".join(found))
    texts: dict[str, str] = {}
    for assignment in course:
        sources = [read_source(solutions / assignment.id, file) for file in assignment.files]
        texts |= _files_of(assignment, [revised(source, assignment) for source in sources])
    return texts


def _files_of(assignment: Assignment, sources: list[Source]) -> dict[str, str]:
    from autograder.authoring.clearing import cleared, stub  # noqa: PLC0415 - an extra, and slow

    notebooks = {source.file: cleared(source) for source in sources}
    notebook = student_notebook(assignment, notebooks)
    return {
        f"{assignment.id}/README.md": handout(assignment, sources),
        **{f"{assignment.id}/{file}": _python(stub(part), assignment.id, file) for file, part in notebooks.items()},
        f"{assignment.id}/{assignment.id}.ipynb": notebook,
    }


def _python(text: str, folder: str, file: str) -> str:
    """`text`, if it is Python: a region may have taken too much with it."""
    try:
        compile(text, file, "exec", dont_inherit=True)
    except SyntaxError as error:
        raise SyncError(
            f"{folder}/{file}: without the solutions it is no Python: {error.msg} in line {error.lineno}"
        ) from error
    return text


def _mistakes(folder: Path, assignment: Assignment) -> Iterator[str]:
    label = f"{folder.parent.name}/{folder.name}"
    for file in sorted(path.name for path in folder.glob("*.py")):
        if file not in assignment.files:
            yield f"{label}/{file}: the course has no exercise in this file"
    for file in assignment.files:
        if not (folder / file).is_file():
            yield f"{label}/{file}: is missing; the course has exercises in it"
            continue
        try:
            source = read_source(folder, file)
        except UnicodeDecodeError:
            yield f"{label}/{file}: is not UTF-8"
            continue
        yield from broken_rules(source, [exercise.name for exercise in assignment.of_file(file)])


def _write(assignments: Path, texts: Mapping[str, str]) -> None:
    for path, text in texts.items():
        write_text(assignments / path, text)
        print(f"written: {assignments.name}/{path}")  # noqa: T201 - the report of the command


def _leftover(assignments: Path, solutions: Path, texts: Mapping[str, str]) -> list[str]:
    """Files that look generated and are not: of a solution that was renamed, or of an assignment that is gone."""
    paths = [path for place in ("[0-9]*/*", "_support/*") for path in assignments.glob(place)]
    names = [path.relative_to(assignments).as_posix() for path in paths if path.suffix in (".py", ".ipynb", ".md")]
    return [
        f"{assignments.name}/{name}: nothing in {solutions.name}/ gives it; delete it, or add its source"
        for name in sorted(names)
        if name not in texts
    ]


def _holds(path: Path, text: str) -> bool:
    return path.is_file() and path.read_bytes() == text.encode()


def _reason(error: Exception) -> str:
    if isinstance(error, ImportError):
        return f"sync needs nbgrader and jupytext ({error}): install them with `pip install -e '.[notebooks]'`"
    return str(error)


def _stop(status: int, sentences: str) -> int:
    for sentence in sentences.splitlines():
        print(f"autograder: {sentence}", file=sys.stderr)  # noqa: T201 - what the author is to read
    return status
