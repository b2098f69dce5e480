"""The question at a student's own sizes: asked before all others of the first core check, and part of that check.

Nothing of it is rehearsed, since it is another one for each student; what there is to ask is known without.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence

from autograder.checks.catalogue import Check
from autograder.checks.formulas import COUNT, agree_formula
from autograder.checks.rehearsal import Case, Rehearsed
from autograder.checks.student import Student
from autograder.checks.verdict import Verdict
from autograder.course import CourseError, Exercise
from autograder.oracle import chance, counting
from autograder.sandbox.examinee import Encoded

ORACLES: Mapping[str, Callable[..., float]] = {
    "n_params_self_attention": counting.self_attention_parameters,
    "n_params_single_head": counting.single_head_parameters,
    "n_qkv_weights": counting.qkv_weights,
    "dot_product_variance": chance.score_variance,
    "scaled_score_std": chance.scaled_score_deviation,
    "n_params_causal": counting.causal_parameters,
    "n_params_with_embedding": counting.parameters_with_embedding,
    "n_visible_pairs": counting.visible_pairs,
    "n_params_wrapper": counting.wrapper_parameters,
    "n_params_multihead": counting.multihead_parameters,
    "head_dim": counting.head_width,
    "attention_matmul_flops": counting.attention_operations,
    "weights_bytes": counting.bytes_of_weights,
    "n_params_cross": counting.self_attention_parameters,
}


def check_sizes(exercise: Exercise) -> None:
    """Refuse sizes in the course data that no reference can answer.

    Raises:
        CourseError: there is no reference for the exercise, or it takes another number of sizes.
    """
    if not exercise.sizes:
        return
    place = f"course.toml: {exercise.assignment}, {exercise.name}: sizes"
    if exercise.name not in ORACLES:
        raise CourseError(f"{place}: has no reference in checks/own_sizes.py")
    count = len(inspect.signature(ORACLES[exercise.name]).parameters)
    if count != len(exercise.sizes):
        raise CourseError(f"{place}: names {len(exercise.sizes)}, but its reference takes {count}")


def ask_at(exercise: str, sizes: Mapping[str, int], checks: Sequence[Rehearsed]) -> tuple[Rehearsed, ...]:
    """The checks of an exercise, the first core check with the question at these sizes in front.

    Raises:
        CourseError: no reference is known for the exercise, or it has no check that such a question could join.
    """
    first = next((item for item in checks if item.check.info.level == "core" and not item.check.is_property), None)
    if first is None or exercise not in ORACLES:
        raise CourseError(f"{exercise} has sizes for each student, and no reference in checks/own_sizes.py")
    (case,) = first.cases
    recipe = {"target": exercise, "calls": [{"args": list(sizes.values()), "named": {}}]}
    joined = Case(case.example, [Encoded(recipe), *case.recipes])
    check = Check(first.check.info, _both(exercise, sizes, first.check.function))
    return tuple(Rehearsed(check, (joined,)) if item is first else item for item in checks)


def told(sizes: Mapping[str, int]) -> str:
    """As it stands in a sentence."""
    return "at your sizes " + ", ".join(f"{name} = {size}" for name, size in sizes.items())


def _both(exercise: str, sizes: Mapping[str, int], others: Callable[..., None]) -> Callable[..., None]:
    def function(student: Student) -> None:
        try:
            agree_formula(getattr(student, exercise), ORACLES[exercise], tuple(sizes.values()), tolerance=COUNT)
        except Verdict as verdict:
            verdict.message = f"{told(sizes)}: {verdict.message}"
            raise
        others(student)

    return function
