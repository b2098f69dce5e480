"""Public tests of scalar.py, in the order of the exercises."""

import math
from typing import Any

import pytest


class Node:
    """A node as the text describes it."""

    def __init__(self, *parents: Any) -> None:
        self.parents = parents


@pytest.mark.exercise("topological_order")
def test_topological_order_of_a_chain(student: Any) -> None:
    """Three nodes in a row have one order only."""
    a = Node()
    b = Node(a)
    c = Node(b)
    assert student.topological_order(c) == [a, b, c]


@pytest.mark.exercise("topological_order")
def test_topological_order_lists_a_node_once(student: Any) -> None:
    """The graph in the text: c and d both use a."""
    a, b = Node(), Node()
    c = Node(a, b)
    d = Node(a, c)
    order = student.topological_order(d)
    assert len(order) == 4
    assert order[2:] == [c, d]


@pytest.mark.exercise("Value")
def test_value_computes(student: Any) -> None:
    """Operators between values and with numbers."""
    a, b = student.Value(4.0), student.Value(0.5)
    assert (a * b + a).data == 6.0
    assert (1 - a).data == -3.0
    assert (a / b).data == 8.0
    assert (1 / a).data == 0.25


@pytest.mark.exercise("Value")
def test_value_goes_backward(student: Any) -> None:
    """The derivative of ab + a is b + 1 for a, and a for b."""
    a, b = student.Value(4.0), student.Value(0.5)
    (a * b + a).backward()
    assert a.grad == 1.5
    assert b.grad == 4.0


@pytest.mark.exercise("Value")
def test_value_of_tanh(student: Any) -> None:
    """At 0, tanh is as steep as it gets."""
    a = student.Value(0.0)
    a.tanh().backward()
    assert a.grad == 1.0


@pytest.mark.exercise("Neuron")
def test_neuron_with_one_weight(student: Any) -> None:
    """One weight, one input, one bias."""
    neuron = student.Neuron([student.Value(2.0)], student.Value(-1.0))
    assert abs(neuron([0.75]).data - math.tanh(0.5)) < 1e-9


@pytest.mark.exercise("Neuron")
def test_neuron_parameters(student: Any) -> None:
    """The very objects that it was made with."""
    weight, bias = student.Value(2.0), student.Value(-1.0)
    first, last = student.Neuron([weight], bias).parameters()
    assert first is weight
    assert last is bias


@pytest.mark.exercise("Layer")
def test_layer_has_an_output_for_each_neuron(student: Any) -> None:
    """Two neurons that read the same input."""
    neurons = [student.Neuron([student.Value(weight)], student.Value(0.0)) for weight in (1.0, -1.0)]
    outputs = student.Layer(neurons)([0.5])
    assert len(outputs) == 2
    assert abs(outputs[0].data + outputs[1].data) < 1e-9


@pytest.mark.exercise("Layer")
def test_layer_parameters(student: Any) -> None:
    """A weight and a bias for each neuron."""
    neurons = [student.Neuron([student.Value(weight)], student.Value(0.0)) for weight in (1.0, -1.0)]
    assert len(student.Layer(neurons).parameters()) == 4
