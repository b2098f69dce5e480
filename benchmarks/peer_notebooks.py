"""The same checks as notebooks for nbgrader and otter: one test cell per exercise, run in the student's kernel."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_notebook

from benchmarks.peer_scores import Verdicts

ROOT = Path(__file__).parents[1]
PATH = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # nbgrader starts alembic by name
ENVIRONMENT = os.environ | {
    "OMP_NUM_THREADS": "1",
    "PYTHONPATH": str(ROOT),
    "AUTOGRADER_COURSE": str(ROOT),
    "PATH": PATH,
}
SETUP = """
from benchmarks.peer_kernel import check
"""


def notebook(part: str, folder: Path) -> nbformat.NotebookNode:
    """The student's files in cells, and a test cell for each exercise."""
    from autograder.course import load_course  # noqa: PLC0415 - only where notebooks are made

    cells = [new_code_cell(SETUP, id="setup")]
    for place, path in enumerate(sorted(folder.glob("*.py"))):
        text = path.read_text(encoding="utf-8-sig", errors="replace")
        text = text.replace("SOLUTION", "solution")  # marks of nbgrader, which it would cut out
        cells.append(_cell(f"solution{place}", text, solution=True))
    for exercise in load_course().assignment(part).exercises:
        call = f"check({part!r}, {exercise.name!r}, globals())"
        cells.append(_cell(f"test_{exercise.name}", call, points=exercise.points))
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})


def _cell(name: str, source: str, *, solution: bool = False, points: float | None = None) -> nbformat.NotebookNode:
    cell = new_code_cell(source, id=name[:60])
    grade = points is not None
    about = {
        "grade": grade,
        "solution": solution,
        "locked": grade,
        "grade_id": name,
        "schema_version": 3,
        "task": False,
    }
    cell.metadata["nbgrader"] = about | ({"points": points} if grade else {})
    return cell


def nbgrader_passed(part: str, folders: Sequence[Path], course: Path) -> Verdicts | None:
    """(g): run `nbgrader autograde`; return the exercises whose test cell got its points, None if not installed."""
    if importlib.util.find_spec("nbgrader") is None:
        return None
    (course / "source" / part).mkdir(parents=True)
    (course / "nbgrader_config.py").write_text("c = get_config()\nc.CourseDirectory.course_id = 'course'\n")
    nbformat.write(notebook(part, folders[0]), course / "source" / part / f"{part}.ipynb")
    _run(["nbgrader", "generate_assignment", part], course)
    for folder in folders:
        target = course / "submitted" / folder.parent.name / part
        target.mkdir(parents=True)
        nbformat.write(notebook(part, folder), target / f"{part}.ipynb")
    _run(["nbgrader", "autograde", part], course)
    return _nbgrader_passed(course / "gradebook.db")


def _nbgrader_passed(database: Path) -> Verdicts:
    """Read from nbgrader's own gradebook which test cells got all their points."""
    from nbgrader.api import Gradebook, SubmittedAssignment  # noqa: PLC0415 - an extra

    passed: dict[str, set[str]] = {}
    with Gradebook(f"sqlite:///{database}") as gradebook:
        for submission in gradebook.db.query(SubmittedAssignment).all():
            grades = [grade for notebook in submission.notebooks for grade in notebook.grades]
            right = {grade.name.removeprefix("test_") for grade in grades if grade.score == grade.max_score}
            passed[submission.student_id] = right
    return passed


def otter_passed(part: str, folders: Sequence[Path], target: Path) -> Verdicts | None:
    """(h): run `otter run`; return the exercises whose test passed, None if it is not installed."""
    if importlib.util.find_spec("otter") is None:
        return None
    from autograder.course import load_course  # noqa: PLC0415 - only where notebooks are made

    (target / "tests").mkdir(parents=True)
    for exercise in load_course().assignment(part).exercises:
        code = f">>> check({part!r}, {exercise.name!r}, globals())"
        case = {"code": code, "hidden": False, "locked": False}
        suite = {"cases": [case], "scored": True, "setup": "", "teardown": "", "type": "doctest"}
        test = {"name": exercise.name, "points": exercise.points, "suites": [suite]}
        (target / "tests" / f"{exercise.name}.py").write_text(f"OK_FORMAT = True\ntest = {test!r}\n")
    _run(["otter", "generate", "-t", "tests", "-o", "autograder.zip"], target)
    (target / "results").mkdir()
    passed = {}
    for folder in folders:
        path = target / f"{folder.parent.name}.ipynb"
        nbformat.write(notebook(part, folder), path)
        _run(["otter", "run", path.name, "-a", "autograder.zip", "-o", "results"], target)
        tests = json.loads((target / "results/results.json").read_text())["tests"]
        passed[folder.parent.name] = {test["name"] for test in tests if test.get("status") == "passed"}
    return passed


def _run(command: list[str], folder: Path) -> None:
    """Run a program to its end.

    Raises:
        SystemExit: it ended with an error: then its time would be that of a failure.
    """
    program = shutil.which(command[0], path=PATH) or command[0]
    line = [program, *command[1:]]
    done = subprocess.run(line, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} ended with status {done.returncode}\n{done.stderr[-2000:]}")
