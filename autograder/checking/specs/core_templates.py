"""Templates of core checks: what an exercise computes, in any sizes, with gradients, in every call."""

from collections.abc import Sequence

import torch
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import as_tensor, assert_close
from autograder.checking.layers import (
    assert_distinct_initial_weights,
    assert_parameters,
    gradients,
    in_width,
)
from autograder.checking.own_values import assert_calls_as_alone
from autograder.checking.robustness import assert_each, assert_gradients_in_double, assert_stateless
from autograder.checking.samples import LONG, leaf, sample
from autograder.checking.specs.shapes import BATCH, coinciding_sizes
from autograder.checking.specs.specification import Setting, Specification, in_double
from autograder.checking.student import Student, same_as

LEADS: tuple[list[int], ...] = ([], [2], [3], [3, 2], [2, 3], [2, 2, 3])
SMALLEST, SMALL = 2, 5
Strategies = dict[str, st.SearchStrategy[int] | st.SearchStrategy[list[int]]]


def check_values(spec: Specification, student: Student) -> None:
    """Compare with the reference at sizes that all differ, and at a greater length."""
    for setting in spec.settings():
        longer = {letter: LONG + place for place, letter in enumerate(spec.free_letters)}
        for sized in (setting, setting.at(**longer)):
            _agree(sized, student, sized.inputs(1))


def _agree(setting: Setting, student: Student, xs: Sequence[Tensor]) -> None:
    assert_close(setting.ask(student, xs), setting.right(xs))


def any_leading(spec: Specification) -> Strategies:
    """Small sizes, and any number of leading dimensions."""
    return {"leading": st.sampled_from(LEADS), **_small(spec)}


def _small(spec: Specification) -> Strategies:
    return {letter: st.integers(spec.smallest.get(letter, SMALLEST), SMALL) for letter in spec.sizes}


def check_leading(spec: Specification, student: Student, leading: list[int], **sizes: int) -> None:
    """Compare with the reference, whatever stands before the last dimensions."""
    for setting in spec.settings(sizes):
        _agree(setting, student, setting.inputs(3, leading))


def any_sizes(spec: Specification) -> Strategies:
    """Small sizes, and a batch."""
    batch = {} if spec.leading == "none" else {BATCH: st.integers(2, 3)}
    return {**batch, **_small(spec)}


def check_sizes(spec: Specification, student: Student, **drawn: int) -> None:
    """Compare with the reference; of a class, also for inputs in another order and another batch."""
    for setting in spec.settings(drawn):
        xs = setting.inputs(5)
        if not spec.is_class or BATCH not in drawn:
            _agree(setting, student, xs)
            continue
        turned = [[x.flip(1) if x is one else x for x in xs] for one in xs]
        other = [torch.cat([x[:1], new[1:]]).flip(1) for x, new in zip(xs, setting.inputs(6), strict=True)]
        each = (xs, *turned, other)
        answer = setting.question(student).calls(*map(setting.with_arguments, each))
        assert_each(answer, [setting.right(item) for item in each])


def check_equal_sizes(spec: Specification, student: Student) -> None:
    """Compare with the reference where two sizes are equal, and for one tensor as two inputs of equal shapes."""
    batch = {} if spec.leading == "none" else {BATCH: 2}
    for coinciding in coinciding_sizes({**batch, **spec.sizes}):
        for setting in spec.settings(coinciding):
            xs = setting.inputs(7)
            _agree(setting, student, xs)
            if len(xs) == 2 and xs[0].shape == xs[1].shape:
                once = setting.question(student).call(*setting.with_arguments([xs[0]])[:1], same_as(0))
                assert_close(once, setting.right([xs[0], xs[0]]))


def check_gradient(spec: Specification, student: Student) -> None:
    """Compare gradients with those of the reference, of float inputs and of all weights."""
    for setting in spec.settings():
        xs = [in_double(x) for x in setting.inputs(21)]
        weights = in_width(setting.weights, torch.float64) if spec.is_class else {}
        shape = setting.right(xs, weights or None).shape
        cotangent = sample(*shape, seed=29, dtype=torch.float64)
        _agree_gradients(setting, student, xs, weights, cotangent)


def _agree_gradients(
    setting: Setting, student: Student, xs: Sequence[Tensor], weights: dict[str, Tensor], cotangent: Tensor
) -> None:
    floats = [place for place, x in enumerate(xs) if x.is_floating_point()]
    reference = setting.compute()

    def compute(*leaves: Tensor) -> Tensor:
        given = list(xs)
        for place, item in zip(floats, leaves, strict=False):
            given[place] = item
        return setting.pick(reference(*given, *leaves[len(floats) :]))

    def ask(dtype: torch.dtype) -> Answer:
        given = [leaf(x, dtype) if place in floats else x for place, x in enumerate(xs)]
        question = setting.question(student, weights, dtype)
        cotangents = setting.only_here(cotangent.to(dtype))
        return question.call(*setting.with_arguments(given), cotangents=cotangents)

    wanted = gradients(compute, [*(xs[place] for place in floats), *weights.values()], [cotangent])
    on_weights = dict(zip(weights, wanted[len(floats) :], strict=True))
    assert_gradients_in_double(ask, wanted[: len(floats)], on_weights)


def check_second_call(spec: Specification, student: Student) -> None:
    """Call one object, or the function, several times in one process; a layer also in both modes and reweighed."""
    for setting in spec.settings():
        longer = setting.at(
            **{letter: size + 2 for letter, size in setting.sizes.items() if letter in spec.free_letters}
        )
        more = [3] if spec.usual_leading else []
        each = [(setting, setting.inputs(31)), (setting, setting.inputs(41)), (longer, longer.inputs(51, more))]
        if spec.is_class:
            _layer_again(setting, student, [xs for _, xs in each])
            continue
        question = setting.question(student)
        calls = [item.with_arguments(xs) for item, xs in each]
        assert_calls_as_alone(question, *calls, calls[0], right=[item.right(xs) for item, xs in (*each, each[0])])


def _layer_again(setting: Setting, student: Student, inputs: Sequence[Sequence[Tensor]]) -> None:
    count = len(setting.spec.inputs)
    others = {name: 0.5 * value.flip(-1) for name, value in setting.weights.items()}
    assert_stateless(
        setting.question(student),
        [setting.with_arguments(xs) for xs in inputs],
        setting.question(student, others),
        lambda *given: setting.right(given[:count], given[-1]),
        forgive_changed_input=True,
    )


def check_structure(spec: Specification, student: Student) -> None:
    """Require the parameters of the text, in its order, and outputs by name; matrices are drawn, each by itself."""
    for setting in (setting for setting in spec.settings() if setting.place == 0):
        question = setting.construct(student)
        answer = question.call(*setting.with_arguments(setting.inputs(61)))
        if spec.outputs:
            as_tensor(answer.value, answer.called)
        assert_parameters(answer, setting.shapes)
        matrices = [name for name, shape in setting.shapes.items() if len(shape) > 1]
        assert_distinct_initial_weights(question, *matrices)
