"""Templates of core checks: what an exercise computes, in any sizes, with gradients, in every call."""

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import torch
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import as_tensor, assert_close, assert_gradients
from autograder.checking.failures import CheckFailedError
from autograder.checking.layers import (
    assert_distinct_initial_weights,
    assert_drawn_in_order,
    assert_parameters,
    gradients,
    in_width,
)
from autograder.checking.own_values import assert_calls_as_alone
from autograder.checking.robustness import (
    assert_each,
    assert_same_beside_another,
    assert_stateless,
    in_float64,
    leaf_of,
    own_tolerance,
    without_gradients_symptom,
)
from autograder.checking.samples import LONG, leaf, sample
from autograder.checking.specs.shapes import BATCH, EQUAL, coinciding_sizes, letters_of
from autograder.checking.specs.solution import solution_definition
from autograder.checking.specs.specification import Setting, Specification, in_double, in_dtype
from autograder.checking.student import UNRECORDED, Student, same_as

LEADS: tuple[list[int], ...] = ([], [2], [3], [3, 2], [2, 3], [2, 3, 2, 2, 2])
SMALLEST, SMALL = 2, 5
Strategies = dict[str, st.SearchStrategy[int] | st.SearchStrategy[list[int]]]


def check_values(spec: Specification, student: Student) -> None:
    """Compare with the reference at sizes that all differ, and at a greater length as a finished model is used."""
    for setting in spec.settings():
        _agree(setting, student, setting.inputs(1))
        longer = setting.at(**{letter: LONG + place for place, letter in enumerate(spec.free_letters)})
        _agree_in_use(longer, student, longer.with_a_row_of_zeros(longer.inputs(1)))


def _agree_in_use(setting: Setting, student: Student, xs: Sequence[Tensor]) -> None:
    answer = setting.question(student).in_use().call(*setting.with_arguments(xs))
    try:
        assert_close(answer, setting.right(xs))
    except CheckFailedError as failure:
        if not setting.spec.is_class:  # of a class, `check_second_call` tells the mode from the recording of gradients
            _agree(setting, student, xs)
            failure.symptom = failure.symptom or without_gradients_symptom(answer)
        raise


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
    """Compare gradients with those of the reference, of float inputs and of all weights.

    Also where shortcuts are taken: without leading dimensions, for equal numbers, and with one tensor as both inputs,
    whose gradients add up.
    """
    for setting in spec.settings():
        agree_gradients(setting, student, setting.inputs(21))
        if spec.leading == "any":
            agree_gradients(setting, student, setting.inputs(21, []), few=True)
        if not spec.draws.keys() & spec.inputs.keys():  # what has numbers of its own may treat equal ones differently
            flat = [torch.full_like(x, 0.5) if x.is_floating_point() else x for x in setting.inputs(21)]
            agree_gradients(setting, student, flat, few=True)
        letters = letters_of(spec.inputs.values(), where=spec.name)
        equal = setting.at(**dict.fromkeys(letters, EQUAL))
        first, *others = equal.inputs(21)
        if [x.shape for x in others] == [first.shape] and first.is_floating_point() and others[0].is_floating_point():
            agree_gradients(equal, student, [first, first], few=True)
            agree_gradients(equal, student, [first, first.clone()], few=True)


class Way(NamedTuple):
    """How gradients are asked for.

    Attributes:
        learned: the places of the inputs that require them.
        used: whether the first call is one without gradients, as a finished model is used.
        frozen: whether the weights require none.
    """

    learned: Sequence[int]
    used: bool = False
    frozen: bool = False


def agree_gradients(setting: Setting, student: Student, inputs: Sequence[Tensor], *, few: bool = False) -> None:
    """Compare gradients where everything requires them; unless `few`, also where one input, all or only the weights do.

    Of two inputs that are the same tensor, the second is given as the same object.
    """
    xs = [in_double(x) for x in inputs]
    weights = in_width(setting.weights, torch.float64) if setting.spec.is_class else {}
    cotangent = sample(*setting.right(xs, weights or None).shape, seed=29, dtype=torch.float64)
    once = len(inputs) == 2 and inputs[0] is inputs[1]
    floats = [0] if once else [place for place, x in enumerate(xs) if x.is_floating_point()]
    reference = setting.compute()

    def compute(*leaves: Tensor) -> Tensor:
        given = list(xs)
        for place, item in zip(floats, leaves, strict=False):
            given[place] = item
        given = [given[0]] * 2 if once else given
        return setting.pick(reference(*given, *leaves[len(floats) :]))

    def ask(way: Way, dtype: torch.dtype) -> Answer:
        leaves: list[Any] = [
            leaf(x, dtype) if place in way.learned else in_dtype(x, dtype) for place, x in enumerate(xs)
        ]
        leaves = [leaves[0], same_as(0)] if once else leaves
        question = setting.question(student, weights, dtype)
        question = question.frozen() if way.frozen else question
        question = question.followed_by_gradients(setting.only_here(cotangent.to(dtype)))
        if not way.used:
            return question.calls(setting.with_arguments(leaves))
        question = question.eval() if setting.spec.is_class else question
        plain = [in_dtype(x, dtype) for x in xs]
        return question.calls(*[setting.with_arguments(given) for given in (plain, leaves)], states=[UNRECORDED])

    wanted = gradients(compute, [*(xs[place] for place in floats), *weights.values()], [cotangent])
    on_inputs = dict(zip(floats, wanted, strict=False))
    on_weights = dict(zip(weights, wanted[len(floats) :], strict=True))
    alone = [[place] for place in floats] if len(floats) > 1 else []
    ways = [Way(floats), Way(floats, used=True), *map(Way, alone)]
    if weights:
        ways += [Way([]), Way([], used=True), *([Way(floats, frozen=True)] if floats else [])]
    for way in ways[:1] if few else ways:
        answer = in_float64(functools.partial(ask, way))
        if once and not answer.untouched:  # what changes its input loses the points for that elsewhere
            continue
        on_learned = [on_inputs[place] for place in way.learned] * (1 + once)
        assert_gradients(answer, on_learned, {} if way.frozen else on_weights, own_tolerance(answer.value))


def check_second_call(spec: Specification, student: Student) -> None:
    """Call one object, or the function, several times in one process, with gradients and without.

    A layer is also called in both modes, with other weights, and with one token after many.
    """
    for setting in spec.settings():
        longer = setting.at(
            **{letter: size + 2 for letter, size in setting.sizes.items() if letter in spec.free_letters}
        )
        more = [3] if spec.usual_leading else []
        each = [(setting, setting.inputs(31)), (setting, setting.inputs(41)), (longer, longer.inputs(51, more))]
        if spec.is_class:
            single = setting.at(**dict.fromkeys(spec.free_letters, 1))
            *shorter, longest = (xs for _, xs in each)
            _layer_again(setting, student, [*shorter, single.inputs(71), longest])
            own = setting.ask(student, setting.inputs(31))
            assert_same_beside_another(student, own, list(setting.other_init.values()), setting.pick_returned)
            continue
        question = setting.question(student)
        first, other, last = (item.with_arguments(xs) for item, xs in each)
        leaves = setting.with_arguments(list(map(leaf_of, each[0][1])))
        right = [item.right(xs) for item, xs in each]
        states: list[dict[str, Any]] = [{}, UNRECORDED, {}, UNRECORDED]
        assert_calls_as_alone(
            question, first, other, last, first, leaves, right=[*right, right[0], right[0]], states=states
        )


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
        solution = solution_definition(spec.assignment, spec.name)
        assert_drawn_in_order(question, functools.partial(solution, *setting.init.values()))
