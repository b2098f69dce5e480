"""What this course offers to the engine besides its data, solutions and checks: what the diagnosis of an exercise asks."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from autograder.checking.samples import sample
from autograder.checking.script import Reference, Script
from autograder.checking.student import helper
from autograder.course import Exercise
from autograder.course.code import CourseCode
from autograder.diagnosis.model import DiagnosisPlan, Probe

Write = Callable[[Script], Any]  # writes the lines of a script, and returns what is wanted of it


def probe(write: Write) -> Probe:
    """Return the probe that asks for one value of a script."""
    script = Script()
    return Probe(script.request(script.value(write(script))))


def call_probes(name: str, arguments: Sequence[Sequence[Any]]) -> list[Probe]:
    """Return a probe for each tuple of arguments of a function."""
    return [Probe({"target": name, "calls": [{"args": list(args), "named": {}}]}) for args in arguments]


def order_of(parents: Sequence[Sequence[int]]) -> Write:
    """Ask for the numbers of the nodes in their order."""

    def write(script: Script) -> Reference:
        nodes = script.value(helper("graph", parents=[list(own) for own in parents]))
        return script.value(helper("numbers"))(script.topological_order(nodes[len(parents) - 1]))

    return write


def differentiated(expression: Callable[..., Any], *numbers: float) -> Write:
    """Ask for a value, and for what its leaves are after a step against their gradients."""

    def write(script: Script) -> list[Reference]:
        leaves = [script.Value(number) for number in numbers]
        result = expression(*leaves)
        result.backward()
        return [result.data, *map(stepped, (*leaves, result))]

    return write


def stepped(value: Reference) -> Reference:
    """A value after a step against its gradient, which differs from value to value even where no gradient arrives."""
    return value.data - value.grad * RATE


def network(sizes: Sequence[int], *, layer: bool) -> Write:
    """Ask for the outputs of neurons, before and after a step of what they were made of."""

    def write(script: Script) -> list[Any]:
        rows, count = len(sizes), sizes[0]
        numbers = sample(rows, count + 1, seed=count).tolist()
        own = [[script.Value(round(number, 2)) for number in row] for row in numbers]
        neurons = [script.Neuron(row[:-1], row[-1]) for row in own]
        made = script.Layer(neurons) if layer else neurons[0]
        inputs = [script.Value(0.3 * place - 0.4) for place in range(count)]
        out = made(inputs)
        outputs = [out[place] for place in range(rows)] if layer else [out]
        for place, output in enumerate(outputs):
            (output * (1.0 + place)).backward()
        every = [value for row in own for value in row] + inputs
        return [*(output.data for output in outputs), *map(stepped, every)]

    return write


def parameters(sizes: Sequence[int], *, layer: bool, trained: bool) -> Write:
    """Ask for the numbers that are listed as parameters, or for the output when the first ones are others."""

    def write(script: Script) -> Any:
        neurons = [
            script.Neuron([script.Value(0.2 * place - 0.3 * row) for place in range(count)], script.Value(0.7 - row))
            for row, count in enumerate(sizes)
        ]
        made = script.Layer(neurons) if layer else neurons[0]
        listed = made.parameters()
        if not trained:
            return script.value(helper("data"))(listed)
        seen = []
        for number in (0.5, -0.9, 1.4):
            listed[0].data = number
            out = made([1.0 + place for place in range(sizes[0])])
            seen.append((out[0] if layer else out).data)
        return seen

    return write


def convolution(*shape: int, k: int) -> Write:
    """Ask for the result of a convolution, and for both gradients after two sweeps."""

    def write(script: Script) -> tuple[Reference, ...]:
        x, weight = sample(*shape, seed=k), sample(k, seed=10 + k)
        conv = script.Conv1d(weight)
        out = conv(x)
        grad = sample(*shape[:-1], shape[-1] - k + 1, seed=20 + k)
        of_x = conv.backward(script.value(grad))
        of_weight = conv.grad * 1.0
        conv.backward(script.value(grad))
        return out, of_x, of_weight, conv.grad

    return write


def late(a: Any) -> Any:
    """A node that is used at once and, by a longer way, once more."""
    c = a * 0.5
    return c + (c * 2.0 + c * c).tanh() * c


RATE = 0.1
GRAPHS = ([[], [0], [0], [1, 2]], [[], [], [0, 1], [0, 2]], [[], [0], [1], [2], [0, 3], [0, 4]], [[], [0], [1], [2]])
EXPRESSIONS = (
    differentiated(lambda a, b: a + b * 3, 2.0, -1.5),
    differentiated(lambda a, b: a * b, 2.0, -1.5),
    differentiated(lambda a: a**3, 1.5),
    differentiated(lambda a: a.tanh(), 0.7),
    differentiated(lambda a, b: a - b, 2.0, 5.0),
    differentiated(lambda a, b: a / b, 2.0, 5.0),
    differentiated(lambda a, b: a - b * 2, 1.2, 0.4),
    *(differentiated(lambda a: 3 - a, number) for number in (2.0, 0.6)),
    *(differentiated(lambda a: 3 / a, number) for number in (2.0, 0.6)),
    differentiated(lambda a: a * a + a, 3.0),
    differentiated(lambda a, b: (a * b + b).tanh() * b, 0.5, 0.8),
    differentiated(lambda a, b: (a * b) + ((a * b) * 2.0 + (a * b) ** 2).tanh() * (a * b), 0.5, 0.8),
    *(differentiated(late, number) for number in (0.9, 0.4, -0.7)),
    differentiated(lambda a, b: (a + b) * a, 2.0, -1.5),
)
PROBES: Mapping[str, Sequence[Probe]] = {
    "topological_order": [probe(order_of(graph)) for graph in GRAPHS],
    "Value": [probe(expression) for expression in EXPRESSIONS],
    "Neuron": [
        *(probe(network([count], layer=False)) for count in (3, 2)),
        *(probe(parameters([3], layer=False, trained=trained)) for trained in (False, True)),
    ],
    "Layer": [
        *(probe(network(sizes, layer=True)) for sizes in ([3, 3], [2, 2, 2])),
        *(probe(parameters([3, 3], layer=True, trained=trained)) for trained in (False, True)),
    ],
    "tanh_slope": call_probes("tanh_slope", [[0.5], [-0.3], [0.9], [0.1]]),
    "convolve": call_probes(
        "convolve", [[sample(*shape, seed=1), sample(k, seed=2)] for shape, k in (((7,), 3), ((3, 6), 2), ((4, 5), 4))]
    ),
    "Conv1d": [probe(convolution(7, k=3)), probe(convolution(2, 6, k=2)), probe(convolution(3, 5, k=4))],
}


def diagnosis_plan(exercise: Exercise) -> DiagnosisPlan:
    """Return what the diagnosis of an exercise asks."""
    return DiagnosisPlan(tuple(PROBES[exercise.name]), pairs=False)


COURSE = CourseCode(diagnosis_plan=diagnosis_plan)
