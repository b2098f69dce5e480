"""What right programs of the course with edits return for the probes of their exercise.

Tables of the predictions of many programs find quickly the few that could explain an answer. They are kept on disk: a
machine computes those of a course once, until its edits or probes change.
"""

import contextlib
import functools
import hashlib
import io
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from autograder.checking.processor import processor
from autograder.course import CourseError, Exercise, load_course
from autograder.course.code import course_code, course_module, course_source
from autograder.diagnosis import edited_programs, evidence
from autograder.diagnosis.default_probes import default_plan
from autograder.diagnosis.edited_programs import EditedPrograms
from autograder.diagnosis.evidence import ABSOLUTE, RAISED, RELATIVE, Observed, Value, agrees, as_value, finite
from autograder.diagnosis.mistakes import load_mistakes
from autograder.diagnosis.model import SCALE, DiagnosisPlan, EditModel, Edits
from autograder.edits import step_edits
from autograder.edits.patch import PatchError
from autograder.edits.program_cells import find_definition
from autograder.edits.step_edits import EDITS, STEP_FILES, StepEdits, check_step_edits, in_order, read_step_edits
from autograder.results.kept_files import KeptFiles
from autograder.sandbox.host.launch import ARGUMENTS

FIRST = 0  # the place of the probe that every edit is asked first
SINGLES = "singles"  # the key of the table of single edits
FORMULA = "formula"  # the label of the last line of a solution that has no program with steps
WRONG_CALL = (ArithmeticError, AttributeError, LookupError, PatchError, RuntimeError, TypeError, ValueError)
WIDTH = 24  # numbers kept of a prediction: enough to distinguish programs, few enough to keep tens of thousands
LOOSE = 2  # times the tolerance: fingerprints are float32, and candidates are compared exactly later
SCALES = tuple(10 ** (exponent / 3) for exponent in range(-9, 5))  # 0.001 to 22
KEPT = KeptFiles("autograder/predictions")
MAKERS = (edited_programs, evidence, step_edits)  # the modules on which predictions depend
Shapes = tuple[tuple[int, ...], ...]


@functools.cache
def model_of(exercise: Exercise) -> EditModel | None:
    """Return the plan of an exercise with its edits, read at the first call; None if nothing of it can be asked.

    If the course says nothing about plans, its core checks say what to ask.

    Raises:
        CourseError: the course's code returns no plan, or an edit does not fit.
    """
    plan = (course_code().diagnosis_plan or _runnable_default_plan)(exercise)
    if plan is None:
        return None
    if not isinstance(plan, DiagnosisPlan):
        found = type(plan).__name__
        raise CourseError(f"solutions/course.py: diagnosis_plan gives a {found} for {exercise.name}, no DiagnosisPlan")
    programs = _programs(exercise)
    edits = course_edits().get(exercise.name, StepEdits())
    return EditModel(plan, in_order(edits, programs.program), programs)


def _runnable_default_plan(exercise: Exercise) -> DiagnosisPlan | None:
    """Return what core checks ask; None if the right program cannot be run alone.

    A course that does not say what to ask is graded without a diagnosis then, where another one would fail.
    """
    plan = default_plan(exercise)
    try:
        programs = _programs(exercise)
        for probe in plan.probes if plan else ():
            programs.run([], probe.request)
    except Exception:  # noqa: BLE001 - whatever its definition does outside of its folder
        return None
    return plan


def program_file(exercise: Exercise) -> Path:
    """Return the file with the right program that edits change: one with labelled steps, or else the solution."""
    course = load_course()
    for path in sorted(course.shared_folder.glob(STEP_FILES)):
        with contextlib.suppress(PatchError):
            find_definition(path.read_text(encoding="utf-8"), exercise.name)
            return path
    return course.solution_file(exercise)


def _programs(exercise: Exercise) -> EditedPrograms:
    path = program_file(exercise)
    last = "" if path.parent == load_course().shared_folder else FORMULA
    return EditedPrograms(path.read_text(encoding="utf-8"), exercise.name, _builders(), last)


@functools.cache
def _builders() -> Any:
    return getattr(course_module(ARGUMENTS), "BUILDERS", {}) if course_source(ARGUMENTS) else {}


@functools.cache
def course_edits() -> dict[str, StepEdits]:
    """Return the edits of the course by exercise."""
    course = load_course()
    names = [exercise.name for assignment in course for exercise in assignment.exercises]
    return read_step_edits(course.shared_folder / EDITS, names)


def check_edits(exercise: Exercise) -> None:
    """Check that every edit of an exercise fits its right program and names a mistake.

    Raises:
        CourseError: the first that does not.
    """
    if model := model_of(exercise):
        check_step_edits(model.edits, model.programs.program, list(load_mistakes()))


@functools.cache
def predict(exercise: Exercise, place: int, edits: Edits) -> Observed:
    """Return what a program with these edits returns for the probe at `place`; the result is cached."""
    model = model_of(exercise)
    if model is None:
        return RAISED
    kept = _first_predictions(exercise) if place == FIRST and len(edits) == 1 else {}
    return kept[edits] if edits in kept else compute(model, place, edits)


@functools.cache
def _first_predictions(exercise: Exercise) -> dict[Edits, Observed]:
    """Return what programs with one edit return for the first probe, computed once on a machine."""
    model = model_of(exercise)
    if model is None:
        return {}
    chosen = model.single_edits
    values = load_table(exercise, SINGLES)
    if values is None or len(values) != len(chosen):
        values = [compute(model, FIRST, edits) for edits in chosen]
        store_table(exercise, SINGLES, values)
    return dict(zip(chosen, values, strict=True))


def compute(model: EditModel, place: int, edits: Edits) -> Observed:
    """Return the same without caching it."""
    factors = [option for _, option in edits if isinstance(option, float)]
    changes = [model.change(edit) for edit in edits]
    try:
        value = as_value(model.programs.run(changes, model.plan.probes[place].request, *factors))
    except WRONG_CALL:
        return RAISED
    return RAISED if value is None else value


def explains(exercise: Exercise, edits: Edits, seen: Sequence[Observed]) -> bool:
    """Return whether a program with these edits returns everything that was seen."""
    first = sorted(range(len(seen)), key=lambda place: isinstance(seen[place], str))  # values tell more than exceptions
    return all(agrees(predict(exercise, place, edits), seen[place]) for place in first)


@dataclass(frozen=True)
class Table:
    """Fingerprints of predictions, grouped by the shapes of the values."""

    groups: dict[Shapes, tuple[Tensor, list[Edits]]]

    def candidates(self, seen: Value) -> list[Edits]:
        """Return the edits whose prediction could be the returned value."""
        marks, chosen = self._group(seen)
        near = torch.isclose(marks, _fingerprint(seen), LOOSE * RELATIVE, LOOSE * ABSOLUTE, equal_nan=True).all(-1)
        return [chosen[place] for place in near.nonzero().flatten().tolist()]

    def nearest(self, seen: Value, count: int) -> list[Edits]:
        """Return the edits, without their scale, whose predictions at some scale are nearest to the returned value."""
        marks, chosen = self._group(seen)
        distances = (finite(marks) - finite(_fingerprint(seen))).norm(dim=-1)
        ranked = (chosen[place][1:] for place in distances.argsort().tolist())
        return list(dict.fromkeys(ranked))[:count]

    def _group(self, seen: Value) -> tuple[Tensor, list[Edits]]:
        return self.groups.get(_shapes(seen), (torch.empty(0, len(_fingerprint(seen))), []))


@functools.cache
def pairs_table(exercise: Exercise, place: int) -> Table:
    """Return the predictions of pairs of edits for one probe, without edits that raise an exception by themselves."""
    model = model_of(exercise)
    if model is None:
        return Table({})
    raising = {one for (one,) in model.pairable if isinstance(predict(exercise, place, (one,)), str)}
    pairs = [both for both in model.edit_pairs if not raising.intersection(both)]
    return _kept_table(exercise, place, f"pairs-{place}", pairs)


@functools.cache
def scales_table(exercise: Exercise, place: int) -> Table:
    """Return the predictions of every edit for one probe, with the scores multiplied by each of many numbers."""
    model = model_of(exercise)
    others = [single for single in model.pairable if single[0][0] != SCALE] if model else []
    scaled: list[Edits] = [((SCALE, scale), *other) for other in others for scale in SCALES]
    return _kept_table(exercise, place, f"{SCALE}-{place}", scaled)


def _kept_table(exercise: Exercise, place: int, key: str, all_chosen: Sequence[Edits]) -> Table:
    """Return a table that is computed once on a machine."""
    numbers = {chosen: number for number, chosen in enumerate(all_chosen)}
    stored = load_table(exercise, key)
    if stored is None:
        table = _table(exercise, place, all_chosen)
        rows = {shapes: (marks, [numbers[own] for own in chosen]) for shapes, (marks, chosen) in table.groups.items()}
        store_table(exercise, key, rows)
        return table
    return Table({shapes: (marks, [all_chosen[number] for number in own]) for shapes, (marks, own) in stored.items()})


def _table(exercise: Exercise, place: int, all_chosen: Iterable[Edits]) -> Table:
    model = model_of(exercise)
    groups: dict[Shapes, tuple[list[Tensor], list[Edits]]] = defaultdict(lambda: ([], []))
    for chosen in all_chosen:
        predicted = compute(model, place, chosen) if model else ""
        if not isinstance(predicted, str):
            marks, names = groups[_shapes(predicted)]
            marks.append(_selected(predicted))
            names.append(chosen)
    return Table({shapes: (torch.stack(marks).to(torch.float32), names) for shapes, (marks, names) in groups.items()})


def _shapes(value: Value) -> Shapes:
    return tuple(tuple(part.shape) for part in value)


def _fingerprint(value: Value) -> Tensor:
    return _selected(value).to(torch.float32)


def _selected(value: Value) -> Tensor:
    """Return numbers spread evenly over the value, including the last."""
    numbers = torch.cat([part.flatten() for part in value]) if len(value) > 1 else value[0].flatten()
    return numbers[:: -(-len(numbers) // WIDTH) or 1]


def load_table(exercise: Exercise, key: str) -> Any:
    """Return what was stored under this key; None if nothing was, or something else than plain data and tensors."""
    content = KEPT.read(_name(exercise, key))
    with contextlib.suppress(Exception):  # a damaged or foreign file is computed again
        return None if content is None else torch.load(io.BytesIO(content), weights_only=True)
    return None


def store_table(exercise: Exercise, key: str, table: Any) -> None:
    """Store plain data and tensors; without effect where there is no place to write."""
    stored = io.BytesIO()
    torch.save(table, stored)
    KEPT.write(_name(exercise, key), stored.getvalue())
    KEPT.remove_unused(f"{exercise.name}-{key}-*.pt")


def _name(exercise: Exercise, key: str) -> str:
    return f"{exercise.name}-{key}-{_digest(exercise)[:16]}.pt"


def _digest(exercise: Exercise) -> str:
    """Hash everything on which predictions depend: the exercise's edits, programs and probes, and what runs them."""
    whole = hashlib.sha256(f"{torch.__version__} {processor()} ".encode())
    for path in _sources(exercise):
        whole.update(path.read_bytes())
    return whole.hexdigest()


def _sources(exercise: Exercise) -> Iterator[Path]:
    course = load_course()
    yield course.solution_file(exercise)
    yield from sorted(course.shared_folder.glob("*.py"))
    yield from sorted(course.shared_folder.glob("*/*.toml"))
    yield from sorted(course.shared_folder.glob("probes/*.py"))
    yield from (Path(str(module.__file__)) for module in MAKERS)
    yield Path(__file__)
