"""The `student` of a plain pytest function: calls give values, as if the definitions were in this process.

    def test_ties(student):
        assert student.train_bpe("ab cd", 258)[1] == [(97, 98)]

Each call is a request, and what it gives is a copy. An object of the submission stays behind the wall: a
`RemoteObject` stands for it, and what is done with it becomes a script (`script.py`). An exception that Python has a
name for is raised here under this name, so that `pytest.raises` works.
"""

import builtins
import functools
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from autograder.checking.answer import Answer
from autograder.checking.failures import CheckFailedError
from autograder.checking.script import Reference, Script
from autograder.checking.student import Student
from autograder.sandbox.guest.unsent import UnsentTensor
from autograder.sandbox.guest.wire import NumpyArray, OpaqueValue
from autograder.sandbox.host.student_text import StudentText
from autograder.sandbox.host.target import Target

SPECIAL = (MemoryError, BaseExceptionGroup)  # which only Python can make
At = Callable[[], Reference]  # gives the step of a script whose value something is


class StudentRaisedError(CheckFailedError):
    """An exception of the submission; its text is that of the exception."""

    text = ""

    def __str__(self) -> str:
        return self.text


@functools.cache
def _raised_as(name: str) -> type[StudentRaisedError]:
    """Return the type for an exception that Python has under this name."""
    return type(name, (StudentRaisedError, getattr(builtins, name)), {})


class PlainStudent:
    """The definitions of one file of a submission, as attributes that are called for their values.

    Args:
        target: the submission.
    """

    def __init__(self, target: Target) -> None:
        self._student = Student(target)
        self._script = Script(target)
        self._lost: CheckFailedError | None = None

    def __repr__(self) -> str:
        return "student"

    def __getattr__(self, name: str) -> "Definition":
        if name.startswith("_"):
            raise AttributeError(name)
        return Definition(self, name)

    @property
    def lost(self) -> CheckFailedError | None:
        """The first call that got no answer, so that a check which expects an exception does not take it for one."""
        return self._lost

    def call(self, name: str, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """Return what a definition gives."""

        def at() -> Reference:
            return self._script.definition(name)(*map(_sent, args), **{key: _sent(item) for key, item in named.items()})

        if name[0].isupper() or any(map(_has_object, (*args, *named.values()))):
            return self.value_at(at())
        question = self._student.definition(name)
        return self._value(replace(question, request=question.request | {"calls": [_call(args, named)]}).ask(), at)

    def value_at(self, reference: Reference) -> Any:
        """Return the value of the last step; one that raises is taken back, so that the objects stay in use."""
        try:
            return self._value(self._script.answer(reference), lambda: reference)
        except CheckFailedError:
            self._script.take_back()
            raise

    def items(self, reference: Reference) -> Any:
        """Return what iteration over the value of a step gives."""
        return self.value_at(self._script.items(reference))

    def script(self) -> Script:
        """Return the script that the objects of this student are values of."""
        return self._script

    def _value(self, answer: Answer, at: At) -> Any:
        try:
            return self._plain(answer.value, at)
        except CheckFailedError as failure:
            raised = self._raised(answer, failure)
            if raised is None:
                self._lost = self._lost or failure
                raise
            raise raised from None

    def _raised(self, answer: Answer, failure: CheckFailedError) -> CheckFailedError | None:
        """Return the failure as an exception with a name of Python's; None if the submission raised none."""
        try:
            raised = answer.raised
        except CheckFailedError:
            return None
        if raised is None or raised.get("not_attempted") or failure.refused:
            return None
        chain = raised.get("chain")
        names = [str.__str__(name) for name in chain if isinstance(name, str)] if isinstance(chain, list) else []
        name = next(filter(_is_exception, names), Exception.__name__)
        error: StudentRaisedError = getattr(builtins, name).__new__(_raised_as(name))
        error.__dict__.update(vars(failure))
        error.text = str.__str__(raised["text"]) if isinstance(raised.get("text"), str) else ""
        return error

    def _plain(self, value: Any, at: At) -> Any:
        """Return a value of an answer in Python's and numpy's own types."""
        if isinstance(value, StudentText):
            return str.__str__(value)
        if isinstance(value, NumpyArray):
            return value.values if isinstance(value.values, UnsentTensor) else value.values.numpy()
        if isinstance(value, OpaqueValue):
            return RemoteObject(self, at(), str.__str__(value.type_name))
        if type(value) in (set, frozenset):
            return type(value)(self._plain(item, at) for item in value)
        if type(value) in (list, tuple):
            return type(value)([self._plain(item, _item(at, place)) for place, item in enumerate(value)])
        if type(value) is dict:
            return {self._plain(key, at): self._plain(item, _item(at, key)) for key, item in value.items()}
        return value


def _is_exception(name: str) -> bool:
    kind = getattr(builtins, name, None)
    return isinstance(kind, type) and issubclass(kind, Exception) and not issubclass(kind, SPECIAL)


def _call(args: tuple[Any, ...], named: dict[str, Any]) -> dict[str, Any]:
    return {"args": list(args), "named": named}


def _item(at: At, key: Any) -> At:
    return lambda: at()[key]


class Definition:
    """A definition of the submission, which is called."""

    def __init__(self, student: PlainStudent, name: str) -> None:
        self._student, self._name = student, name

    def __repr__(self) -> str:
        return f"student.{self._name}"

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Return what the submission's definition gives."""
        return self._student.call(self._name, args, named)


def _operator(name: str) -> Callable[..., Any]:
    def record(self: "RemoteObject", *others: Any) -> Any:
        return self._of(getattr(self._at, name)(*map(_sent, others)))

    return record


class RemoteObject:
    """An object of the submission, which stays there; what is done with it is done there, and gives a value."""

    __slots__ = ("_at", "_student", "_type_name")
    _student: PlainStudent
    _at: Reference
    _type_name: str
    __hash__ = None  # type: ignore[assignment]  # `==` is a step

    def __init__(self, student: PlainStudent, at: Reference, type_name: str) -> None:
        object.__setattr__(self, "_student", student)
        object.__setattr__(self, "_at", at)
        object.__setattr__(self, "_type_name", type_name)

    def __repr__(self) -> str:
        return f"<{self._type_name} of the student>"

    def _of(self, reference: Reference) -> Any:
        return self._student.value_at(reference)

    def __getattr__(self, name: str) -> Any:
        return self._of(getattr(self._at, name))

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._at, name, _sent(value))

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Call the object: a method, a model."""
        return self._of(self._at(*map(_sent, args), **{key: _sent(item) for key, item in named.items()}))

    def __len__(self) -> int:
        length: int = self._of(self._student.script().length(self._at))
        return length

    def __bool__(self) -> bool:
        return bool(self._of(self._student.script().truth(self._at)))

    def __iter__(self) -> Iterator[Any]:
        return iter(self._student.items(self._at))

    def __contains__(self, item: Any) -> bool:
        return bool(self._of(self._student.script().contains(self._at, _sent(item))))

    def __setitem__(self, key: Any, value: Any) -> None:
        self._at[_sent(key)] = _sent(value)

    def __delitem__(self, key: Any) -> None:
        del self._at[_sent(key)]

    __getitem__, __matmul__ = _operator("__getitem__"), _operator("__matmul__")
    __add__, __sub__, __mul__ = _operator("__add__"), _operator("__sub__"), _operator("__mul__")
    __radd__, __rsub__, __rmul__ = _operator("__radd__"), _operator("__rsub__"), _operator("__rmul__")
    __truediv__, __pow__, __neg__ = _operator("__truediv__"), _operator("__pow__"), _operator("__neg__")
    __eq__, __ne__ = _operator("__eq__"), _operator("__ne__")
    __lt__, __le__, __gt__, __ge__ = _operator("__lt__"), _operator("__le__"), _operator("__gt__"), _operator("__ge__")


def _sent(argument: Any) -> Any:
    """Return an argument with the steps of objects in their places."""
    if isinstance(argument, RemoteObject):
        return argument._at  # noqa: SLF001 - both are one thing
    if type(argument) in (list, tuple):
        return type(argument)(map(_sent, argument))
    if type(argument) is dict:
        return {key: _sent(item) for key, item in argument.items()}
    return argument


def _has_object(argument: Any) -> bool:
    if type(argument) in (list, tuple):
        return any(map(_has_object, argument))
    if type(argument) is dict:
        return any(map(_has_object, argument.values()))
    return isinstance(argument, RemoteObject)
