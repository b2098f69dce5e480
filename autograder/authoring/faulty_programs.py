"""Programs with one fault of a model that public tests can run: they compute what the model predicts."""

import functools
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from autograder.course import Exercise, load_course
from autograder.course.code import course_code
from autograder.course.tables import read_toml
from autograder.diagnosis.mistakes import load_mistakes
from autograder.diagnosis.model import Chosen, mistake_name
from autograder.diagnosis.registry import model_of

CLAIMS = "tests/claims.toml"  # in the folder of the course


def can_be_run(exercise: Exercise) -> bool:
    """Whether there are programs for the faults of this exercise."""
    model = model_of(exercise)
    return model is not None and model.runnable


@dataclass(frozen=True)
class Fault:
    """A single fault of an exercise's model, with its name as in `tests/claims.toml`, and the family of its mistake."""

    exercise: Exercise
    faults: Chosen
    name: str
    family: str


def faults_of(exercise: Exercise) -> list[Fault]:
    """Every single fault of the exercise's model."""
    model = model_of(exercise)
    found = []
    for faults in model.singles if model else ():
        ((stage, option),) = faults
        family = load_mistakes()[mistake_name(option)].at(exercise.name).family
        found.append(Fault(exercise, faults, f"{stage}.{option}", family))
    return found


def is_true_of_both(program: str, fault: str) -> bool:
    """Whether one sentence is true of a wrong program and of a fault, as somebody has read and found."""
    return not _sentences("programs").get(program, frozenset()).isdisjoint(_sentences("faults").get(fault, ()))


@functools.cache
def _sentences(kind: str) -> dict[str, frozenset[str]]:
    """The sentences that are true of each program or fault."""
    found: dict[str, set[str]] = defaultdict(set)
    for text, listed in read_toml(load_course().folder / CLAIMS).items():
        for name in listed.get(kind, []):
            found[name].add(text)
    return {name: frozenset(texts) for name, texts in found.items()}


def source_of(fault: Fault) -> str:
    """What comes after the solution in a file with this fault."""
    return (
        "\n\nfrom autograder.authoring.faulty_programs import with_faults\n\n"
        f"{fault.exercise.name} = with_faults({fault.exercise.assignment!r}, {fault.exercise.name}, {fault.faults!r})\n"
    )


def with_faults(assignment: str, right: Any, faults: Chosen) -> Any:
    """The definition `right` with these faults."""
    exercise = load_course().exercise(assignment, right.__name__)
    model = model_of(exercise)
    if model is None:
        raise ValueError(f"{exercise.name} has no model")
    return course_code().with_fault(exercise.name, right, model, faults)
