"""What right programs of the course with edits return for the probes of their exercise."""

import contextlib
import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from autograder.course import CourseError, Exercise, load_course
from autograder.course.code import course_code, course_module, course_source
from autograder.diagnosis.default_probes import default_plan
from autograder.diagnosis.edited_programs import EditedPrograms
from autograder.diagnosis.evidence import RAISED, Observed, agrees, as_value
from autograder.diagnosis.mistakes import load_mistakes
from autograder.diagnosis.model import DiagnosisPlan, EditModel, Edits
from autograder.diagnosis.table_cache import load_table, store_table
from autograder.edits.patch import PatchError
from autograder.edits.program_cells import find_definition
from autograder.edits.step_edits import EDITS, STEP_FILES, StepEdits, check_step_edits, in_order, read_step_edits
from autograder.sandbox.host.launch import ARGUMENTS

FIRST = 0  # the place of the probe that every edit is asked first
SINGLES = "singles"  # the key of the table of single edits
FORMULA = "formula"  # the label of the last line of a solution that has no program with steps
WRONG_CALL = (ArithmeticError, AttributeError, LookupError, PatchError, RuntimeError, TypeError, ValueError)


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
