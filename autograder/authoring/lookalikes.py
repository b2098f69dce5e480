"""What wrong results of the public tests look like, learnt from the wrong programs in `tests/wrong`.

A handout gets a few numbers for each result, with words: enough to recognise it, no program and no right answer.
"""

import ast
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from autograder.audit.zoo import Specimen, read_zoo
from autograder.course import Assignment, Course
from autograder.diagnosis.mistakes import MISTAKES_FILE
from autograder.results.files import write_text

ROOT = Path(__file__).resolve().parents[2]
FOLDER = "assignments/_support/wrong_results"
SUPPORT = ("asserting.py", "compare.py", "constants.py", "prints.py")  # what a result and a call are
MOST, LONGEST = 3, 130  # reasons that one result may have, and letters of them all
ABOUT_WEIGHTS = {"axis", "mask", "normalisation", "scale"}  # their hints help in exercises on attention only
FAMILIES = {"autograd": "gradients", "cross": "roles of the two inputs", "training": "training loop"}
Result = dict[str, Any]
Tests = dict[str, dict[str, list[dict[str, Any]]]]


def run_lookalikes(course: Course, *, check: bool, root: Path = ROOT) -> list[str]:
    """Names of the files that are not what the wrong programs and public tests give; written, unless with `check`."""
    stale = []
    for assignment in course:
        path = root / FOLDER / f"{assignment.id}.json"
        specimens = [item for item in read_zoo(course, [assignment], root=root) if item.kind == "wrong"]
        made_from = _digest(assignment, specimens, root)
        if _made_from(path) != made_from:
            stale.append(f"{FOLDER}/{path.name}")
            if not check:
                write_text(path, _text(made_from, _tests(specimens, _results(assignment, specimens, root))))
    return stale


def _digest(assignment: Assignment, specimens: Sequence[Specimen], root: Path) -> str:
    """All that the file is made from."""
    tests = sorted((root / "assignments" / assignment.id).glob("test_*.py"))
    support = [
        root / "assignments/_support" / name for name in ("compare.py", "asserting.py", "constants.py", "prints.py")
    ]
    solutions = sorted((root / "solutions" / assignment.id).glob("*.py"))
    makers = [Path(__file__), Path(__file__).with_name("public_runs.py")]
    whole = hashlib.sha256(json.dumps(_hints(), sort_keys=True).encode())
    for path in [*tests, *support, *solutions, *makers]:
        whole.update(path.read_bytes())
    for item in specimens:
        whole.update(f"{item.name}\n".encode() + item.path.read_bytes())
    return whole.hexdigest()


def _made_from(path: Path) -> str:
    try:
        return str(json.loads(path.read_text(encoding="utf-8"))["made_from"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _hints() -> dict[str, str]:
    hints: dict[str, str] = tomllib.loads(MISTAKES_FILE.read_text(encoding="utf-8"))["hints"]
    return hints


def _results(assignment: Assignment, specimens: Sequence[Specimen], root: Path) -> list[Result]:
    """What the public tests say about every wrong program."""
    with tempfile.TemporaryDirectory() as folder:
        programs, found = Path(folder) / "programs", Path(folder) / "found"
        for specimen in specimens:
            _write_program(programs / specimen.path.stem, specimen, root)
        command = [sys.executable, "-m", "pytest", "-q", "--no-header", "--tb=no", "-p", "no:cacheprovider"]
        command += ["-p", "autograder.authoring.public_runs", f"--wrong-programs={programs}", f"--found={found}"]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        done = subprocess.run(  # noqa: S603 - our own tests over our own programs
            [*command, f"assignments/{assignment.id}"],
            cwd=root,
            env=environment | {"OMP_NUM_THREADS": "1"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        if done.returncode > 1:
            raise ChildProcessError(f"the public tests of {assignment.id} do not run: {done.stdout[-500:]}")
        results: list[Result] = json.loads(found.read_text(encoding="utf-8"))
        return results


def _write_program(folder: Path, specimen: Specimen, root: Path) -> None:
    folder.mkdir(parents=True)
    for path in (root / "solutions" / specimen.exercise.assignment).glob("*.py"):
        (folder / path.name).write_bytes(path.read_bytes())
    (folder / specimen.exercise.file).write_bytes(specimen.source)


def _tests(specimens: Iterable[Specimen], results: Iterable[Result]) -> Tests:
    """By test and call: each result for which there are words."""
    known = {item.path.stem: item for item in specimens}
    tests: Tests = {}
    for result in results:
        found = _words([known[name] for name in result["programs"]])
        if found is not None:
            entry = {"text": found[0], "family": found[1], "print": result["print"]}
            tests.setdefault(result["test"], {}).setdefault(result["called"], []).append(entry)
    return tests


def _words(programs: Sequence[Specimen]) -> tuple[str, str] | None:
    """What programs with the same result have in common, and their family; nothing where they are too different."""
    plain = [item for item in programs if not _cunning(item)] or programs
    texts = list(dict.fromkeys(item.text for item in sorted(plain, key=lambda item: len(item.source))))
    families = {item.family or "" for item in plain}
    family = families.pop() if len(families) == 1 else ""
    joined = "; or ".join(texts)
    if len(texts) <= MOST and len(joined) <= LONGEST:
        return joined, "" if family in ABOUT_WEIGHTS and not programs[0].exercise.forbidden else family
    return (f"a mistake of the {FAMILIES.get(family, family)}", family) if family in _hints() else None


def _cunning(specimen: Specimen) -> bool:
    """Whether it behaves differently from case to case, which is a test of our checks and no mistake of a student's."""
    tree = ast.parse(specimen.path.read_bytes())
    return any(isinstance(node, ast.If | ast.IfExp | ast.While | ast.Try) for node in ast.walk(tree))


def _text(made_from: str, tests: Tests) -> str:
    """One line for each result, so that a change can be read."""
    families = {entry["family"] for calls in tests.values() for entries in calls.values() for entry in entries}
    hints = {family: hint for family, hint in sorted(_hints().items()) if family in families}
    lines = [f'{{"made_from": {json.dumps(made_from)},', f'"hints": {json.dumps(hints, indent=1)},', '"tests": {']
    for test, calls in tests.items():
        lines.append(f"{json.dumps(test)}: {{")
        for called, entries in calls.items():
            lines.append(f"{json.dumps(called)}: [")
            lines += [f"{json.dumps(entry)}," for entry in entries[:-1]] + [f"{json.dumps(entries[-1])}],"]
        lines[-1] = lines[-1].removesuffix(",") + "},"
    lines[-1] = lines[-1].removesuffix(",")
    return "\n".join([*lines, "}}"]) + "\n"
