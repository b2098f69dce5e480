"""What the public tests say a result looks like is true of every program with a single edit that gives this result."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from torch import tensor

from assignments._support.lookalikes import DATA, lookalike_of
from assignments._support.prints import alike
from autograder.audit.programs import Program
from autograder.authoring.lookalikes import (
    SHARED_REASONS,
    EditedSolution,
    describe_result,
    edit_source,
    edited_solutions,
    is_true_of_both,
)
from autograder.course import Assignment, Course, load_course
from autograder.course.validation import read_toml
from tests.helpers.lookalikes import difference
from tests.helpers.paths import ROOT
from tests.helpers.zoo import programs

pytestmark = pytest.mark.zoo

PARTS = [assignment.id for assignment in load_course()]


def program(name: str) -> Program:
    (found,) = (item for item in programs() if item.name == name)
    return found


def edited(course: Course, assignment: str, exercise: str, name: str) -> EditedSolution:
    return next(item for item in edited_solutions(course.exercise(assignment, exercise)) if item.name == name)


def test_words_that_are_not_true_of_an_edit_are_not_said(course: Course) -> None:
    wrong = program("03_multihead/MultiHeadAttention__softmax_batch")
    own, other = (
        edited(course, "03_multihead", "MultiHeadAttention", name)
        for name in ("axis.over-batch", "normalisation.one-hot")
    )
    assert describe_result([wrong], [own]) == ("softmax over the batch", "axis")
    assert describe_result([wrong], [own, other]) is None


def test_several_programs_are_told_what_they_share() -> None:
    names = ("rebound", "no_update", "new_leaf", "children_only", "cleared_too_late")
    found = [program(f"05_gradient_descent/train_attention__{name}") for name in names]
    assert describe_result(found) == ("the loss is the same at every step", "")


def test_a_mask_of_nothing_but_zeros_looks_like_nothing() -> None:
    test = "test_causal.py::test_additive_causal_mask_gives_the_printed_figures"
    found = difference(tensor([[0.0, 0.0, 0.0]] * 3))
    assert lookalike_of("02_causal", test, found) is None
    entries = json.loads((DATA / "02_causal.json").read_text(encoding="utf-8"))["tests"][test].values()
    assert not [entry for found in entries for entry in found if "1e-9" in entry["text"]]


def test_no_result_is_told_to_look_like_one_of_several_things() -> None:
    for file in sorted(DATA.glob("*.json")):
        assert "; or " not in file.read_text(encoding="utf-8")


@pytest.mark.full
@pytest.mark.process
@pytest.mark.parametrize("part", PARTS)
def test_what_a_result_looks_like_is_true_of_every_edit_that_gives_it(
    part: str, course: Course, tmp_path: Path
) -> None:
    edits = dict(_written(course.assignment(part), tmp_path / "programs"))
    known = json.loads((DATA / f"{part}.json").read_text(encoding="utf-8"))["tests"]
    shared = read_toml(course.shared_folder / SHARED_REASONS)
    wrong_programs = [item for item in programs("wrong") if item.exercise.assignment == part]
    wrong = []
    for result in _found(part, tmp_path):
        entries = known.get(result["test"], {}).get(result["called"], [])
        text = next((entry["text"] for entry in entries if alike(result["print"], entry["print"])), None)
        for name in result["programs"] if text else ():
            own = edits[name]
            reasons = shared.get(text, [text])
            meant = [item for item in wrong_programs if item.exercise == own.exercise and item.text in reasons]
            named = own.name in reasons or f"{own.name.split('.')[0]}.*" in reasons
            if not named and not text.startswith("a mistake of the "):
                wrong += [] if any(is_true_of_both(item, own) for item in meant) else [(name, own.name, text)]
    assert wrong == []


def _written(part: Assignment, folder: Path) -> Iterator[tuple[str, EditedSolution]]:
    """A folder for every edit, with the files of a whole submission."""
    for exercise in part.exercises:
        for place, own in enumerate(edited_solutions(exercise)):
            name = f"{exercise.name}__{place}"
            (folder / name).mkdir(parents=True)
            for path in (ROOT / "solutions" / part.id).glob("*.py"):
                more = edit_source(own) if path.name == exercise.file else ""
                (folder / name / path.name).write_text(path.read_text(encoding="utf-8") + more, encoding="utf-8")
            yield name, own


def _found(part: str, folder: Path) -> list[dict[str, object]]:
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", "--tb=no", "-p", "no:cacheprovider"]
    command += ["-p", "autograder.authoring.public_runs", f"--wrong-programs={folder / 'programs'}"]
    command += [f"--results={folder / 'found'}", f"assignments/{part}"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        command, cwd=ROOT, env=environment | {"OMP_NUM_THREADS": "1"}, capture_output=True, check=False
    )
    assert done.returncode <= 1
    found: list[dict[str, object]] = json.loads((folder / "found").read_text(encoding="utf-8"))
    return found
