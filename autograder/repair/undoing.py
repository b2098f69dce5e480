"""What undoes the named mistakes of a course: its edits of right programs, the other way round."""

import functools
from collections.abc import Sequence

from autograder.course import Exercise
from autograder.diagnosis.mistakes import load_mistakes
from autograder.diagnosis.model import EditModel, mistake_name
from autograder.diagnosis.predictions import model_of
from autograder.edits.step_edits import Change, StepProgram
from autograder.repair.likeness import Undoing


@functools.cache
def undoings_of(exercise: Exercise, name: str) -> tuple[Undoing, ...]:
    """Return the ways to undo a mistake in an exercise; those of its family, or the family alone, if none is known."""
    model, family, mended = model_of(exercise), _family(name, exercise), load_mistakes()[name].mended
    if mended:
        return (Undoing(*mended, family),)
    if model is None:
        return (Undoing("", "", family),)
    edits = [edit for (edit,) in model.single_edits]
    own = [edit for edit in edits if mistake_name(edit[1]) == name]
    alike = own or [edit for edit in edits if _family(mistake_name(edit[1]), exercise) == family]
    known = tuple(dict.fromkeys(_undoing(model, model.change(edit), family) for edit in alike))
    return known or (Undoing("", "", family),)


def has_own_edit(exercise: Exercise, name: str) -> bool:
    """Whether an edit of the course's right program has the name of this mistake."""
    model = model_of(exercise)
    return model is not None and any(mistake_name(option) == name for ((_, option),) in model.single_edits)


def undoings_of_all(exercise: Exercise, names: Sequence[str]) -> tuple[Undoing, ...]:
    """Return the ways to undo any of some mistakes; of one that no edit makes, its family alone."""
    return tuple(way for name in names for way in _own_undoings_of(exercise, name))


def _own_undoings_of(exercise: Exercise, name: str) -> tuple[Undoing, ...]:
    is_known = has_own_edit(exercise, name) or load_mistakes()[name].mended
    return undoings_of(exercise, name) if is_known else (Undoing("", "", _family(name, exercise)),)


def _family(name: str, exercise: Exercise) -> str:
    return load_mistakes()[name].at(exercise.name).family


def _undoing(model: EditModel, change: Change, family: str) -> Undoing:
    """Return the lines that an edit changes, as they are with it and without."""
    program = model.programs.program
    right = "\n".join(program.steps[label].code for label in change)
    return Undoing(_edited_lines(program, change), right, family)


def _edited_lines(program: StepProgram, change: Change) -> str:
    kept = set(program.lines)
    return "\n".join(line.strip() for line in program.edited([change]).split("\n") if line not in kept)
