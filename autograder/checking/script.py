"""Scripts of checks: short programs that use the definitions of a submission, with methods, attributes and operators.

    script = student.script()
    a, b = script.Value(2.0), script.Value(-3.0)
    c = a * b + a
    c.backward()
    data, grad = script.answers(c.data, a.grad)

Nothing runs while a script is written: each line is recorded as a step, and `a` is a `Reference` to its value. The
script is sent when an answer is asked for, as a request that is complete in itself.
"""

from collections.abc import Callable
from typing import Any, NoReturn

from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.script_text import describe_step
from autograder.sandbox.host.student_text import as_call
from autograder.sandbox.host.target import CallRequest, CallResponse, NoResponse, Target

MOST_ITEMS = 1000  # that `items` reads of an iterator which may be endless


def _operator(name: str, *, swapped: bool = False) -> Callable[..., "Reference"]:
    def record(self: "Reference", *others: Any) -> "Reference":
        operands = (*others, self) if swapped else (self, *others)
        return self._script._operator(name, *operands)  # noqa: SLF001 - both are one thing

    return record


class Reference:
    """The value of a step of a script. Using it records further steps; it has no value in this process."""

    __slots__ = ("_index", "_script")
    _script: "Script"
    _index: int
    __hash__ = None  # type: ignore[assignment]  # `==` is a step

    def __init__(self, script: "Script", index: int) -> None:
        object.__setattr__(self, "_script", script)
        object.__setattr__(self, "_index", index)

    def __getattr__(self, name: str) -> "Reference":
        """Read an attribute of the value; private ones cannot be read."""
        if name.startswith("_"):
            raise AttributeError(f"{name}: a check uses no private attributes of a submission")
        return self._script._step("attribute", self, name=name)  # noqa: SLF001 - both are one thing

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute of the value."""
        if name.startswith("_"):
            raise AttributeError(f"{name}: a check uses no private attributes of a submission")
        self._script._step("assign", self, value, name=name)  # noqa: SLF001 - both are one thing

    def __call__(self, *args: Any, **named: Any) -> "Reference":
        """Call the value: a definition, a method, an object."""
        return self._script._step("call", self, *args, named=named)  # noqa: SLF001 - both are one thing

    def __bool__(self) -> NoReturn:
        """Refuse: a script cannot branch on a value that this process does not have."""
        raise TypeError("a step of a script has no value here; ask for it with script.answer(...)")

    def __iter__(self) -> NoReturn:
        """Refuse: how many items there are is not known here."""
        raise TypeError("a step of a script has no items here; use [0], [1], … or script.items(...)")

    __add__, __radd__, __iadd__ = _operator("add"), _operator("add", swapped=True), _operator("iadd")
    __sub__, __rsub__, __isub__ = _operator("sub"), _operator("sub", swapped=True), _operator("isub")
    __mul__, __rmul__, __imul__ = _operator("mul"), _operator("mul", swapped=True), _operator("imul")
    __truediv__, __rtruediv__ = _operator("truediv"), _operator("truediv", swapped=True)
    __itruediv__, __ipow__, __imatmul__ = _operator("itruediv"), _operator("ipow"), _operator("imatmul")
    __floordiv__, __rfloordiv__ = _operator("floordiv"), _operator("floordiv", swapped=True)
    __mod__, __rmod__ = _operator("mod"), _operator("mod", swapped=True)
    __pow__, __rpow__ = _operator("pow"), _operator("pow", swapped=True)
    __matmul__, __rmatmul__ = _operator("matmul"), _operator("matmul", swapped=True)
    __neg__, __pos__, __abs__, __invert__ = _operator("neg"), _operator("pos"), _operator("abs"), _operator("invert")
    __and__, __or__, __xor__ = _operator("and_"), _operator("or_"), _operator("xor")
    __eq__, __ne__ = _operator("eq"), _operator("ne")  # type: ignore[assignment]
    __lt__, __le__, __gt__, __ge__ = _operator("lt"), _operator("le"), _operator("gt"), _operator("ge")
    __getitem__, __setitem__, __delitem__ = _operator("getitem"), _operator("setitem"), _operator("delitem")


class Script:
    """A script that is being written. A definition of the submission is an attribute: `script.Value(2.0)`.

    Args:
        target: the submission; without one, the script gives a `request` and no answers.
        seed: of all random generators, before the first step; by default a fixed, unusual number.
    """

    def __init__(self, target: Target | None = None, seed: int | None = None) -> None:
        self._target = target
        self._seed = seed
        self._steps: list[dict[str, Any]] = []
        self._definitions: dict[str, Reference] = {}

    def __getattr__(self, name: str) -> Reference:
        """Return a definition of the submission."""
        if name.startswith("_"):
            raise AttributeError(name)
        return self.definition(name)

    def definition(self, name: str) -> Reference:
        """Return a definition of the submission whose name is also that of a method of the script."""
        if name not in self._definitions:
            self._definitions[name] = self._step("definition", name=name)
        return self._definitions[name]

    def value(self, value: Any) -> Reference:
        """Return a value of the check, or a `helper` of the course, as one object that several steps can use."""
        return self._step("value", value)

    def weights(self, model: Reference, weights: dict[str, Tensor]) -> None:
        """Copy values into the parameters of a model, by state-dict name; a shared parameter has several names."""
        self._step("weights", model, weights)

    def length(self, container: Reference) -> Reference:
        """Return `len(container)`."""
        return self._operator("len", container)

    def items(self, container: Reference, at_most: int = MOST_ITEMS) -> Reference:
        """Return what iteration over `container` gives, as a list of at most so many items."""
        return self._operator("items", container, at_most)

    def contains(self, container: Reference, item: Any) -> Reference:
        """Return `item in container`."""
        return self._operator("contains", container, item)

    def field(self, result: Reference, name: str) -> Reference:
        """Return one of several outputs by its name: the item of a dict, the attribute of anything else."""
        return self._operator("field", result, name)

    def same(self, one: Reference, other: Any) -> Reference:
        """Return `one is other`, for tied weights and for what must not be a copy."""
        return self._operator("is_", one, other)

    def number(self, value: Reference) -> Reference:
        """Return `float(value)`."""
        return self._operator("float", value)

    def truth(self, value: Reference) -> Reference:
        """Return `bool(value)`."""
        return self._operator("bool", value)

    def text(self, value: Reference) -> Reference:
        """Return `repr(value)`."""
        return self._operator("repr", value)

    def answer(self, wanted: Reference) -> Answer:
        """Run the script as it is now, and return the value of a step."""
        return self.answers(wanted)[0]

    def answers(self, *wanted: Reference) -> list[Answer]:
        """Run the script as it is now, once, and return the values of several steps.

        A value is what it was when its step ran; an object of the submission is an `OpaqueValue`, and its `step` says
        which object it is (`place_of`).
        """
        request = self.request(*wanted)
        if self._target is None:
            raise TypeError("a script without a target gives no answers")
        (response,) = self._target.ask([request])
        return [ScriptAnswer(response, request, place) for place in range(len(wanted))]

    def take_back(self) -> None:
        """Remove the last step, whose reference is used no more."""
        del self._steps[-1:]
        self._definitions = {name: item for name, item in self._definitions.items() if item._index < len(self._steps)}  # noqa: SLF001 - both are one thing

    def request(self, *wanted: Reference) -> CallRequest:
        """Return the request for the values of some steps without sending it, as a probe of a diagnosis needs it."""
        indices = [self.place_of(item) for item in wanted]
        seed = {} if self._seed is None else {"seed": self._seed}
        return {"target": self._first_name(), "calls": [], "script": list(self._steps), "wanted": indices} | seed

    def place_of(self, reference: Reference) -> int:
        """Return the number of the step of a reference."""
        if reference._script is not self:  # noqa: SLF001 - both are one thing
            raise ValueError("a reference of another script")
        return reference._index  # noqa: SLF001 - both are one thing

    def _first_name(self) -> str:
        return next(iter(self._definitions), "")

    def _operator(self, name: str, *operands: Any) -> Reference:
        return self._step("operator", *operands, name=name)

    def _step(self, action: str, *args: Any, name: str = "", named: dict[str, Any] | None = None) -> Reference:
        step: dict[str, Any] = {"do": action, "args": [self._sent(item) for item in args]}
        if name:
            step["name"] = name
        if named:
            step["named"] = {key: self._sent(item) for key, item in named.items()}
        self._steps.append(step)
        return Reference(self, len(self._steps) - 1)

    def _sent(self, argument: Any) -> Any:
        """Return an argument as it is sent, with references as numbers of steps."""
        if isinstance(argument, Reference):
            return {"$": "step", "index": self.place_of(argument)}
        if isinstance(argument, list | tuple):
            items = [self._sent(item) for item in argument]
            return items if isinstance(argument, list) else tuple(items)
        if isinstance(argument, dict):
            return {key: self._sent(item) for key, item in argument.items()}
        return argument


class ScriptAnswer(Answer):
    """One value that a script gives; the call, in words, is the code that leads to it.

    If the script ended early, the answer is about the step at which it did.
    """

    def __init__(self, response: CallResponse | NoResponse, request: CallRequest, place: int) -> None:
        self._place, self._count = place, len(request["wanted"])
        steps, at = request["script"], _ended_at(response, request)
        about = request["wanted"][place] if at is None else at
        own = request | {"wanted": [about]}
        if at is not None and steps[at]["do"] == "definition":
            own["target"] = steps[at]["name"]
        if at is not None and steps[at]["do"] == "weights":
            model, weights = steps[at]["args"]
            own |= {"target": describe_step(steps, model["index"]), "weights": weights}
        super().__init__(response, as_call(describe_step(steps, about)), own)

    def _calls(self) -> list[dict[str, Any]]:
        return [self._all_calls(self._count)[self._place]]


def _ended_at(response: CallResponse | NoResponse, request: CallRequest) -> int | None:
    """Return the step at which a script ended early; None if it did not, or did not say so."""
    if isinstance(response, NoResponse) or not (
        {"raised", "misfit"} & response.keys() or response.get("defined") is False
    ):
        return None
    at = response.get("at")
    return at if type(at) is int and 0 <= at < len(request["script"]) else None
