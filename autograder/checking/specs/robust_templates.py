"""Templates of robustness checks. A mistake costs once: values that are wrong anyway are compared with themselves."""

import functools
from collections.abc import Sequence
from dataclasses import replace

import torch
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import LARGE
from autograder.checking.own_values import assert_by_name, assert_elsewhere, plain
from autograder.checking.robustness import (
    assert_any_layout,
    assert_keeps_device,
    assert_keeps_dtype,
    assert_pure,
    assert_state_dict_unchanged,
    assert_unseeded,
    coarse,
    shifted,
)
from autograder.checking.samples import MOST_TOKENS, UNUSUAL_SEED, non_contiguous
from autograder.checking.specs.shapes import BATCH, single_sizes
from autograder.checking.specs.specification import Setting, Specification
from autograder.checking.student import Student


def check_width_and_device(spec: Specification, student: Student) -> None:
    """Require the dtype and the device of the inputs, and nothing computed in less than float64 for such inputs."""
    for setting in spec.settings():
        ask = functools.partial(_ask_in_width, setting, student)
        assert_keeps_dtype(ask, spec.rounded)
        plain_question = setting.construct(student)
        question = plain_question.to(device="meta") if spec.is_class else plain_question
        on_meta = question.call(*setting.with_arguments([x.to("meta") for x in setting.inputs(8, spec.few_leading)]))
        assert_keeps_device(on_meta, ask(torch.float32, 0.0))


def _ask_in_width(setting: Setting, student: Student, dtype: torch.dtype, step: float) -> Answer:
    """Ask in a dtype, with the first number of each float input moved; without such inputs, that of the first weight.

    Whole numbers begin with 0, so that the number that moves has an effect where they choose a row.
    """
    weights = {name: coarse(value) for name, value in setting.weights.items()}
    xs = setting.inputs(8, setting.spec.few_leading)
    given = [shifted(coarse(x * 0.5), dtype, step) if x.is_floating_point() else _from_zero(x) for x in xs]
    if weights and not any(x.is_floating_point() for x in xs):
        first = next(iter(weights))
        weights[first] = shifted(weights[first], torch.float64, step)
    return setting.question(student, weights, dtype).call(*setting.with_arguments(given))


def _from_zero(x: Tensor) -> Tensor:
    """Return the same whole numbers with a 0 in the first place."""
    begun = x.clone()
    begun.view(-1)[0] = 0
    return begun


def check_leaves_alone(spec: Specification, student: Student) -> None:
    """Require the same result for any layout in memory, and that no input, weight, mode or generator changes."""
    for setting in spec.settings():
        for dims in ((-2, -1), (0, 1)):
            turned = setting.inputs(1, spec.layout_leading)
            xs = [non_contiguous(x, dims) if x.dim() > 1 else x for x in turned]
            question = setting.question(student).seeded(UNUSUAL_SEED)
            contiguous = question.call(*setting.with_arguments([x.contiguous() for x in xs]))
            assert_any_layout(question.call(*setting.with_arguments(xs)), contiguous)
        if spec.is_class:
            _layer_unchanged(setting, student, xs)


def _layer_unchanged(setting: Setting, student: Student, xs: Sequence[Tensor]) -> None:
    calls = [setting.with_arguments(given) for given in (xs, [x[:1] for x in xs])]
    for mode in (True, False):
        answer = setting.question(student).seeded(UNUSUAL_SEED).train(mode).watched().calls(*calls)
        assert_pure(answer)
        assert_state_dict_unchanged(answer)
    assert_unseeded(setting.construct(student), *(name for name, shape in setting.shapes.items() if len(shape) > 1))


def check_sizes_of_one(spec: Specification, student: Student) -> None:
    """Compare with the reference where one size is 1, for each of them, and where all are."""
    usual = {**spec.sizes} if spec.leading == "none" else {BATCH: 2, **spec.sizes}
    shaping = {letter: size for letter, size in usual.items() if letter == BATCH or letter in spec.shape_letters}
    _elsewhere(spec, student, [{**usual, **single} for single in single_sizes(shaping)])


def check_longest(spec: Specification, student: Student) -> None:
    """Compare with the reference at the greatest length of the course, for each length by itself."""
    small = {letter: min(size, 8) for letter, size in spec.sizes.items()}
    _elsewhere(spec, student, [{**small, letter: MOST_TOKENS} for letter in spec.free_letters])


def _elsewhere(spec: Specification, student: Student, places: Sequence[dict[str, int]]) -> None:
    for usual in spec.settings():
        xs = usual.inputs(1)
        known = plain(usual.ask(student, xs), usual.right(xs))
        for sizes in places:
            setting = replace(usual, sizes=sizes)
            given = setting.inputs(14)
            assert_elsewhere(setting.ask(student, given), known, setting.right(given))


def check_extremes(spec: Specification, student: Student) -> None:
    """Compare with the reference for large inputs of either sign, whose products are exact in float32."""
    for setting in spec.settings():
        xs = setting.inputs(1)
        known = plain(setting.ask(student, xs), setting.right(xs))
        weights = {name: _quarters(value) for name, value in setting.weights.items()}
        for seed in (15, 16):
            large = [spec.steep * _quarters(x) if x.is_floating_point() else x for x in setting.inputs(seed)]
            answer = setting.question(student, weights).call(*setting.with_arguments(large))
            right = setting.right(large, weights)
            assert_elsewhere(answer, known, right, LARGE)


def _quarters(value: Tensor) -> Tensor:
    """Round to multiples of 1/4, so that sums of products lose nothing."""
    return (value * 4).round() / 4


def check_names(spec: Specification, student: Student) -> None:
    """Require that arguments can be given by name, in any order; whatever comes back, all outputs together."""
    for setting in (setting for setting in spec.settings() if setting.place == 0):
        xs = setting.inputs(1, spec.few_leading)
        named = dict(reversed([*zip(spec.inputs, xs, strict=True), *setting.arguments.items()]))
        question = student.definition(spec.name)
        if spec.is_class:
            init = dict(reversed(setting.init.items()))
            question = getattr(student, spec.name)(**init).state(setting.weights)
        positional = setting.question(student).output((), 0)
        assert_by_name(question.call(**named), positional.call(*setting.with_arguments(xs)))
