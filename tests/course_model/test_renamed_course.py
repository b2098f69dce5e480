"""The engine knows no exercise: a course whose exercises have other names is graded as this one is."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from autograder.course import load_course
from benchmarks.house import exercise_literals, exercise_names, read_modules
from tests.helpers.paths import ROOT

# Names that are also torch's: a text in which they are replaced would call what is not there.
TORCHS = {"softmax"}
OF_TORCH = {  # where the engine names a function of torch, not an exercise
    "autograder/audit/mutants/operators.py": "calls that are exchanged for one another",
    "autograder/repair/flow_edits.py": "the softmax before which a mask is moved",
    "autograder/repair/rule_words.py": "the softmax whose argument is scaled or masked; functions with an axis",
    "autograder/repair/where_to_look.py": "the softmax before which a mask is missing",
    "autograder/sandbox/guest/library_calls.py": "kernels without a registration of their own",
}
PARTS = ("02_causal", "03_multihead")
NAMES = sorted({exercise.name for part in load_course() for exercise in part.exercises} - TORCHS, key=len, reverse=True)
OTHER = {name: f"{name}_9" for name in NAMES}
GIVEN = re.compile(rf"(?<!\w)({'|'.join(NAMES)})(?!\w)")
RENAMED = re.compile(rf"(?<!\w)({'|'.join(NAMES)})_9(?!\w)")


def test_the_engine_names_no_exercise() -> None:
    found = exercise_literals(read_modules(ROOT), exercise_names(ROOT))
    places = [place for found_at in found.values() for place in found_at]
    assert {place.split(":")[0] for place in places} == set(OF_TORCH)


def renamed(source: Path, target: Path) -> None:
    """Copy a tree of text files, with other names of exercises."""
    for path in source.rglob("*"):
        if path.is_file() and path.suffix in (".py", ".toml", ".md") and "programs" not in path.parts:
            copy = target / path.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(
                GIVEN.sub(lambda found: OTHER[found[1]], path.read_text(encoding="utf-8")), encoding="utf-8"
            )


def graded(course: Path, submissions: Path, out: Path) -> dict[str, Any]:
    command = [
        sys.executable,
        "-m",
        "autograder",
        "grade",
        str(submissions),
        "--out",
        str(out),
        "--course",
        str(course),
    ]
    done = subprocess.run(
        [*command, *(f"--assignment={part}" for part in PARTS)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    texts = {path.relative_to(out).as_posix(): path.read_text() for path in out.glob("*/*/result.json")}
    return {name: json.loads(RENAMED.sub(r"\1", text)) for name, text in texts.items()}


@pytest.mark.full
@pytest.mark.walk
def test_a_course_with_other_names_is_graded_as_this_one(tmp_path: Path) -> None:
    for name in ("solutions", "assignments"):
        renamed(ROOT / name, tmp_path / "course" / name)
    shutil.copy(ROOT / "course.toml", tmp_path / "course")
    text = (ROOT / "course.toml").read_text(encoding="utf-8")
    (tmp_path / "course/course.toml").write_text(GIVEN.sub(lambda found: OTHER[found[1]], text), encoding="utf-8")
    for part in PARTS:
        for folder in (ROOT / "examples/class").glob(f"*/{part}"):
            renamed(folder, tmp_path / "class" / folder.relative_to(ROOT / "examples/class"))
            plain = tmp_path / "plain" / folder.relative_to(ROOT / "examples/class")
            plain.mkdir(parents=True)
            for path in folder.rglob("*.py"):
                shutil.copy(path, plain / path.name)
    plain = graded(ROOT, tmp_path / "plain", tmp_path / "out")
    other = graded(tmp_path / "course", tmp_path / "class", tmp_path / "other")
    assert plain.keys() == other.keys()
    assert len(plain) > 10
    for name, result in plain.items():
        assert without_hashes(other[name]) == without_hashes(result), name


def without_hashes(result: dict[str, Any]) -> dict[str, Any]:
    """Return a result without hashes, and without drawn examples and their traits: another text draws others."""
    kept = {key: value for key, value in result.items() if key not in ("grader", "submission")}
    exercises = [
        exercise | {"checks": [_without_example(check) for check in exercise["checks"]], "traits": []}
        for exercise in result["exercises"]
    ]
    return kept | {"exercises": exercises}


def _without_example(check: dict[str, Any]) -> dict[str, Any]:
    shown = ("counterexample", "evidence", "message", "snippet") if check["counterexample"] else ()
    return {key: value for key, value in check.items() if key not in shown}
