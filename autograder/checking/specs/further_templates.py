"""What the further checks of a specification do: compare at places that its author writes down or draws."""

from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import FLOAT32, assert_close
from autograder.checking.own_values import Plain, assert_elsewhere, plain
from autograder.checking.specs.places import Places
from autograder.checking.specs.specification import Setting, Specification
from autograder.checking.student import Student


def check_places(spec: Specification, student: Student, item: Places) -> None:
    """Compare each output at each place; if `item` forgives, with what the program does at the usual sizes in mind."""
    for setting in spec.settings_of_first_case():
        known = _plain(setting, student) if item.forgives else None
        for example in item.examples:
            question = setting.of_output(example.question(student, spec.name))
            right = setting.right_at(example)
            _agree(item, question.call(*example.arguments), right, known)


def _plain(setting: Setting, student: Student) -> Plain:
    xs = setting.inputs(1)
    return plain(setting.ask(student, xs), setting.right(xs))


def _agree(item: Places, answer: Answer, right: Tensor, known: Plain | None) -> None:
    if item.compare:
        item.compare(answer, right)
    elif known:
        assert_elsewhere(answer, known, right, item.tolerance or FLOAT32)
    else:
        assert_close(answer, right, item.tolerance or FLOAT32)
