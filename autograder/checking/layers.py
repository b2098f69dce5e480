"""What the checks of layers (`nn.Module`) share: given weights, the structure of the text, gradients."""

import itertools
from collections.abc import Callable, Mapping, Sequence

import torch
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import require
from autograder.checking.reference_cache import remembered
from autograder.checking.robustness import assert_gradients_in_double, assert_state_dict
from autograder.checking.samples import leaf
from autograder.checking.student import Question
from autograder.sandbox.host.student_text import listed, quoted_shape

Weights = dict[str, Tensor]
Shapes = Mapping[str, tuple[int, ...]]
MOST = 4  # parameters that a sentence lists


def with_weights(question: Question, weights: Weights, dtype: torch.dtype | None = None) -> Question:
    """The layer with these weights, in this width where one is named."""
    return (question.to(dtype=dtype) if dtype else question).state(weights)


def in_width(weights: Weights, dtype: torch.dtype) -> Weights:
    """The same weights, rounded to a width."""
    return {name: value.to(dtype) for name, value in weights.items()}


def has_parameters(answer: Answer, shapes: Shapes) -> None:
    """The layer has these parameters in this order, all of them trainable, and nothing else in its state dict."""
    has_shapes(answer, shapes)
    in_order(answer, list(answer.parameters), list(shapes))
    assert_state_dict(answer, shapes)
    is_trainable(answer)


def has_shapes(answer: Answer, shapes: Shapes) -> None:
    """The layer has these parameters and no others, in any order."""
    model, got = answer.recipe["target"], answer.parameters
    missing = {name: shape for name, shape in shapes.items() if name not in got}
    require(not missing, f"{model} has no parameter {_listed(missing)}")
    more = {name: shape for name, shape in got.items() if name not in shapes}
    require(not more, f"{model} has parameters that are not asked for: {_listed(more)}")
    for name, shape in got.items():
        require(
            shape == shapes[name],
            f"{model} has a parameter {name} of shape {quoted_shape(shape)}, expected {shapes[name]}",
        )


def begins_apart(question: Question, *names: str) -> None:
    """The first weights of these parameters differ from each other and are not one number repeated."""
    answer = question.seeded(1).reading().construct()  # as `assert_unseeded` asks first
    first = {name: answer.weights[name] for name in names if name in answer.weights}
    called = answer.recipe["target"]
    same = [name for name, value in first.items() if bool((value == value.reshape(-1)[0]).all())]
    require(not same, f"{called}: {', '.join(same)} begins with one number everywhere")
    for (one, value), (other, second) in itertools.combinations(first.items(), 2):
        equal = value.shape == second.shape and torch.equal(value, second)
        require(not equal, f"{called}: {one} and {other} begin with the same weights")


def in_order(answer: Answer, got: Sequence[str], wanted: Sequence[str]) -> None:
    """Parameters or layers are created in the order of the text, so that a seed gives everybody the same weights."""
    first, expected = next(((one, other) for one, other in zip(got, wanted, strict=True) if one != other), ("", ""))
    require(not first, f"{answer.recipe['target']} creates {first} where the text creates {expected}: keep its order")


def is_trainable(answer: Answer) -> None:
    """Every parameter of the layer is learned."""
    fixed = [name for name, trainable in answer.trainable.items() if not trainable]
    require(not fixed, f"{answer.recipe['target']} does not learn {listed(fixed)}: requires_grad is False")


def _listed(shapes: Shapes) -> str:
    told = [f"{name} {shape}" for name, shape in shapes.items()]
    return ", ".join(told[:MOST]) + (f" and {len(told) - MOST} more" if len(told) > MOST else "")


def assert_layer_gradients(
    asked: Callable[[torch.dtype], Question],
    reference: Callable[..., Tensor],
    inputs: Sequence[Tensor],
    weights: Weights,
    cotangent: Tensor,
) -> None:
    """Gradients of the inputs and of all weights, `reference(*inputs, *weights)` being the layer; all in float64."""
    wanted = gradients(reference, [*inputs, *weights.values()], [cotangent])
    on_weights = dict(zip(weights, wanted[len(inputs) :], strict=True))

    def ask(dtype: torch.dtype) -> Answer:
        rounded = [leaf(x, dtype) for x in inputs]
        return asked(dtype).call(*rounded, cotangents=[cotangent.to(dtype)])

    assert_gradients_in_double(ask, wanted[: len(inputs)], on_weights)


@remembered
def gradients(
    function: Callable[..., Tensor | tuple[Tensor, ...]], inputs: Sequence[Tensor], cotangents: Sequence[Tensor | None]
) -> list[Tensor]:
    """Gradients of Σ cotangent · output with respect to each input, zero where an input does not matter."""
    leaves = [item.detach().clone().requires_grad_() for item in inputs]
    results = function(*leaves)
    outputs = results if isinstance(results, tuple) else (results,)
    terms = [
        (output * cotangent).sum()
        for output, cotangent in zip(outputs, cotangents, strict=True)
        if cotangent is not None
    ]
    found = torch.autograd.grad(torch.stack(terms).sum(), leaves, allow_unused=True)
    return [torch.zeros_like(leaf) if grad is None else grad for leaf, grad in zip(leaves, found, strict=True)]
