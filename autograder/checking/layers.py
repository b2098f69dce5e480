"""Assertions for layers (`nn.Module`): given weights, the parameters that the text prescribes, gradients."""

import itertools
from collections.abc import Callable, Mapping, Sequence

import torch
from torch import Tensor, nn

from autograder.checking.answer import Answer
from autograder.checking.assertions import require
from autograder.checking.reference_cache import remembered
from autograder.checking.robustness import assert_state_dict
from autograder.checking.student import Question
from autograder.sandbox.host.student_text import detail, listed, quoted_shape
from autograder.wording import first_of

Weights = dict[str, Tensor]
Shapes = Mapping[str, tuple[int, ...]]
MAX_LISTED = 4  # parameters in a message
ORDER_SEED = 1


def with_weights(question: Question, weights: Weights, dtype: torch.dtype | None = None) -> Question:
    """Return the question for the layer with these weights, converted to `dtype` if one is given."""
    return (question.to(dtype=dtype) if dtype else question).state(weights)


def in_width(weights: Weights, dtype: torch.dtype) -> Weights:
    """Return the weights converted to a dtype."""
    return {name: value.to(dtype) for name, value in weights.items()}


def assert_parameters(answer: Answer, shapes: Shapes) -> None:
    """Require these parameters in this order, all of them trainable, and nothing else in the state dict."""
    assert_parameter_shapes(answer, shapes)
    assert_creation_order(answer, list(answer.parameters), list(shapes))
    assert_state_dict(answer, shapes)
    assert_trainable(answer)


def assert_parameter_shapes(answer: Answer, shapes: Shapes) -> None:
    """Require these parameters and no others, in any order."""
    model, got = answer.request["target"], answer.parameters
    missing = {name: shape for name, shape in shapes.items() if name not in got}
    first, text = next(iter(missing), ""), f"{model} has no parameter {_listed(missing)}"
    require(not missing, text, symptom="parameters missing", parameter=first)
    more = {name: shape for name, shape in got.items() if name not in shapes}
    require(not more, f"{model} has parameters that are not asked for: {_listed(more)}")
    for name, shape in got.items():
        text = f"{model} has a parameter {name} of shape {detail(quoted_shape(shape))}, expected {detail(shapes[name])}"
        require(shape == shapes[name], text, parameter=name)


def assert_distinct_initial_weights(question: Question, *names: str) -> None:
    """Require that the initial weights of these parameters differ from each other and are not constant."""
    answer = question.seeded(1).reading().construct()  # the same request as the first one of `assert_unseeded`
    first = {name: answer.weights[name] for name in names if name in answer.weights}
    called = answer.request["target"]
    same = [name for name, value in first.items() if bool((value == value.reshape(-1)[0]).all())]
    require(not same, f"{called}: {', '.join(same)} begins with one number everywhere")
    for (one, value), (other, second) in itertools.combinations(first.items(), 2):
        equal = value.shape == second.shape and torch.equal(value, second)
        require(not equal, f"{called}: {one} and {other} begin with the same weights")


def assert_creation_order(answer: Answer, got: Sequence[str], wanted: Sequence[str]) -> None:
    """Require the order of creation of the text, so that a seed gives every submission the same weights."""
    first, expected = next(((one, other) for one, other in zip(got, wanted, strict=True) if one != other), ("", ""))
    require(not first, f"{answer.request['target']} creates {first} where the text creates {expected}: keep its order")


def assert_drawn_in_order(question: Question, solution: Callable[[], nn.Module]) -> None:
    """Require the first weights of the solution after the same seed, where they are drawn as it draws them.

    Weights of another spread are drawn in another way, which is the student's choice; then nothing is known of their
    order. Nor is it where a constructor seeds the generator itself, which a check of side effects asks about.
    """
    answer = question.seeded(ORDER_SEED).reading().construct()
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(ORDER_SEED)
        wanted = {name: value.detach() for name, value in solution().named_parameters()}
    got = {name: answer.weights[name] for name in wanted if name in answer.weights}
    alike = all(_spread_alike(value, wanted[name]) for name, value in got.items())
    first = next((name for name, value in got.items() if not torch.equal(value, wanted[name])), "")
    if not alike or not first:
        return
    later = question.seeded(ORDER_SEED + 1).reading().construct()
    follows_seed = any(not torch.equal(later.weights.get(name, value), value) for name, value in got.items())
    text = f"{answer.called}: after one seed, {first} begins with other numbers than in the order of the text"
    require(not follows_seed, text, parameter=first)


def _spread_alike(got: Tensor, wanted: Tensor) -> bool:
    """Whether two matrices have about the same spread; a vector is too short to know."""
    if got.shape != wanted.shape or got.dim() < 2:
        return got.shape == wanted.shape
    one, other = (float(value.double().square().mean().sqrt()) for value in (got, wanted))
    return abs(one - other) <= 0.3 * max(one, other)


def assert_trainable(answer: Answer) -> None:
    """Require that every parameter has `requires_grad`."""
    fixed = [name for name, trainable in answer.trainable.items() if not trainable]
    require(not fixed, f"{answer.request['target']} does not learn {listed(fixed)}: requires_grad is False")


def _listed(shapes: Shapes) -> str:
    return first_of((f"{name} {shape}" for name, shape in shapes.items()), MAX_LISTED)


@remembered
def gradients(
    function: Callable[..., Tensor | tuple[Tensor, ...]], inputs: Sequence[Tensor], cotangents: Sequence[Tensor | None]
) -> list[Tensor]:
    """Return the gradients of Σ cotangent · output with respect to each input; zeros for an input without effect."""
    leaves = [item.detach().clone().requires_grad_() for item in inputs]
    results = function(*leaves)
    outputs = results if isinstance(results, tuple) else (results,)
    terms = [
        (output * cotangent).sum()
        for output, cotangent in zip(outputs, cotangents, strict=True)
        if cotangent is not None
    ]
    grads = torch.autograd.grad(torch.stack(terms).sum(), leaves, allow_unused=True)
    return [torch.zeros_like(leaf) if grad is None else grad for leaf, grad in zip(leaves, grads, strict=True)]
