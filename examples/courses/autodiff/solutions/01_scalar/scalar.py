# %% [markdown]
# # 01 · Numbers that remember
#
# How does a library know the gradient of a loss with thousands of parameters? It watches the computation: every result
# remembers what it was made from, and how fast it changes when one of these changes. Going back through the memories, from
# the loss to the parameters, the chain rule gives all gradients in one sweep. This is *reverse-mode differentiation*, and
# here you build it for single numbers.
#
# Two conventions: a node is an object with an attribute `parents`, a tuple of the nodes that it was made from; and a
# gradient is always the derivative of the *last* node with respect to the one that holds it.

# %%
import math
from collections.abc import Sequence
from typing import Any

# %% [markdown]
# ## `topological_order`
# *difficulty: ●●○ · about 10 minutes*
#
# A gradient is complete only when everything that uses a node has been looked at. So the nodes have to be put into an order
# in which **each node comes after all of its parents**; walked from its end, it does what is needed.
#
# Collect every node that can be reached from `last` through `parents`, each one once, also if it is used several times. The
# node `last` comes last. Two nodes are the same if they are the same object: nodes may say that they are equal to others.
#
# ```
# a   b          a = leaf, b = leaf
# |\ /           c = made from a and b
# | c            d = made from a and c
# |/
# d              topological_order(d): a, b, c, d   or   b, a, c, d
# ```


# %%
def topological_order(last: Any) -> list[Any]:
    """Return the nodes that `last` was made from, and `last` itself: each once, and after all of its parents."""
    ### BEGIN SOLUTION
    order: list[Any] = []
    seen: set[int] = set()

    def visit(node: Any) -> None:
        if id(node) not in seen:
            seen.add(id(node))
            for parent in node.parents:
                visit(parent)
            order.append(node)

    visit(last)
    return order
    ### END SOLUTION


# %% [markdown]
# ## `Value`
# *difficulty: ●●● · about 40 minutes*
#
# A number that remembers. Its attributes:
#
# | | |
# | --- | --- |
# | `data` | the number |
# | `grad` | the gradient, 0.0 until somebody goes backward |
# | `parents` | the values that it was made from, a tuple, empty for a leaf |
# | `slopes` | for each parent, the derivative of this value with respect to it, a tuple of numbers |
#
# Write the operators, each of which returns a new `Value` with parents and slopes. A plain number on either side counts as a
# leaf: `2 * a`, `a - 1` and `1 / a` all work. The power is a plain number, and no parent.
#
# | | slopes |
# | --- | --- |
# | $a + b$ | 1 and 1 |
# | $a \cdot b$ | $b$ and $a$ |
# | $a^n$ | $n \, a^{n-1}$ |
# | $\tanh a$ | $1 - \tanh^2 a$ |
#
# Negation, difference and quotient need no slopes of their own, because they can be made from these.
#
# `backward()` goes back from this value: its own gradient is 1, and each node adds *gradient times slope* to the gradient of
# each of its parents, in the reverse of the topological order. It **adds**: a value that is used twice gets the sum of two
# contributions, and a second `backward()` adds to what is there, as in PyTorch.


# %%
class Value:
    """A number that remembers what it was made from, and its gradient."""

    def __init__(self, data: float, parents: tuple["Value", ...] = (), slopes: tuple[float, ...] = ()) -> None:
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.slopes = slopes

    def __add__(self, other: "Value | float") -> "Value":
        """Return the sum."""
        ### BEGIN SOLUTION
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))
        ### END SOLUTION

    def __mul__(self, other: "Value | float") -> "Value":
        """Return the product."""
        ### BEGIN SOLUTION
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))
        ### END SOLUTION

    def __pow__(self, power: float) -> "Value":
        """Return a power; `power` is a plain number."""
        ### BEGIN SOLUTION
        return Value(self.data**power, (self,), (power * self.data ** (power - 1),))
        ### END SOLUTION

    def tanh(self) -> "Value":
        """Return the hyperbolic tangent."""
        ### BEGIN SOLUTION
        result = math.tanh(self.data)
        return Value(result, (self,), (1 - result**2,))
        ### END SOLUTION

    def __neg__(self) -> "Value":
        """Return the negative."""
        return self * -1.0

    def __sub__(self, other: "Value | float") -> "Value":
        """Return the difference."""
        ### BEGIN SOLUTION
        return self + other * -1.0
        ### END SOLUTION

    def __truediv__(self, other: "Value | float") -> "Value":
        """Return the quotient."""
        ### BEGIN SOLUTION
        return self * other**-1.0
        ### END SOLUTION

    def __radd__(self, other: float) -> "Value":
        """Return the sum of a number and this value."""
        return self + other

    def __rmul__(self, other: float) -> "Value":
        """Return the product of a number and this value."""
        return self * other

    def __rsub__(self, other: float) -> "Value":
        """Return the difference of a number and this value."""
        ### BEGIN SOLUTION
        return -self + other
        ### END SOLUTION

    def __rtruediv__(self, other: float) -> "Value":
        """Return the quotient of a number and this value."""
        ### BEGIN SOLUTION
        return self**-1.0 * other
        ### END SOLUTION

    def backward(self) -> None:
        """Add the derivative of this value with respect to each node to the gradient of that node."""
        ### BEGIN SOLUTION
        order = topological_order(self)
        flows = {id(node): 0.0 for node in order}  # what this sweep adds, apart from what earlier ones have left
        flows[id(self)] = 1.0
        for node in reversed(order):
            for parent, slope in zip(node.parents, node.slopes, strict=True):
                flows[id(parent)] += slope * flows[id(node)]
        for node in order:
            node.grad += flows[id(node)]
        ### END SOLUTION


# %% [markdown]
# ## `Neuron`
# *difficulty: ●○○ · about 5 minutes*
#
# $\tanh(b + \sum_j w_j x_j)$: weights and bias are values, inputs are values or plain numbers. Called with its inputs, a
# neuron returns a value, so that everything behind it can go backward.


# %%
class Neuron:
    """A weighted sum of inputs and a bias, squashed by tanh."""

    def __init__(self, weights: Sequence[Value], bias: Value) -> None:
        self.weights = list(weights)
        self.bias = bias

    def __call__(self, inputs: Sequence[Value | float]) -> Value:
        """Return the output for one number per weight."""
        ### BEGIN SOLUTION
        total = self.bias
        for weight, x in zip(self.weights, inputs, strict=True):
            total = total + weight * x
        return total.tanh()
        ### END SOLUTION

    def parameters(self) -> list[Value]:
        """Return the weights and the bias, in this order."""
        ### BEGIN SOLUTION
        return [*self.weights, self.bias]
        ### END SOLUTION


# %% [markdown]
# ## `Layer`
# *difficulty: ●○○ · about 5 minutes*
#
# Several neurons that read the same inputs. The layer returns a list with the output of each, and it knows the parameters of
# all of them. A neuron may be in a layer twice: its parameters are then listed once, or they would be trained twice.


# %%
class Layer:
    """Neurons that read the same inputs."""

    def __init__(self, neurons: Sequence[Neuron]) -> None:
        self.neurons = list(neurons)

    def __call__(self, inputs: Sequence[Value | float]) -> list[Value]:
        """Return the output of each neuron, in order."""
        ### BEGIN SOLUTION
        return [neuron(inputs) for neuron in self.neurons]
        ### END SOLUTION

    def parameters(self) -> list[Value]:
        """Return the parameters of all neurons in order, each once."""
        ### BEGIN SOLUTION
        every = [parameter for neuron in self.neurons for parameter in neuron.parameters()]
        return list({id(parameter): parameter for parameter in every}.values())
        ### END SOLUTION
