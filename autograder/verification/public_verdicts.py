"""Public tests on the solution, the right styles and the wrong programs, in a process of their own."""

import contextlib
import json
import multiprocessing
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.audit.programs import Program
from autograder.authoring.generated import kit_files, material, public_tests
from autograder.course import Assignment, Course, Exercise
from autograder.execution.fork_map import follow_parent
from autograder.verification.report import Problem
from autograder.wording import first_of

RIGHT_KINDS = ("right", "allowed", "listed")
SOLUTION = "the solution"
PLUGINS = ("autograder.authoring.public_runs", "autograder.verification.public_outcomes")
MOST_NAMED = 6  # programs in one note
SETTINGS = "[pytest]\naddopts = --import-mode=importlib\n"


@dataclass(frozen=True)
class Outcome:
    """How a test ended for a program, given by its key; `problem` is empty if it passed."""

    test: str
    program: str
    problem: str


def subjects_of(course: Course, exercise: Exercise, programs: Sequence[Program]) -> list[Program]:
    """Return the solution, as a program without a name, and the programs that public tests should judge."""
    solution = Program("right", "", exercise, SOLUTION, "", course.solution_file(exercise).read_bytes())
    own = [item for item in programs if item.exercise == exercise and item.kind in ("wrong", *RIGHT_KINDS)]
    return [solution, *own]


def run_public(course: Course, part: Assignment, subjects: Sequence[Program]) -> list[Outcome]:
    """Run the public tests of a part, as they are in `solutions/`, on programs of it.

    Raises:
        ChildProcessError: pytest could not run them.
    """
    with tempfile.TemporaryDirectory(prefix="public-") as place:
        top = Path(place)
        _write_tree(top, course, part)
        for subject in subjects:
            _write_subject(top / "programs" / subject.key, course, subject)
        context = multiprocessing.get_context("fork")
        process = context.Process(target=_run, args=(top, part.id), daemon=True)
        process.start()
        process.join()
        result = top / "outcomes"
        if not result.is_file():
            log = (top / "log").read_text(encoding="utf-8", errors="replace").strip().splitlines()
            raise ChildProcessError(f"pytest does not run them: {log[-1] if log else 'it said nothing'}")
        rows = json.loads(result.read_text(encoding="utf-8"))
    return [Outcome(**row) for row in rows]


def public_problems(subjects: Sequence[Program], outcomes: Sequence[Outcome]) -> Iterator[Problem]:
    """Yield a problem for each test that right programs fail, and for each exercise without a test."""
    by_program = _by_program(outcomes)
    failed: dict[tuple[Exercise, str], list[tuple[str, str]]] = {}
    for subject in subjects:
        if not subject.cell_name and subject.key not in by_program:
            yield Problem(subject.exercise.full_name, f"has no public test in public/test_{subject.exercise.file}")
        for outcome in by_program.get(subject.key, ()):
            if outcome.problem and subject.kind in RIGHT_KINDS:
                name = subject.cell_name or SOLUTION
                failed.setdefault((subject.exercise, outcome.test), []).append((name, outcome.problem))
    for (exercise, test), programs in failed.items():
        names = first_of([name for name, _ in programs], MOST_NAMED)
        yield Problem(exercise.full_name, f"public test {test} fails what is right, {names}: {programs[0][1]}")


def passing_programs(subjects: Sequence[Program], outcomes: Sequence[Outcome]) -> list[Program]:
    """Return the wrong programs that pass all public tests of their exercise."""
    by_program = _by_program(outcomes)
    wrong = [item for item in subjects if item.kind == "wrong" and item.key in by_program]
    return [item for item in wrong if not any(outcome.problem for outcome in by_program[item.key])]


def _by_program(outcomes: Sequence[Outcome]) -> Mapping[str, list[Outcome]]:
    found: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        found.setdefault(outcome.program, []).append(outcome)
    return found


def _write_tree(top: Path, course: Course, part: Assignment) -> None:
    """Write the student kit with the tests and data of a part, which `autograder sync` may not have copied yet."""
    (top / "pytest.ini").write_text(SETTINGS, encoding="utf-8")
    for name, path in (kit_files() | public_tests(course, part) | material(course, part)).items():
        copy = top / "assignments" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())


def _write_subject(folder: Path, course: Course, subject: Program) -> None:
    folder.mkdir(parents=True)
    for path in (course.solutions_folder / subject.exercise.assignment).glob("*.py"):
        (folder / path.name).write_bytes(path.read_bytes())
    (folder / subject.exercise.file).write_bytes(subject.source)


def _run(top: Path, part: str) -> None:
    """Run pytest in this process, which was forked for it: what it needs is imported already."""
    follow_parent()
    with contextlib.suppress(OSError):
        log = os.open(top / "log", os.O_WRONLY | os.O_CREAT)
        os.dup2(log, 1)
        os.dup2(log, 2)
    os.chdir(top)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # plugins take time, and none is needed
    sys.path[:0] = [str(top)]
    for name in [name for name in sys.modules if name.split(".")[0] == "assignments"]:
        del sys.modules[name]
    import pytest  # noqa: PLC0415 - not while the process is a command of the autograder

    plugins = [word for name in PLUGINS for word in ("-p", name)]
    options = ["-q", "--no-header", "--tb=no", "-p", "no:cacheprovider"]
    files = [f"--wrong-programs={top / 'programs'}", f"--results={top / 'results'}", f"--outcomes={top / 'outcomes'}"]
    pytest.main([*options, *plugins, *files, f"assignments/{part}"])
    sys.stdout.flush()
    os._exit(0)
