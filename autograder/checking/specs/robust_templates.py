"""Templates of robustness checks. A mistake costs once: values that are wrong anyway are compared with themselves."""

import functools
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import torch
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import LARGE, SHARES, as_tensor, require
from autograder.checking.failures import CheckFailedError
from autograder.checking.own_values import assert_by_name, assert_elsewhere, plain
from autograder.checking.robustness import (
    COPIED,
    assert_any_layout,
    assert_keeps_device,
    assert_keeps_dtype,
    assert_new,
    assert_pure,
    assert_state_dict_unchanged,
    assert_unseeded,
    changes_of_state_dict,
    coarse,
    shifted,
)
from autograder.checking.samples import MOST_TOKENS, UNUSUAL_SEED, non_contiguous
from autograder.checking.specs.core_templates import agree_gradients
from autograder.checking.specs.shapes import BATCH, EQUAL, single_sizes
from autograder.checking.specs.specification import Setting, Specification, in_double
from autograder.checking.student import UNRECORDED, Question, Student, again

PRIME_LENGTH = MOST_TOKENS - 1
WIDE = 70  # of a layer
SPREAD = 4  # of inputs whose shares reach from about 1 to about 1e-7
FACTOR_SIZE = 11  # of a number of layers, and of what is multiplied with another size


def check_width_and_device(spec: Specification, student: Student) -> None:
    """Require the dtype and the device of the inputs, and nothing computed in less than float64 for such inputs."""
    for setting in spec.settings():
        assert_keeps_dtype(functools.partial(_ask_in_width, setting, student), spec.rounded)
        question, call = _width_question(setting, student, torch.float32)
        used = question.calls(call, call)  # on the GPU it is the second call too
        assert_keeps_device(question.on_stand_in(after_use=True).call(*call), used)
        if spec.is_class:
            converted = _ask_converted(setting, student)
            got = as_tensor(setting.pick_returned(converted.value, converted.called), converted.called)
            text = f"{converted.called} keeps the dtype of an earlier call"
            require(got.dtype is torch.float32, text, "wrong dtype")


def _ask_in_width(setting: Setting, student: Student, dtype: torch.dtype, step: float) -> Answer:
    question, call = _width_question(setting, student, dtype, step)
    return question.call(*call)


def _width_question(
    setting: Setting, student: Student, dtype: torch.dtype, step: float = 0.0
) -> tuple[Question, tuple[Any, ...]]:
    """Return a question in a dtype and its call, with the first number of each float input moved.

    Without such inputs that of the first weight is moved. Whole numbers begin with 0, so that the number that moves has
    an effect where they choose a row.
    """
    weights = {name: coarse(value) for name, value in setting.weights.items()}
    given = _width_inputs(setting, dtype, step)
    if weights and not any(x.is_floating_point() for x in given):
        first = next(iter(weights))
        weights[first] = shifted(weights[first], torch.float64, step)
    return setting.question(student, weights, dtype), setting.with_arguments(given)


def _ask_converted(setting: Setting, student: Student) -> Answer:
    """Ask a layer in float64, convert it to float32 and ask again: it keeps no dtype of the first call."""
    weights = {name: coarse(value) for name, value in setting.weights.items()}
    before, after = (setting.with_arguments(_width_inputs(setting, dtype)) for dtype in (torch.float64, torch.float32))
    return setting.question(student, weights, torch.float64).output((), 0).steps(before, ("float",), after)


def _width_inputs(setting: Setting, dtype: torch.dtype, step: float = 0.0) -> list[Tensor]:
    """Return inputs that are exact in every dtype, with the first number of each float input moved."""
    xs = setting.inputs(8, setting.spec.few_leading)
    return [shifted(coarse(x * 0.5), dtype, step) if x.is_floating_point() else _from_zero(x) for x in xs]


def _from_zero(x: Tensor) -> Tensor:
    """Return the same whole numbers with a 0 in the first place."""
    begun = x.clone()
    begun.view(-1)[0] = 0
    return begun


def check_leaves_alone(spec: Specification, student: Student) -> None:
    """Require the same result for any layout in memory, and that no input, weight, mode or generator changes."""
    for setting in spec.settings():
        equal = setting.at(**dict.fromkeys(spec.free_letters, EQUAL))
        layouts = [(setting, (-2, -1)), (setting, (0, 1))]
        if any(len(words.split()) > 2 for words in spec.inputs.values()):
            layouts.append((equal, (-3, -2)))  # where only the order of the dimensions tells them apart
        for item, dims in layouts:
            turned = item.inputs(1, spec.layout_leading)
            xs = [non_contiguous(x, dims) if x.dim() > 1 else x for x in turned]
            question = item.question(student).seeded(UNUSUAL_SEED)
            contiguous = question.call(*item.with_arguments([x.contiguous() for x in xs]))
            call = item.with_arguments(xs)
            same = item.with_arguments([again(place) for place in range(len(xs))])
            assert_any_layout(question.calls(call, same, call, states=[UNRECORDED]), contiguous)
            assert_pure(contiguous)
        for leading in ([], [2]) if spec.leading == "any" else ():  # a shortcut may be taken for few dimensions alone
            assert_pure(setting.question(student).call(*setting.with_arguments(setting.inputs(1, leading))))
        if spec.is_class:
            _layer_unchanged(setting, student, setting.inputs(1, spec.layout_leading))
        elif spec.rounded != COPIED:  # what only rearranges numbers may return a view
            small = [setting.at(**sizes) for sizes in single_sizes(dict.fromkeys(spec.shape_letters, EQUAL))]
            answer = setting.question(student).calls(*(item.with_arguments(item.inputs(14)) for item in small))
            require(not answer.shared, f"{answer.called} returns its input, and nothing new", symptom="input returned")


def _layer_unchanged(setting: Setting, student: Student, xs: Sequence[Tensor]) -> None:
    calls = [setting.with_arguments(given) for given in (xs, [x[:1] for x in xs], xs)]
    for mode in (True, False):
        question = setting.question(student).seeded(UNUSUAL_SEED).train(mode).watched()
        answer = question.calls(*calls, states=({}, {}, UNRECORDED))
        assert_pure(answer)
        assert_state_dict_unchanged(answer)
    assert_unseeded(setting.construct(student), *(name for name, shape in setting.shapes.items() if len(shape) > 1))


def check_sizes_of_one(spec: Specification, student: Student) -> None:
    """Compare with the reference where one size is 1, for each of them, and where all are; and what is new each time.

    Where all lengths are 1, gradients are compared too.

    A shortcut for one token is taken where nobody looks, so each question is asked twice as a finished model is used.
    """
    usual = {**spec.sizes} if spec.leading == "none" else {BATCH: 2, **spec.sizes}
    shaping = {letter: size for letter, size in usual.items() if letter == BATCH or letter in spec.shape_letters}
    single = [{**usual, **sizes} for sizes in single_sizes(shaping)]
    equal = [{**usual, **dict.fromkeys(shaping, EQUAL), letter: 1} for letter in shaping if letter != BATCH]
    _elsewhere(spec, student, [*single, *equal], twice=True)
    for setting in spec.settings() if "gradient" not in spec.without else ():
        if _has_right_gradients(setting, student):
            alone = setting.at(**dict.fromkeys(spec.free_letters, 1))
            agree_gradients(alone, student, alone.inputs(21), few=True)
    if spec.leading == "any":
        _elsewhere(spec, student, [{**spec.sizes, letter: 1} for letter in spec.free_letters], leading=())


def _has_right_gradients(setting: Setting, student: Student) -> bool:
    """Whether gradients are right at usual sizes; otherwise the program loses the points for them elsewhere."""
    try:
        agree_gradients(setting, student, setting.inputs(21), few=True)
    except CheckFailedError:
        return False
    return True


def check_longest(spec: Specification, student: Student) -> None:
    """Compare with the reference at the greatest length of the course, for each length alone and for two at once.

    One more question is about wide layers. The length of two is prime, so that no block of fewer tokens fits in.
    """
    small = {letter: min(size, 8) for letter, size in spec.sizes.items()}
    lengths = spec.free_letters
    each = [{**small, letter: MOST_TOKENS} for letter in lengths]
    pairs = list(pairwise(lengths)) or [(letter, letter) for letter in lengths]
    together = [{**small, **dict.fromkeys(pair, PRIME_LENGTH)} for pair in pairs]
    wide = {
        letter: FACTOR_SIZE if letter in spec.factors else WIDE + place
        for place, letter in enumerate(spec.bound_letters)
    }
    _elsewhere(spec, student, [*each, *together, *([{**small, **wide}] if wide else [])])


def _elsewhere(
    spec: Specification,
    student: Student,
    places: Sequence[dict[str, int]],
    *,
    twice: bool = False,
    leading: Sequence[int] | None = None,
) -> None:
    for usual in spec.settings():
        xs = usual.inputs(1)
        question = usual.question(student)
        answer = (question.watched() if spec.is_class else question).call(*usual.with_arguments(xs))
        known, leaves_alone = plain(answer, usual.right(xs)), answer.untouched
        keeps_state = spec.is_class and not changes_of_state_dict(answer)
        for number, sizes in enumerate(places):
            setting = replace(usual, sizes=sizes)
            given = setting.inputs(14, leading)
            question = setting.question(student)
            question = question.in_use() if number % 2 or twice else question  # every state everywhere costs too much
            call = setting.with_arguments(given)
            question = question.watched() if keeps_state else question
            answer = question.calls(*[call] * (1 + twice), states=[{"recording": True}] if twice else [])
            assert_elsewhere(answer, known, setting.right(given))
            if keeps_state:  # a program that changes something in every call loses the points for that elsewhere
                assert_state_dict_unchanged(answer)
            if leaves_alone:
                require(answer.untouched, f"{answer.called} changes its input", symptom="input changed")
                if spec.rounded != COPIED:
                    assert_new(answer)


def check_extremes(spec: Specification, student: Student) -> None:
    """Compare with the reference for large inputs of either sign, whose products are exact in float32.

    Of a function, also the digits of small results: nothing that is small is rounded away in float64.
    """
    for setting in spec.settings():
        xs = setting.inputs(1)
        known = plain(setting.ask(student, xs), setting.right(xs))
        weights = {name: _quarters(value) for name, value in setting.weights.items()}
        for seed in (15, 16):
            large = [spec.steep * _quarters(x) if x.is_floating_point() else x for x in setting.inputs(seed)]
            question = setting.question(student, weights)
            question = question.in_use() if seed == 16 else question
            answer = question.call(*setting.with_arguments(large))
            right = setting.right(large, weights)
            assert_elsewhere(answer, known, right, LARGE)
        if not spec.is_class:
            wide = [in_double(SPREAD * x) if x.is_floating_point() else x for x in setting.inputs(17)]
            assert_elsewhere(setting.ask(student, wide), known, setting.right(wide), SHARES)


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
