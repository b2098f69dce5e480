"""What the checks of a function of plain numbers do."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import (
    FLOAT32,
    FORMULA,
    Tolerance,
    as_tensor,
    assert_close,
    assert_number,
    assert_numbers,
    require,
)
from autograder.checking.describe import describe_dtype
from autograder.checking.formulas import assert_contents, assert_count, assert_pure_floats
from autograder.checking.own_values import assert_by_name, assert_calls_as_alone
from autograder.checking.robustness import assert_pure
from autograder.checking.samples import UNUSUAL_SEED
from autograder.checking.specs.places import Compare, Place, Places
from autograder.checking.student import Question, Student, device

Call = tuple[Place, str | None]  # where, and on which device; without one, that is left to its default
DIGITS = Tolerance(1e-12, 1e-6)  # for numbers that may be tiny or huge; 0 is nothing to be relative to
ELSEWHERE = "meta"


@dataclass(frozen=True)
class Formula:
    """A function of plain numbers, or of anything else that is the same in every run.

    Attributes:
        name: of the exercise.
        arguments: their names, in order.
        right: the right result.
        places: where it is compared.
        far: where digits are easily lost.
        hint: of the core checks.
        drawn: how each argument is drawn in `anywhere`.
        from_solution: whether the solution says what is right.
        takes_device: whether a last argument `device` says where the result is made; its dtype then counts everywhere,
            and not only in `far_away`.
        dtype: which a tensor must have in `far_away` and `on_devices`; one of whole numbers everywhere.
        compare: compares an answer with the right result, if that is neither a number, numbers nor a tensor.
    """

    name: str
    arguments: Sequence[str]
    right: Callable[..., Any]
    places: Sequence[Place]
    far: Sequence[Place]
    hint: str
    drawn: Mapping[str, st.SearchStrategy[Any]]
    from_solution: bool
    takes_device: bool = False
    dtype: torch.dtype | None = None
    compare: Compare | None = None

    def at_places(self, student: Student) -> None:
        """Compare at its own places."""
        for place in self.places:
            self._agree(self._ask(student, *place), self.right(*place))

    def at_further(self, student: Student, item: Places) -> None:
        """Compare at the places of a further check."""
        for example in item.examples:
            answer = example.question(student, self.name).call(*example.arguments)
            right = self.right(*example.arguments) if example.right is None else example.right
            if item.compare:
                item.compare(answer, right)
            else:
                self._agree(answer, right, item.tolerance)

    def anywhere(self, student: Student, **drawn: Any) -> None:
        """Compare at the place that was drawn."""
        place = [drawn[name] for name in self.arguments]
        self._agree(self._ask(student, *place), self.right(*place))

    def far_away(self, student: Student) -> None:
        """Compare far away, to all digits; of tensors, also the dtype and that nothing is drawn."""
        for place in self.far:
            answer, right = self._ask(student, *place), self.right(*place)
            self._agree(answer, right, None if isinstance(right, Tensor) else DIGITS)
            if isinstance(right, Tensor):
                assert_pure_floats(answer)
                got = answer.value.dtype
                text = f"{answer.called} has dtype {describe_dtype(got)}, expected {describe_dtype(self.dtype or got)}"
                require(self.dtype in (None, got), text, "wrong dtype")

    def on_devices(self, student: Student) -> None:
        """Require the result that the program makes by default, on any device."""
        place = self.places[0]
        answer = self._ask(student, *place)
        own = as_tensor(answer.value, answer.called)
        for there in (ELSEWHERE, device(ELSEWHERE)):
            assert_close(self._ask(student, *place, there), own.to(ELSEWHERE), dtype=self.dtype)
        for here in (device("cpu"), None):
            answer = self._ask(student, *place, here)
            as_tensor(answer.value, answer.called)

    def again_and_again(self, student: Student) -> None:
        """Require the right result in each of several calls at different places and devices, without side effects."""
        question = student.definition(self.name).seeded(UNUSUAL_SEED)
        one, other, *more = self.places
        self._each(question, [(one, None), (other, None), *((place, None) for place in more), (one, None)])
        self._each(question, [(one, None), (other, None), (one, ELSEWHERE), (other, ELSEWHERE), (other, "cpu")])

    def _each(self, question: Question, calls: Sequence[Call]) -> None:
        arguments = [place if there is None else (*place, device(there)) for place, there in calls]
        right = [self.right(*place).to(there or "cpu") for place, there in calls]
        assert_pure(assert_calls_as_alone(question, *arguments, right=right))

    def by_name(self, student: Student) -> None:
        """Require that arguments can be given by name, in another order."""
        place = self.places[0]
        named = dict(reversed([*zip(self.arguments, place, strict=False)]))
        if self.takes_device:
            named = {"device": "cpu", **named}
        assert_by_name(student.definition(self.name).call(**named), self._ask(student, *place))

    def _ask(self, student: Student, *place: Any) -> Answer:
        return student.definition(self.name).call(*place)

    def _agree(self, answer: Answer, right: Any, tolerance: Tolerance | None = None) -> None:
        if self.compare:
            self.compare(answer, right)
        elif isinstance(right, Tensor) and not right.is_floating_point():
            assert_close(answer, right, dtype=self.dtype)
        elif isinstance(right, Tensor):
            (assert_close if self.takes_device else assert_contents)(answer, right, tolerance or FLOAT32)
        elif isinstance(right, tuple | list):
            assert_numbers(answer, right, tolerance or FORMULA)
        elif isinstance(right, int):
            assert_count(answer, right)
        else:
            assert_number(answer, right, tolerance or FORMULA)
