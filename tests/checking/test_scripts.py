"""Scripts of checks: methods, attributes, operators, objects as arguments of others, helpers of the course."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from autograder.checking.assertions import assert_close, assert_number
from autograder.checking.failures import CheckFailedError
from autograder.checking.recording import RecordingTarget, ReplayTarget
from autograder.checking.robustness import assert_pure
from autograder.checking.script import Script
from autograder.checking.student import Student, helper
from autograder.course import Limits
from autograder.diagnosis.edited_programs import EditedPrograms
from autograder.grading.snippet import snippet
from autograder.sandbox.guest.arguments import Builders
from autograder.sandbox.guest.wire import OpaqueValue
from autograder.sandbox.host.client import SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.in_process import InProcess
from autograder.sandbox.host.isolation import Level

SOURCE = """
from collections import namedtuple
from dataclasses import dataclass
import torch
from torch import nn


class Value:
    def __init__(self, data, parents=()):
        self.data, self.grad, self.parents = data, 0.0, parents

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other))

    __rmul__ = __mul__

    def __neg__(self):
        return -1 * self

    def __pow__(self, power):
        return Value(self.data**power, (self,))

    def __len__(self):
        return len(self.parents)

    def __getitem__(self, place):
        return self.parents[place]

    def __setitem__(self, place, parent):
        self.parents = (*self.parents[:place], parent, *self.parents[place + 1 :])

    def __iter__(self):
        return iter(self.parents)

    def __iadd__(self, other):
        self.data += other
        return self

    def __lt__(self, other):
        return self.data < other.data

    def __repr__(self):
        return f"Value({self.data})"

    def backward(self, grad=1.0):
        self.grad += grad
        for parent in self.parents:
            parent.backward(grad)


def endless():
    number = 0
    while True:
        yield number
        number += 1


class Neuron:
    def __init__(self, weights):
        self.weights = weights

    def __call__(self, inputs):
        total = Value(0.0)
        for weight, x in zip(self.weights, inputs):
            total = total + weight * x
        return total


class Layer:
    def __init__(self, neurons):
        self.neurons = neurons

    def __call__(self, inputs):
        return [neuron(inputs) for neuron in self.neurons]


Bounds = namedtuple("Bounds", "lower upper")


@dataclass
class Moments:
    mean: float
    spread: float


def bounds(kind):
    return {"dict": {"lower": 1, "upper": 2}, "tuple": Bounds(1, 2), "moments": Moments(0.5, 2.0)}[kind]


class Tied(nn.Module):
    def __init__(self, tokens, width):
        super().__init__()
        self.embedding = nn.Embedding(tokens, width)
        self.head = nn.Linear(width, tokens, bias=False)
        self.head.weight = self.embedding.weight

    def forward(self, ids):
        return self.head(self.embedding(ids))


def trained(model, x):
    return model(x).sum()


class Scaler:
    def fit(self, x):
        self.scale = x.std()
        return self

    def nothing(self, x):
        return x / self.scale

    def its_input(self, x):
        return x.mul_(2)

    def a_list(self, rows):
        rows[0].append(0)
        return len(rows)

    def by_name(self, *, table):
        table["more"] = torch.zeros(1)

    def the_generator(self, x):
        return x + torch.rand(())

    def the_default_dtype(self, x):
        torch.set_default_dtype(torch.float64)
        return x


def stub():
    raise NotImplementedError
"""
FILE = "program.py"


@pytest.fixture(scope="module")
def in_process(tmp_path_factory: pytest.TempPathFactory) -> InProcess:
    folder = tmp_path_factory.mktemp("program")
    (folder / FILE).write_text(SOURCE)
    return InProcess(folder, FILE)


@pytest.fixture
def script(in_process: InProcess) -> Script:
    return Student(in_process).script()


def value(answer_of: Any) -> Any:
    script = answer_of._script
    return script.answer(answer_of).value


def test_operators_with_plain_numbers_on_either_side(script: Script) -> None:
    a = script.Value(2.0)
    for result, expected in (((a + 3).data, 5.0), ((3 * a).data, 6.0), ((-a).data, -2.0), ((a**3).data, 8.0)):
        assert_number(script.answer(result), expected)


def test_attributes_are_read_when_their_step_runs(script: Script) -> None:
    a = script.Value(2.0)
    before = a.grad
    (a * a).backward()
    assert [item.value for item in script.answers(before, a.grad)] == [0.0, 2.0]


def test_a_tensor_is_what_it_was_when_its_step_ran(script: Script) -> None:
    x = script.value(torch.ones(2))
    before = x * 1
    after = before
    after *= 3
    first, second = script.answers(before, after)
    assert_close(first, torch.ones(2))
    assert_close(second, torch.full((2,), 3.0))


def test_methods_that_change_nothing_are_pure(script: Script) -> None:
    x = script.value(torch.tensor([1.0, 2.0]))
    assert_pure(script.answer(script.Scaler().fit(x).nothing(x)))


@pytest.mark.parametrize(
    ("use", "sentence"),
    [
        (lambda scaler: scaler.its_input(torch.ones(2)), "changes its input"),
        (lambda scaler: scaler.a_list([[1.0], [2.0]]), "changes its input"),
        (lambda scaler: scaler.by_name(table={"first": torch.ones(1)}), "changes its input"),
        (lambda scaler: scaler.the_generator(torch.ones(2)), "draws random numbers or seeds the generator"),
        (lambda scaler: scaler.the_default_dtype(torch.ones(2)), "changes torch's default dtype"),
    ],
    ids=["a tensor", "a list in a list", "a dict by name", "the generator", "the default dtype"],
)
def test_what_a_method_changes_is_named(script: Script, use: Callable[[Any], Any], sentence: str) -> None:
    with pytest.raises(CheckFailedError, match=sentence):
        assert_pure(script.answer(use(script.Scaler())))


def test_only_steps_until_the_wanted_one_count(script: Script) -> None:
    x = script.value(torch.ones(2))
    scaler = script.Scaler()
    before = scaler.fit(x).nothing(x)
    after = scaler.its_input(x)
    first, second = script.answers(before, after)
    assert (first.untouched, second.untouched) == (True, False)


def test_objects_of_the_submission_may_change(script: Script) -> None:
    a = script.Value(2.0)
    script.Layer([a]).neurons.append(a)
    assert script.answer((a * a).backward()).untouched


def test_items_lengths_and_iteration(script: Script) -> None:
    a, b = script.Value(2.0), script.Value(3.0)
    c = a * b
    c[1] = a
    answers = script.answers(script.length(c), script.same(c[0], a), script.same(c[1], a), script.items(c))
    places = [item.step for item in answers[3].value]
    assert [item.value for item in answers[:3]] == [2, True, True]
    assert places == [script.place_of(a)] * 2


def test_an_endless_iterator_is_read_as_far_as_asked(script: Script) -> None:
    assert value(script.items(script.endless(), 4)) == [0, 1, 2, 3]


def test_comparison_conversion_and_text(script: Script) -> None:
    a, b = script.Value(2.0), script.Value(3.0)
    wanted = (
        a < b,
        script.truth(a < b),
        script.number(a.data),
        script.text(b),
        script.contains(script.value([1, 2]), 2),
    )
    assert [item.value for item in script.answers(*wanted)] == [True, True, 2.0, "Value(3.0)", True]


def test_attributes_are_set_and_changed_in_place(script: Script) -> None:
    a = script.Value(2.0)
    a.grad = 7.0
    changed = a
    changed += 1.0
    assert [item.value for item in script.answers(a.grad, changed.data, script.same(changed, a))] == [7.0, 3.0, True]


def test_objects_are_arguments_of_others_also_inside_of_lists(script: Script) -> None:
    weights = [[script.Value(1.0), script.Value(2.0)], [script.Value(3.0), script.Value(4.0)]]
    layer = script.Layer([script.Neuron(row) for row in weights])
    outputs = layer([script.Value(10.0), script.Value(1.0)])
    assert [item.value for item in script.answers(outputs[0].data, outputs[1].data)] == [12.0, 34.0]


def test_an_object_comes_back_as_its_type_and_the_step_that_gave_it(script: Script) -> None:
    a = script.Value(2.0)
    answer = script.answer(script.value([a, 1]))
    assert answer.value == [OpaqueValue("Value", script.place_of(a)), 1]
    with pytest.raises(CheckFailedError, match="of type Value, expected a number"):
        assert_number(script.answer(a), 2.0)


@pytest.mark.parametrize(
    ("kind", "name", "expected"), [("dict", "upper", 2), ("tuple", "lower", 1), ("moments", "mean", 0.5)]
)
def test_outputs_are_read_by_name(script: Script, kind: str, name: str, expected: float) -> None:
    assert value(script.field(script.bounds(kind), name)) == expected


def test_tied_weights_are_one_object_and_are_set_under_either_name(script: Script) -> None:
    model = script.Tied(5, 3)
    table = torch.arange(15.0).reshape(5, 3)
    script.weights(model, {"head.weight": table})
    tied = script.same(model.head.weight, model.embedding.weight)
    out = model(torch.tensor([1, 4]))
    out.sum().backward()
    together, result, grad = script.answers(tied, out, model.embedding.weight.grad)
    assert together.value is True
    assert_close(result, table[[1, 4]] @ table.T)
    assert grad.value.shape == (5, 3)


def test_a_model_of_the_course_is_an_argument(monkeypatch: pytest.MonkeyPatch, in_process: InProcess) -> None:
    builders: Builders = {"scaled": lambda description: torch.nn.Linear(2, 1).requires_grad_(description["trainable"])}
    monkeypatch.setattr(in_process, "_builders", builders)
    script = Student(in_process).script()
    model = script.value(helper("scaled", trainable=True))
    script.weights(model, {"weight": torch.ones(1, 2), "bias": torch.zeros(1)})
    loss = script.trained(model, torch.tensor([[2.0, 3.0]]))
    loss.backward()
    total, grad = script.answers(loss, model.weight.grad)
    assert_number(total, 5.0)
    assert_close(grad, torch.tensor([[2.0, 3.0]]))


def test_weights_that_do_not_fit_are_the_wrong_shape(script: Script) -> None:
    model = script.Tied(5, 3)
    script.weights(model, {"head.weight": torch.zeros(4, 3)})
    with pytest.raises(
        CheckFailedError, match=r"Tied\(5, 3\) builds has a parameter head.weight of shape \(5, 3\), .* \(4, 3\)"
    ):
        script.answer(model.head.weight).value  # noqa: B018 - raises


def test_a_name_that_is_not_defined_is_not_attempted(script: Script) -> None:
    with pytest.raises(CheckFailedError, match="Other is not defined") as failure:
        script.answer(script.Other(script.Value(1.0))).value  # noqa: B018 - raises
    assert failure.value.outcome == "not attempted"


def test_a_stub_is_not_attempted(script: Script) -> None:
    with pytest.raises(CheckFailedError) as failure:
        script.answer(script.stub()).value  # noqa: B018 - raises
    assert failure.value.outcome == "not attempted"


def test_an_exception_is_told_with_the_code_that_led_to_it(script: Script) -> None:
    a = script.Value(2.0)
    answer = script.answer((a + 1).missing + 2)
    with pytest.raises(CheckFailedError) as failure:
        answer.value  # noqa: B018 - raises
    assert str(failure.value).startswith("(Value(2) + 1).missing raised AttributeError: 'Value' object has no")
    assert answer.raised is not None


def test_private_names_are_refused_on_both_sides(script: Script) -> None:
    with pytest.raises(AttributeError, match="no private attributes"):
        _ = script.Value(2.0)._secret
    with pytest.raises(AttributeError, match="no private attributes"):
        script.Value(2.0)._secret = 1
    script._step("attribute", script.Value(2.0), name="__dict__")
    with pytest.raises(CheckFailedError, match="uses no private names"):
        script.answer(script.Value(1.0)).value  # noqa: B018 - raises


def test_a_reference_has_no_value_in_the_process_of_the_check(script: Script) -> None:
    a = script.Value(2.0)
    with pytest.raises(TypeError, match="has no value here"):
        assert a == script.Value(2.0)
    with pytest.raises(TypeError, match="has no items here"):
        list(a)
    with pytest.raises(ValueError, match="another script"):
        script.Value(Script(script._target).Value(1.0))


def test_every_answer_runs_the_whole_script_anew(script: Script) -> None:
    a = script.Value(2.0)
    a.backward()
    assert script.answer(a.grad).value == 1.0
    a.backward()
    assert script.answer(a.grad).value == 2.0


def test_a_recorded_script_is_replayed(in_process: InProcess) -> None:
    def ask(student: Student) -> float:
        script = student.script(seed=3)
        a = script.Value(2.0)
        number: float = script.answer((a * torch.tensor(4.0)).data).value.item()
        return number

    recorder = RecordingTarget(in_process)
    assert ask(Student(recorder)) == 8.0
    replay = ReplayTarget(in_process, recorder.example, in_process.ask(recorder.example.requests))
    assert ask(Student(replay)) == 8.0
    assert not replay.diverged


def test_a_script_is_code_that_a_student_can_run(script: Script, tmp_path: Path) -> None:
    a, b = script.Value(2.0), script.Value(-3.0)
    c = (a * b + a) ** 2
    c.backward()
    code = snippet(script.answer(a.grad).request, FILE)
    assert code.splitlines()[0] == "from program import Value"
    (tmp_path / FILE).write_text(SOURCE)
    printed: list[object] = []
    body = code.replace("from program import Value", SOURCE)
    exec(body, {"print": printed.append, "__name__": "program"})
    assert printed == [script.answer(a.grad).value]


Sandboxed = Callable[[str], Student]


def test_the_sandbox_answers_as_this_process_does(fork_server: ForkServer, limits: Limits, script: Script) -> None:
    with SandboxClient(fork_server, SubmissionFiles({FILE: SOURCE.encode()}, FILE), limits) as client:
        own = Student(client).script()
        for written in (script, own):
            a = written.Value(torch.tensor([2.0, 1.0]))
            b = 3 * a + -a
            b.backward()
            answers = written.answers(
                b.data, a.grad, written.items(b[1]), written.field(written.bounds("dict"), "lower")
            )
            assert_close(answers[0], torch.tensor([4.0, 2.0]))
            assert_number(answers[1], 2.0)
            assert answers[2].value[0].step == written.place_of(a)
            assert answers[3].value == 1


def test_every_level_answers_without_bubblewrap(fork_servers: Callable[[Level], ForkServer], limits: Limits) -> None:
    fork_server = fork_servers(Level.SECCOMP)
    with SandboxClient(fork_server, SubmissionFiles({FILE: SOURCE.encode()}, FILE), limits) as client:
        script = Student(client).script()
        assert_number(script.answer((script.Value(2.0) + 1).data), 3.0)


def test_a_script_can_be_a_probe_of_the_diagnosis() -> None:
    programs = EditedPrograms("def double(x):\n    return 2 * x", "double", {}, "formula")
    script = Script()
    request = script.request(script.value([script.double(3.0), script.double(-1.0)]))
    assert programs.run([], request) == [6.0, -2.0]
    assert programs.run([{"formula": "3 * x"}], request) == [9.0, -3.0]
    with pytest.raises(TypeError, match="without a target"):
        script.answer(script.double(1.0))
