"""What the further checks of a specification do: compare at places that its author writes down or draws."""

from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import FLOAT32, assert_close
from autograder.checking.own_values import Plain, assert_elsewhere, plain
from autograder.checking.specs.places import Example, Place, Places, as_example
from autograder.checking.specs.specification import Setting, Specification
from autograder.checking.student import Student


def check_places(spec: Specification, student: Student, item: Places) -> None:
    """Compare each output at each place; if `item` forgives, with what the program does at a plain one in mind."""
    for setting in spec.settings_of_first_case():
        known = _plain(setting, student, item.forgives) if item.forgives else None
        for example in item.examples:
            for used in (False, True):
                _agree(item, *_asked(setting, student, example, used=used), known)


def _plain(setting: Setting, student: Student, place: bool | Place | Example) -> Plain:
    if isinstance(place, bool):
        xs = setting.inputs(1)
        return plain(setting.ask(student, xs), setting.right(xs))
    return plain(*_asked(setting, student, as_example(place)))


def _asked(setting: Setting, student: Student, example: Example, *, used: bool = False) -> tuple[Answer, Tensor]:
    question = setting.of_output(example.question(student, setting.spec.name))
    question = question.in_use() if used else question
    return question.call(*example.arguments), setting.right_at(example)


def _agree(item: Places, answer: Answer, right: Tensor, known: Plain | None) -> None:
    if item.compare:
        item.compare(answer, right)
    elif known:
        assert_elsewhere(answer, known, right, item.tolerance or FLOAT32)
    else:
        assert_close(answer, right, item.tolerance or FLOAT32)
