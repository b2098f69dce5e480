"""Which files of the package run between one failing softmax check and its feedback.html, in grader and sandbox.

A copy of the checkout grades one file whose `softmax` is wrong. In the copy, the package and the code inside the
sandbox each set a profile function that marks the file of every function called. The marks are bytes of memory that
grader, warm process and workers share. It is mapped before a worker gives up its rights, so a worker writes no file.
This works at every level where the sandbox reads the checkout itself, the strongest of which is landlock.
"""

import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ISOLATION = "landlock"
EXERCISE = "softmax"
ASSIGNMENT, FILE = "01_self_attention", "self_attention.py"
WRONG_SOFTMAX = '''"""One exercise of the part, wrong: it normalises over all entries."""

import torch
from torch import Tensor


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    exponentials = torch.exp(z - z.amax(dim=dim, keepdim=True))
    return exponentials / exponentials.sum()
'''
SANDBOX = "autograder/sandbox"
COPIED = ("autograder", "solutions", "assignments", "course.toml", "pyproject.toml")
BEFORE, RECORDING, JUDGING, AFTER = range(4)  # phases of the run; a mark has one bit for each
TRACER = """
def _trace_files():
    import json, mmap, os, sys, threading

    if sys.getprofile():  # the grader imports the code of the sandbox too
        return
    plan = json.load(open({plan!r}))
    with open(plan["marks"], "r+b") as file:
        marks = mmap.mmap(file.fileno(), 0)
    is_guest = "." not in __name__ and __name__ != "autograder"
    root, place = plan["root"], {{path: number for number, path in enumerate(plan["files"], 1)}}
    checks = {{(path, name) for path, name in plan["checks"]}}

    def note(frame, event, argument):
        code = frame.f_code
        if event != "call" or not code.co_flags & 1:  # 1: a function, neither a module nor the body of a class
            return
        path = code.co_filename
        if is_guest and marks[0] < {judging} and (path, code.co_name) == {student}:
            marks[0] = {judging}
        number = path.startswith(root) and place.get(path[len(root):])
        if number:
            if not marks[0] and (path[len(root):], code.co_name) in checks:
                marks[0] = {recording}
            marks[number] |= 1 << marks[0]

    def written(event, arguments):
        if event == "os.rename" and os.fsdecode(arguments[1]).endswith("feedback.html"):
            marks[0] = {after}

    sys.addaudithook(written)
    threading.setprofile(note)
    sys.setprofile(note)


_trace_files()
"""


@dataclass(frozen=True)
class Trace:
    """Paths below the checkout of files of which a function ran.

    Attributes:
        judged: from the first call of the student's softmax until feedback.html was written.
        checked: the same from the first call of a hidden check of softmax; the checks of the whole part are first
            recorded on the solution.
        whole: during the whole command, its start included.
        guest: the folder of the code inside the sandbox.
        outcome: what the run said of the exercise.
        isolation: the level of isolation of the run.
    """

    judged: tuple[str, ...]
    checked: tuple[str, ...]
    whole: tuple[str, ...]
    guest: str
    outcome: str
    isolation: str = ISOLATION

    def is_guest(self, path: str) -> bool:
        """Whether a file runs inside the sandbox."""
        return path.startswith(f"{self.guest}/")


def trace(checkout: Path) -> Trace:
    """Grade with a traced copy of `checkout`.

    Raises:
        RuntimeError: the run failed, no check of softmax failed, or no feedback.html was written.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        copy = folder / "checkout"
        _copy(checkout, copy)
        files = sorted(path.relative_to(copy).as_posix() for path in copy.rglob("*.py"))
        guest = _guest_folder(copy)
        marks = folder / "marks"
        marks.write_bytes(bytes(len(files) + 1))
        _insert_tracer(copy, guest, folder / "plan.json", files, marks)
        outcome = _grade(copy, folder)
        found = marks.read_bytes()
    if found[0] != AFTER or outcome == "right":
        raise RuntimeError(f"{checkout}: no check of {EXERCISE} failed, or no feedback.html was written")
    seen = [(path, mark) for path, mark in zip(files, found[1:], strict=True) if path.startswith("autograder/")]
    phases = (1 << JUDGING, 1 << RECORDING | 1 << JUDGING, ~0)
    judged, checked, whole = (tuple(path for path, mark in seen if mark & bits) for bits in phases)
    return Trace(judged, checked, whole, guest, outcome)


def _copy(checkout: Path, copy: Path) -> None:
    copy.mkdir()
    for name in COPIED:
        source = checkout / name
        if source.is_dir():
            shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.is_file():
            shutil.copy(source, copy / name)


def _guest_folder(copy: Path) -> str:
    """The folder of the code inside the sandbox, by its present name or the former one."""
    for name in ("guest", "box"):
        if (copy / SANDBOX / name).is_dir():
            return f"{SANDBOX}/{name}"
    raise RuntimeError(f"{copy}: has no code for inside the sandbox")


def _insert_tracer(copy: Path, guest: str, plan: Path, files: list[str], marks: Path) -> None:
    checks = [(path, name) for path in files for name in _softmax_checks(copy / path)]
    plan.write_text(json.dumps({"root": f"{copy}/", "marks": str(marks), "files": files, "checks": checks}))
    student = (FILE, EXERCISE)
    code = TRACER.format(plan=str(plan), recording=RECORDING, judging=JUDGING, after=AFTER, student=student)
    for package in ("autograder", guest):
        path = copy / package / "__init__.py"
        path.write_text(path.read_text() + code)


def _softmax_checks(path: Path) -> list[str]:
    """The functions of a file that are hidden checks of softmax: `@check("softmax.…")`."""
    text = path.read_text(encoding="utf-8")
    if f'"{EXERCISE}.' not in text:
        return []
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    return [function.name for function in functions if any(map(_names_softmax, function.decorator_list))]


def _names_softmax(decorator: ast.expr) -> bool:
    if not isinstance(decorator, ast.Call) or not decorator.args:
        return False
    first = decorator.args[0]
    return isinstance(first, ast.Constant) and str(first.value).startswith(f"{EXERCISE}.")


def _grade(copy: Path, folder: Path) -> str:
    """Grade the wrong program; the outcome of its exercise."""
    submission = folder / "class" / "student" / ASSIGNMENT
    submission.mkdir(parents=True)
    (submission / FILE).write_text(WRONG_SOFTMAX)
    command = [sys.executable, "-m", "autograder", "grade", str(folder / "class"), "--out", str(folder / "graded")]
    command += ["--jobs", "1", "--isolation", ISOLATION]
    environment = os.environ | {"PYTHONPATH": str(copy), "AUTOGRADER_COURSE": str(copy)}
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"grading ended with status {done.returncode}: {done.stderr.strip()[-2000:]}")
    result = json.loads(next((folder / "graded").rglob("result.json")).read_text(encoding="utf-8"))
    outcome: str = next(item["outcome"] for item in result["exercises"] if item["name"] == EXERCISE)
    return outcome
