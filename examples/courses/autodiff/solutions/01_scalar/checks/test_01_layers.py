"""Hidden checks of Neuron and Layer: their weights and inputs are the submission's own values."""

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from autograder import Answer, Student, assert_number, check, require
from autograder.checking.registry import PLAIN_VALUES
from autograder.checking.script import Reference, Script
from autograder.sandbox.guest.wire import OpaqueValue

INPUTS = [0.5, -1.0, 0.25]
ROWS = [[0.3, -0.2, 0.7], [-0.6, 0.4, 0.1]]
BIASES = [0.1, -0.3]


def neuron_of(script: Script, weights: Sequence[float], bias: float) -> tuple[Reference, list[Reference]]:
    """A neuron, and its parameters."""
    own = [script.Value(number) for number in (*weights, bias)]
    return script.Neuron(own[:-1], own[-1]), own


def layer_of(script: Script, biases: Sequence[float] = BIASES) -> tuple[Reference, list[Reference]]:
    """A layer of two neurons, and its parameters."""
    pairs = [neuron_of(script, row, bias) for row, bias in zip(ROWS, biases, strict=True)]
    return script.Layer([neuron for neuron, _ in pairs]), [parameter for _, own in pairs for parameter in own]


def outputs(inputs: Tensor, weights: Tensor, biases: Tensor) -> Tensor:
    """The outputs of neurons with these rows of weights."""
    return torch.tanh(weights @ inputs + biases)


def leaf(numbers: Sequence[float] | Sequence[Sequence[float]]) -> Tensor:
    """Numbers that want a gradient."""
    return torch.tensor(numbers, dtype=torch.float64, requires_grad=True)


def require_objects(answer: Answer, wanted: Sequence[int]) -> None:
    """Require a list of the objects of these steps, in this order."""
    value = answer.value
    require(isinstance(value, list | tuple), f"{answer.called} is no list", "wrong type")
    steps = [item.step if isinstance(item, OpaqueValue) else None for item in value]
    require(steps == list(wanted), f"{answer.called} holds {len(steps)} things, not exactly the {len(wanted)} expected")


@check(
    "Neuron.values",
    "the output of a neuron",
    points=0.7,
    hint="Write the sum for two weights out by hand.",
    for_message=PLAIN_VALUES,
)
def test_neuron_values(student: Student) -> None:
    for inputs, weights, bias in ((INPUTS, ROWS[0], 0.1), ([2.0], [0.5], -0.4), ([1.0, 1.0], [-0.3, 0.9], 0.0)):
        script = student.script()
        neuron, _ = neuron_of(script, weights, bias)
        expected = math.tanh(sum(w * x for w, x in zip(weights, inputs, strict=True)) + bias)
        assert_number(script.answer(neuron(inputs).data), expected)


@check(
    "Neuron.gradients", "gradients of weights, bias and inputs", points=0.6, hint="Is everything a value on the way?"
)
def test_neuron_gradients(student: Student) -> None:
    script = student.script()
    neuron, own = neuron_of(script, ROWS[0], 0.1)
    inputs = [script.Value(number) for number in INPUTS]
    neuron(inputs).backward()
    x, weights, bias = leaf(INPUTS), leaf(ROWS[:1]), leaf([0.1])
    of_each = torch.autograd.grad(outputs(x, weights, bias).sum(), (weights, bias, x))
    expected = torch.cat([grad.flatten() for grad in of_each]).tolist()
    for answer, number in zip(script.answers(*(item.grad for item in (*own, *inputs))), expected, strict=True):
        assert_number(answer, number)


@check("Neuron.parameters", "the parameters of a neuron", points=0.4, hint="What is there to train?")
def test_neuron_parameters(student: Student) -> None:
    script = student.script()
    neuron, own = neuron_of(script, ROWS[0], 0.1)
    require_objects(script.answer(neuron.parameters()), [script.place_of(item) for item in own])


@check(
    "Neuron.again",
    "a second call is like the first",
    points=0.3,
    level="robustness",
    hint="Which object does the sum begin with, and is it changed?",
)
def test_neuron_again(student: Student) -> None:
    script = student.script()
    neuron, own = neuron_of(script, ROWS[0], 0.1)
    first, second = script.answers(neuron(INPUTS).data, neuron(INPUTS).data)
    require(first.value == second.value, f"{second.called} is not what the first call returns")
    assert_number(script.answer(own[-1].data), 0.1)


@check(
    "Layer.values",
    "the outputs of a layer",
    points=0.7,
    hint="Which inputs does each neuron read?",
    for_message=PLAIN_VALUES,
)
def test_layer_values(student: Student) -> None:
    script = student.script()
    layer, _ = layer_of(script)
    out = layer(INPUTS)
    expected = outputs(leaf(INPUTS), leaf(ROWS), leaf(BIASES)).tolist()
    assert_number(script.answer(script.length(out)), 2)
    for place, number in enumerate(expected):
        assert_number(script.answer(out[place].data), number)


@check("Layer.gradients", "gradients through two layers", points=0.6, hint="Is everything a value on the way?")
def test_layer_gradients(student: Student) -> None:
    script = student.script()
    layer, own = layer_of(script)
    (last, ends) = neuron_of(script, [0.8, -0.5], 0.2)
    last(layer(INPUTS)).backward()
    weights, biases, end, bias = leaf(ROWS), leaf(BIASES), leaf([[0.8, -0.5]]), leaf([0.2])
    out = outputs(outputs(leaf(INPUTS), weights, biases), end, bias).sum()
    of_weights, of_biases, of_end, of_bias = torch.autograd.grad(out, (weights, biases, end, bias))
    of_neurons = torch.cat([of_weights, of_biases[:, None]], dim=1)  # a row for each neuron, with its bias
    expected = torch.cat([of_neurons.flatten(), of_end[0], of_bias]).tolist()
    for answer, number in zip(script.answers(*(item.grad for item in (*own, *ends))), expected, strict=True):
        assert_number(answer, number)


@check("Layer.parameters", "the parameters of all neurons", points=0.4, hint="What is there to train?")
def test_layer_parameters(student: Student) -> None:
    script = student.script()
    layer, own = layer_of(script)
    require_objects(script.answer(layer.parameters()), [script.place_of(item) for item in own])


@check(
    "Layer.shared",
    "parameters that neurons share are listed once",
    points=0.3,
    level="robustness",
    hint="How often would a parameter be changed that is in the list twice?",
)
def test_layer_shared(student: Student) -> None:
    script = student.script()
    neuron, own = neuron_of(script, ROWS[0], 0.1)
    other, more = neuron_of(script, ROWS[1], 0.1)
    answer = script.answer(script.Layer([neuron, other, neuron]).parameters())
    require_objects(answer, [script.place_of(item) for item in (*own, *more)])
