"""Stubs, handouts and notebooks from solutions/: the one source of every exercise."""

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from autograder.authoring.cells import Source, read_source
from autograder.authoring.handout import handout
from autograder.authoring.notebooks import student_notebook
from autograder.authoring.rules import mistakes
from autograder.course import Assignment, Course, CourseError
from autograder.errors import AutograderError
from autograder.results.files import write_text

DONE, FOUND, CANNOT = 0, 1, 2


class SyncError(AutograderError):
    """What stands in the way of making the files, one sentence in each line."""

    exit_status = 1


def run_sync(course: Course, *, check: bool, solutions: Path | None = None, assignments: Path | None = None) -> int:
    """Write what `solutions` give into `assignments`; with `check`, write nothing and name what differs.

    Returns 0 when all is as it should be, 1 when something differs or a solution file has a mistake, 2 when nbgrader
    or jupytext is missing or the course cannot be read.
    """
    solutions, assignments = solutions or course.solutions_folder, assignments or course.assignments_folder
    try:
        texts = made_from(solutions, course)
    except (ImportError, CourseError) as error:
        return _stop(CANNOT, _reason(error))
    except SyncError as error:
        return _stop(FOUND, str(error))
    changed = [path for path, text in texts.items() if not _holds(assignments / path, text)]
    differ = f"differs from what {solutions.name}/ give; run `autograder sync`"
    sentences = [f"{assignments.name}/{path}: {differ}" for path in changed if check]
    if not check:
        _write(assignments, {path: texts[path] for path in changed})
        print(f"{len(texts)} files, {len(changed)} of them written")  # noqa: T201 - the report of the command
    sentences += [
        f"{assignments.name}/{path}: nothing in {solutions.name}/ gives it; delete it, or add its solution"
        for path in _leftover(assignments, texts)
    ]
    return _stop(FOUND, "\n".join(sentences)) if sentences else DONE


def made_from(
    solutions: Path, course: Course, revised: Callable[[Source, Assignment], Source] = lambda source, _: source
) -> dict[str, str]:
    """Every file that `solutions` give, by its path below the assignments; `revised`: what is made of each one first.

    Raises:
        SyncError: a solution file is missing, belongs to nothing, or breaks a rule.
        ImportError: nbgrader or jupytext is not installed.
    """
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
        yield from mistakes(source, [exercise.name for exercise in assignment.of_file(file)])


def _write(assignments: Path, texts: Mapping[str, str]) -> None:
    for path, text in texts.items():
        write_text(assignments / path, text)
        print(f"written: {assignments.name}/{path}")  # noqa: T201 - the report of the command


def _leftover(assignments: Path, texts: Mapping[str, str]) -> list[str]:
    """Files that look generated and are not: of a solution that was renamed, or of an assignment that is gone."""
    paths = [path for path in assignments.glob("[0-9]*/*") if path.suffix in (".py", ".ipynb", ".md")]
    names = [path.relative_to(assignments).as_posix() for path in paths if not path.name.startswith("test_")]
    return sorted(name for name in names if name not in texts)


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
