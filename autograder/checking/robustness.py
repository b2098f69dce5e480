"""Assertions that need no reference value: purity, dtype, device, and agreement of a program with itself."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import torch
from torch import Tensor

from autograder.checking.answer import Answer, names_request
from autograder.checking.assertions import (
    BFLOAT16,
    FLOAT32,
    FLOAT64,
    Tolerance,
    as_number,
    as_pair,
    as_sequence,
    as_tensor,
    assert_gradients,
    assert_tensor,
    require,
)
from autograder.checking.describe import describe_dtype, describe_one_call
from autograder.checking.failures import CheckFailedError
from autograder.checking.samples import leaf
from autograder.checking.student import EVALUATING, TRAINING, UNRECORDED, Question, Student
from autograder.checking.student import again as same_tensor
from autograder.sandbox.guest.unsent import UnsentTensor, same_unsent
from autograder.sandbox.host.student_text import detail, listed
from autograder.wording import counted


def in_float64(ask: Callable[[torch.dtype], Answer]) -> Answer:
    """Return the answer in float64, or in float32 if that raises an exception; another check tests the dtypes."""
    answer = ask(torch.float64)
    return answer if answer.raised is None else ask(torch.float32)


def assert_gradients_in_double(
    ask: Callable[[torch.dtype], Answer], inputs: Sequence[Tensor], parameters: dict[str, Tensor] | None = None
) -> None:
    """Require these gradients, as exactly as the dtype of the program's result allows.

    Args:
        ask: calls the program with inputs of a given dtype and requests gradients.
        inputs: the gradients of the inputs, in order.
        parameters: the gradients of parameters by name; none by default.
    """
    answer = in_float64(ask)
    assert_gradients(answer, inputs, parameters or {}, own_tolerance(answer.value))


def own_tolerance(result: object) -> Tolerance:
    """Return the tolerance for a program by the dtype of its result (of the first one in a tuple or list)."""
    first = result[0] if isinstance(result, list | tuple) and result else result
    return FLOAT64 if isinstance(first, Tensor) and first.dtype is torch.float64 else FLOAT32


def assert_each(answer: Answer, expected: Sequence[Tensor], tolerance: Tolerance = FLOAT32) -> None:
    """Require the results of several calls in one process, in order."""
    for place, (got, wanted) in enumerate(zip(answer.values, expected, strict=True)):
        assert_tensor(got, wanted, tolerance, called=describe_one_call(answer.request, place))


def assert_pure(answer: Answer, *, may_draw: bool = False) -> None:
    """Require that the calls changed no input, no generator, no mode and no setting, and gave something new each time.

    With `may_draw`, random numbers may be drawn.
    """
    require(answer.untouched, f"{answer.called} changes its input", symptom="input changed")
    require(not answer.changed, f"{answer.called} changes {', '.join(answer.changed)}")
    assert_new(answer)
    require(not answer.seeded, f"{answer.called} seeds the generator", symptom="generator seeded")
    text = f"{answer.called} draws random numbers or seeds the generator"
    require(may_draw or answer.rng_untouched, text, symptom="random numbers drawn")


def assert_new(answer: Answer) -> None:
    """Require that no call returned a part of the weights, an earlier result, or a tensor that autograd refuses."""
    require(not answer.of_inference, f"{answer.called} {OF_INFERENCE}", symptom="made in inference mode")
    require(not answer.of_weights, f"{answer.called} {OF_WEIGHTS}")
    require(not answer.reused, f"{answer.called} {RETURNED_AGAIN}", symptom="result kept")


def assert_state_dict(answer: Answer, names: Iterable[str]) -> None:
    """Require that the state dict has exactly these names."""
    wanted = set(names)
    more, missing = [name for name in answer.state if name not in wanted], sorted(wanted - set(answer.state))
    state = f"the state dict of {answer.request['target']}"
    require(not missing, f"{state} lacks {', '.join(missing)}")
    text = f"{state} also holds {listed(more)}; a buffer stays out of it with persistent=False"
    require(not more, text, symptom="more in state dict")


def assert_state_dict_unchanged(answer: Answer) -> None:
    """Require that calls left the names and values in a layer's state dict unchanged.

    The answer needs `Question.watched`. Unlike `assert_call_is_pure`, this does not test inputs and the generator.
    """
    changes = changes_of_state_dict(answer)
    require(not changes, changes)


def changes_of_state_dict(answer: Answer) -> str:
    """Say what calls changed in a layer's state dict; empty if nothing. The answer needs `Question.watched`."""
    names = [name for name in answer.state_after if name not in answer.state]
    names += [name for name in answer.state if name not in answer.state_after]
    if names:
        return f"the state dict of {answer.request['target']} holds other names after use: {listed(names[:4])}"
    return "" if answer.values_kept else f"{answer.called} changes the weights of the layer"


def assert_unseeded(question: Question, *names: str) -> None:
    """Require other weights after another seed: construction must not seed the generator itself."""
    first, second = (question.seeded(seed).reading().construct() for seed in (1, 2))
    for name in names:
        one, other = first.weights.get(name), second.weights.get(name)
        require(one is not None and other is not None, f"{first.called} has no parameter {name}")
        require(
            one is None or other is None or not torch.equal(one, other),
            f"{first.called}: {name} is the same after torch.manual_seed(1) and after torch.manual_seed(2)",
        )


def assert_shape(answer: Answer, *shape: int) -> None:
    """Require that the last value is a tensor of this shape, with any values."""
    got = as_tensor(answer.value, answer.called)
    text = f"{answer.called} has shape {detail(tuple(got.shape))}, expected {detail(shape)}"
    if got.shape != shape:
        raise CheckFailedError("wrong shape", text, got=got)


# A step of the input: its square is far below the resolution of float32, and it is no multiple of the spacing of
# float32 numbers near 1.
TINY = 1.04e-5
COPIED = 1e-9  # for programs that only rearrange numbers: nothing is rounded
ROUNDED = 1e-6  # as FLOAT64: accepts a softmax in float32, but not a result that was rounded to float32
SCALAR_TOLERANCE = 1e-9  # relative
RETURNED_AGAIN = "returns the tensor that an earlier call returned: what a caller writes into one is in the other"
OF_INFERENCE = "returns a tensor made in torch.inference_mode(): nothing that is computed from it can be learned"
OF_WEIGHTS = "returns a part of its weights: what a caller writes into the result changes the layer"
UNLIKE_NEW = "gives something else than a new object does"
AFTER_OTHER_WEIGHTS = " after its weights have changed"
UNLIKE_TRAINING = "gives something else than in training mode"
UNLIKE_RECORDED = "gives something else than where gradients are recorded"
UNLIKE_CONTIGUOUS = "gives something else where its input has another layout in memory"
UNLIKE_CPU = "gives something else than on the CPU"
UNLIKE_FLOAT32 = "gives other values than in float32"

Ask = Callable[[torch.dtype, float], Answer]


def difference(got: Tensor, own: Tensor, tolerance: Tolerance = FLOAT32) -> str:
    """Return how two tensors of one program differ, in words; empty if they agree. NaN agrees with NaN."""
    if got.shape != own.shape:
        return f"shape {detail(tuple(got.shape))} instead of {detail(tuple(own.shape))}"
    if isinstance(got, UnsentTensor) or isinstance(own, UnsentTensor):
        return "" if same_unsent(got, own) else "other values"
    a, b = (value.detach().to(torch.float64) for value in (got, own))
    distance = (a - b).abs().masked_fill((a == b) | (a.isnan() & b.isnan()), 0.0)
    far = ~(distance <= tolerance.absolute + tolerance.relative * b.abs().nan_to_num(0.0, 0.0, 0.0))
    return (
        detail(f"{int(far.sum())} of {far.numel()} values, by up to {distance.max().item():.3g}") if far.any() else ""
    )


def assert_same_as_own(
    answer: Answer, own: Answer, unlike: str, tolerance: Tolerance = FLOAT32, *, symptom: str = ""
) -> None:
    """Require that two answers of a program are the same tensor; `unlike` completes the message if they are not."""
    text = difference(as_tensor(answer.value, answer.called), as_tensor(own.value, own.called), tolerance)
    require(not text, f"{answer.called} {unlike}: {text}", symptom=symptom)


def all_right(answer: Answer, wanted: Sequence[Tensor | tuple[Tensor, ...] | None]) -> bool:
    """Whether each value of an answer equals the wanted one (None: any), and all of these have the same dtypes."""
    try:
        pairs = zip(answer.values, wanted, strict=True)
        compared = [(value, expected) for value, expected in pairs if expected is not None]
        right = all(_is_right(value, expected, answer.called) for value, expected in compared)
    except CheckFailedError:
        return False
    return right and len({_dtypes(value) for value, _ in compared}) < 2


def _dtypes(value: Any) -> tuple[torch.dtype, ...]:
    return tuple(part.dtype for part in (value if isinstance(value, list | tuple) else [value]))


def _is_right(value: Any, right: Tensor | tuple[Tensor, ...], called: str) -> bool:
    got = (value,) if isinstance(right, Tensor) else as_pair(value, called)
    expected = (right,) if isinstance(right, Tensor) else right
    return all(
        isinstance(part, Tensor)
        and part.is_floating_point() == wanted.is_floating_point()
        and not part.is_complex()
        and not difference(part, wanted)
        for part, wanted in zip(got, expected, strict=True)
    )


def assert_stateless(
    question: Question,
    inputs: Sequence[tuple[Tensor, ...]],
    reweighed: Question,
    right: Callable[..., Tensor],
    *,
    forgive_changed_input: bool = False,
) -> None:
    """Require that calls of one object agree with calls of new ones, for other values, lengths, weights and modes.

    If all results are right, no new object is called.

    Args:
        question: for a layer with weights.
        inputs: the arguments of several calls; the first two have the same shapes.
        reweighed: for the same layer with other weights.
        right: the right result for the arguments of a call and weights.
        forgive_changed_input: whether a program that changes its input may give something else for it the second time,
            because `assert_pure` tests that in another check.
    """
    weights, others = (item.request["weights"] for item in (question, reweighed))
    first = inputs[0]
    together = question.calls(*inputs, first, (leaf_of(first[0]), *first[1:]), states=({}, UNRECORDED, {}, UNRECORDED))
    modes = [{**TRAINING, "weights": weights}, {**EVALUATING, **UNRECORDED, "weights": others}]
    modes = [*modes, {**TRAINING, **UNRECORDED, "weights": weights}, {**EVALUATING, "weights": others}]
    modes = [*modes, {**EVALUATING, **UNRECORDED, "weights": weights}]
    same = tuple(same_tensor(place) for place in range(len(first)))
    again = question.calls(first, *([same] * 4), states=modes)
    used = (*inputs[1:], first, first)
    evaluated = question.eval().calls(*used, states=[UNRECORDED] * len(inputs))
    usual, other = right(*first, weights), right(*first, others)
    if (
        all_right(together, [*(right(*args, weights) for args in inputs), usual, usual])
        and all_right(again, [usual, other, usual, other, usual])
        and all_right(evaluated, [None, *(right(*args, weights) for args in used[1:])])
    ):
        return
    own, own_other = question.call(*first), reweighed.call(*first)
    unrecorded = question.calls(first, states=(UNRECORDED,))
    text = difference(as_tensor(unrecorded.value, unrecorded.called), as_tensor(own.value, own.called))
    if text and not difference(as_tensor(question.call(*first).value, own.called), as_tensor(own.value, own.called)):
        symptom = without_gradients_symptom(unrecorded)  # and not one that is another in every call
        raise CheckFailedError("wrong values", f"{unrecorded.called} {UNLIKE_RECORDED}: {text}", symptom=symptom)
    _agree_one_by_one(together, [own, *(question.call(*args) for args in inputs[1:]), own, own])
    one, two = (as_tensor(value, together.called) for value in together.values[:2])
    require(difference(one, two), f"{together.called} gives the same for other numbers of the same shape")
    *before, alone = (question.eval().calls(args, states=(UNRECORDED,)) for args in used[:-1])
    _agree_one_by_one(evaluated, [*before, alone, alone])
    trained = question.train().call(*first)
    text = difference(as_tensor(alone.value, alone.called), as_tensor(trained.value, trained.called))
    require(not text, f"{alone.called} {UNLIKE_TRAINING}: {text}", symptom="other in evaluation")
    if not (forgive_changed_input and not again.untouched):
        _agree_one_by_one(again, [own, own_other, own, own_other, own], AFTER_OTHER_WEIGHTS)


def assert_same_beside_another(
    student: Student, own: Answer, other_init: Sequence[Any], pick: Callable[[Any, str], Any] = lambda value, _: value
) -> None:
    """Require the answer of a layer again where another object of its class is constructed before the call.

    Args:
        student: the definitions.
        own: the answer to one call of the layer alone.
        other_init: what the other object is constructed with.
        pick: returns the output that counts of a result, which the second argument names.
    """
    script = student.script()
    construct = script.definition(own.request["target"])
    layer = construct(*own.request["init"])
    script.weights(layer, own.request["weights"])
    construct(*other_init)
    beside = script.answer(layer(*own.request["calls"][-1]["args"]))
    got = as_tensor(pick(beside.value, beside.called), beside.called)
    text = difference(got, as_tensor(own.value, own.called))
    require(not text, f"{beside.called} gives something else than without the second object: {text}")


def call_symptom(answer: Answer) -> str:
    """Return the symptom of calls whose results depend on the ones before, or on chance."""
    if answer.seeded:
        return "generator seeded"
    return "earlier calls matter" if answer.rng_untouched else "random numbers drawn"


def without_gradients_symptom(answer: Answer) -> str:
    """Return the symptom of a first call under `torch.no_grad()` that gives something else than a first call does."""
    symptom = call_symptom(answer)
    return "other without gradients" if symptom == "earlier calls matter" else symptom


def _agree_one_by_one(together: Answer, alone: Sequence[Answer], condition: str = "") -> None:
    for place, (value, own) in enumerate(zip(together.values, alone, strict=True)):
        called = describe_one_call(together.request, place)
        text = difference(as_tensor(value, called), as_tensor(own.value, own.called))
        require(not text, f"{called} {UNLIKE_NEW}{condition}: {text}", symptom=call_symptom(together))


def leaf_of(value: Any) -> Any:
    """Return a tensor of floats with `requires_grad`, and anything else as it is."""
    return leaf(value, value.dtype) if isinstance(value, Tensor) and value.is_floating_point() else value


def assert_keeps_dtype(ask: Ask, rounded: float = ROUNDED) -> None:
    """Require that float64 and bfloat16 inputs give results of their dtype with the values of float32.

    Also requires that nothing is computed in less than float64 for a float64 input: then the second differences of the
    result, for small steps of the input, are smaller than `rounded`.

    Args:
        ask: calls the program with a dtype and a number that is added to one entry of the input. Inputs and weights
            must be exact in bfloat16 (`coarse`).
        rounded: the limit of the second differences.
    """
    own = ask(torch.float32, 0.0)
    for dtype, tolerance in ((torch.float64, FLOAT32), (torch.bfloat16, BFLOAT16)):
        answer = ask(dtype, 0.0)
        got = as_tensor(answer.value, answer.called)
        text = f"{answer.called} has dtype {describe_dtype(got.dtype)}, expected {describe_dtype(dtype)}"
        require(got.dtype is dtype, text, "wrong dtype")
        require(not answer.changed, f"{answer.called} changes {', '.join(answer.changed)}")
        assert_same_as_own(answer, own, UNLIKE_FLOAT32, tolerance)
    low, middle, high = (ask(torch.float64, step * TINY) for step in (0.3, 1.3, 2.3))
    a, b, c = (as_tensor(answer.value, answer.called).detach() for answer in (low, middle, high))
    bend = (a - 2 * b + c).nan_to_num(0.0, 0.0, 0.0).abs().max().item()
    require(bend < rounded, f"{middle.called} is computed in less than float64 on the way", "wrong dtype")


def coarse(value: Tensor) -> Tensor:
    """Return the nearest numbers that are exact in every float dtype."""
    return value.to(torch.bfloat16).to(value.dtype)


def shifted(value: Tensor, dtype: torch.dtype, step: float) -> Tensor:
    """Return `value` in this dtype with `step` added to its first entry."""
    moved = value.to(dtype).clone()
    moved.view(-1)[0] += step
    return moved


def assert_any_layout(answer: Answer, contiguous: Answer) -> None:
    """Require the result of the contiguous input, and no side effects (`assert_pure`)."""
    assert_same_as_own(answer, contiguous, UNLIKE_CONTIGUOUS)
    assert_pure(answer)


def assert_keeps_device(there: Answer, own: Answer) -> None:
    """Require the program's own values, on the device of the input: a tensor, or a tuple or list of them.

    Args:
        there: the answer on the stand-in of a GPU (`Question.on_stand_in`). If it ends with an exception that is not
            about devices, the question counts as not asked.
        own: the answer to the same question on the CPU.
    """
    if not there.is_asked:
        return
    assert_places(there)
    parts, expected = _parts(there.value), _parts(own.value)
    text = f"{detail(counted(len(parts), 'result'))}, not {detail(len(expected))}"
    require(len(parts) == len(expected), f"{there.called} {UNLIKE_CPU}: {text}")
    for got, wanted in zip(parts, expected, strict=True):
        text = difference(as_tensor(got, there.called), as_tensor(wanted, own.called))
        require(not text, f"{there.called} {UNLIKE_CPU}: {text}")


def _parts(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else [value]


@names_request
def assert_places(answer: Answer, wanted: Sequence[str] | None = None) -> None:
    """Require that all tensors of each value were on this device: by default, on the stand-in of a GPU."""
    for place, found in enumerate(answer.places):
        expected = wanted[place] if wanted else "cuda"
        called = answer.called if len(answer.places) == 1 else describe_one_call(answer.request, place)
        other = next((item for item in found if item != expected), "")
        require(not other, f"{called} returns a tensor on {other}, expected on {expected}", "wrong type")


def assert_tensor_by_name(named: Answer, positional: Answer) -> None:
    """Require that a layer returns the same tensor for arguments by name and by position."""
    assert_same_as_own(named, positional, f"gives something else than {positional.called}")


def assert_same_result(answer: Answer, own: Answer, unlike: str) -> None:
    """Require that two answers of a program are the same tensor, number or list of these."""
    text = _unlike(answer.value, own.value, answer.called)
    require(not text, f"{answer.called} {unlike}: {text}")


def _unlike(got: Any, own: Any, called: str) -> str:
    if isinstance(own, list | tuple):
        items = as_sequence(got, called)
        if len(items) != len(own):
            return f"{detail(len(items))} items instead of {detail(len(own))}"
        return next((text for pair in zip(items, own, strict=True) if (text := _unlike(*pair, called))), "")
    if isinstance(own, Tensor) and own.dim():
        return difference(as_tensor(got, called), own)
    a, b = as_number(got, called), as_number(own, called)
    return "" if a == b or abs(a - b) <= SCALAR_TOLERANCE * abs(b) else "another number"
