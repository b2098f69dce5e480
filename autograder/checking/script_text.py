"""Writes a script of a check as Python code: in one line for messages, in lines for code that a student can run.

A step that one later step uses is written inside of it, as long as the order of what runs stays the same; a step that
several use gets a name: a, b, c.
"""

import string
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from autograder.checking.describe import describe_value

Steps = Sequence[dict[str, Any]]
MOST_WORDS = 240  # characters of code in a message; of longer code, the last lines
SYMBOLS = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "pow": "**",
    "matmul": "@",
    "eq": "==",
    "ne": "!=",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
    "and_": "&",
    "or_": "|",
    "xor": "^",
    "is_": "is",
}
IN_PLACE = {"iadd": "+=", "isub": "-=", "imul": "*=", "itruediv": "/=", "ipow": "**=", "imatmul": "@="}
PREFIXES = {"neg": "-", "pos": "+", "invert": "~"}
CALLED = {"items": "list"}  # how a function of the table is called in code; the others have their own names
EFFECTS = {"assign", "weights", "call"}
CHANGES = {"setitem", "delitem", *IN_PLACE}  # operators


def describe_step(steps: Steps, place: int) -> str:
    """Return a step as code in one line, after the lines that lead to it; large tensors are shown by their shapes."""
    text = ScriptText(steps, place, describe_value)
    parts = [*text.lines, text.expression]
    size, kept = len(parts[-1]), 1
    while kept < len(parts) and size + len(parts[-kept - 1]) + 2 <= MOST_WORDS:
        size += len(parts[-kept - 1]) + 2
        kept += 1
    return "; ".join([*(["…"] if kept < len(parts) else []), *parts[-kept:]])


def references_in(value: Any) -> Iterator[int]:
    """Yield the numbers of the steps whose values an argument contains."""
    if isinstance(value, dict):
        if value.get("$") == "step":
            yield value["index"]
        else:
            for item in value.values():
                yield from references_in(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from references_in(item)


class ScriptText:
    """The code of a script up to one of its steps.

    Args:
        steps: of the script.
        place: of the step whose value is the last expression.
        show: returns the code of a plain value.

    Attributes:
        lines: what comes before the last expression.
        expression: the last expression.
        definitions: the names of the submission that the code uses.
        needed: the numbers of the steps that are in the code.
        is_statement: whether the last expression has no value, such as an assignment.
    """

    def __init__(self, steps: Steps, place: int, show: Callable[[Any], str]) -> None:
        self._steps, self._show, self._place = steps, show, place
        self.needed = _needed(steps, place)
        self._uses = Counter(index for at in self.needed for index in _references(steps[at]))
        self._texts: dict[int, str] = {}
        self._compound: set[int] = set()  # steps whose text needs parentheses inside of another
        self._pending: list[int] = []  # steps that are written inside of a later one, if that comes at once
        self._names = (
            f"{letter}{number or ''}" for number in range(len(steps) + 1) for letter in string.ascii_lowercase
        )
        self.definitions = list(dict.fromkeys(s["name"] for s in map(steps.__getitem__, self.needed) if _defines(s)))
        self.lines: list[str] = []
        for at in self.needed:
            self._add(at)
        self.expression = self._texts[place]
        self.is_statement = steps[place]["do"] in ("assign", "weights") or steps[place].get("name") in (
            "setitem",
            "delitem",
        )

    def _add(self, at: int) -> None:
        step = self._steps[at]
        if step["do"] in ("definition", "value"):
            self._add_operand(at, step)
            return
        operands = [index for index in _references(step) if index in self._pending]
        if operands and self._pending[-len(operands) :] == operands:
            del self._pending[-len(operands) :]
        elif operands:
            self._name_pending()
        if step["do"] == "operator" and step["name"] in IN_PLACE:
            self._add_in_place(at, step)
            return
        text = self._code(at, step)
        if at == self._place:
            self._name_pending()
            self._texts[at] = text
        elif self._uses[at] == 1:
            self._texts[at] = text
            self._pending.append(at)
        else:
            self._name_pending()
            self._give_name(at, text)

    def _add_operand(self, at: int, step: dict[str, Any]) -> None:
        text = step["name"] if step["do"] == "definition" else self._shown(step["args"][0])
        self._texts[at] = text
        if step["do"] == "value" and (self._uses[at] > 1 or "\n" in text):
            self._give_name(at, text)
        elif text.startswith("-"):
            self._compound.add(at)

    def _add_in_place(self, at: int, step: dict[str, Any]) -> None:
        target, other = step["args"]
        self._name_pending()
        name = self._shown(target)
        if not name.isidentifier():
            self._give_name(target["index"], name)
            name = self._shown(target)
        self.lines.append(f"{name} {IN_PLACE[step['name']]} {self._shown(other)}")
        self._texts[at] = name

    def _name_pending(self) -> None:
        pending, self._pending = self._pending, []
        for at in pending:
            self._give_name(at, self._texts[at])

    def _give_name(self, at: int, text: str) -> None:
        """Write a line for a step, with a name if anything uses its value."""
        if self._uses[at]:
            self._texts[at] = next(name for name in self._names if name not in self.definitions)
            text = f"{self._texts[at]} = {text}"
        self._compound.discard(at)
        self.lines.append(text)

    def _code(self, at: int, step: dict[str, Any]) -> str:
        args = step["args"]
        if step["do"] == "call":
            return f"{self._atom(args[0])}({self._arguments(args[1:], step.get('named', {}))})"
        if step["do"] == "attribute":
            return f"{self._atom(args[0])}.{step['name']}"
        if step["do"] == "assign":
            return f"{self._atom(args[0])}.{step['name']} = {self._shown(args[1])}"
        if step["do"] == "weights":
            return f"{self._atom(args[0])}.load_state_dict({self._shown(args[1])}, strict=False)"
        return self._operation(at, step["name"], args)

    def _operation(self, at: int, name: str, args: Sequence[Any]) -> str:
        if name in SYMBOLS or name in PREFIXES or name == "contains":
            self._compound.add(at)
        if name in SYMBOLS:
            return f"{self._atom(args[0])} {SYMBOLS[name]} {self._atom(args[1])}"
        if name in PREFIXES:
            return f"{PREFIXES[name]}{self._atom(args[0])}"
        if name == "contains":
            return f"{self._atom(args[1])} in {self._atom(args[0])}"
        if name in ("getitem", "field"):
            return f"{self._atom(args[0])}[{self._shown(args[1])}]"
        if name == "setitem":
            return f"{self._atom(args[0])}[{self._shown(args[1])}] = {self._shown(args[2])}"
        if name == "delitem":
            return f"del {self._atom(args[0])}[{self._shown(args[1])}]"
        return f"{CALLED.get(name, name)}({self._shown(args[0])})"

    def _arguments(self, args: Sequence[Any], named: dict[str, Any]) -> str:
        return ", ".join([*map(self._shown, args), *(f"{name}={self._shown(item)}" for name, item in named.items())])

    def _atom(self, value: Any) -> str:
        """Return the code of an operand, in parentheses if it consists of several parts."""
        text = self._shown(value)
        index = next(references_in(value), None)
        compound = text.startswith("-") if index is None else index in self._compound
        return f"({text})" if compound else text

    def _shown(self, value: Any) -> str:
        if isinstance(value, dict) and "$" not in value:
            return f"{{{', '.join(f'{key!r}: {self._shown(item)}' for key, item in value.items())}}}"
        if isinstance(value, list):
            return f"[{', '.join(map(self._shown, value))}]"
        if isinstance(value, tuple):
            return f"({', '.join(map(self._shown, value))}{',' if len(value) == 1 else ''})"
        if isinstance(value, dict) and value["$"] == "step":
            return self._texts[value["index"]]
        return self._show(value)


def _defines(step: dict[str, Any]) -> bool:
    return bool(step["do"] == "definition")


def _references(step: dict[str, Any]) -> list[int]:
    return [*references_in(step["args"]), *references_in(step.get("named", {}))]


def _needed(steps: Steps, place: int) -> list[int]:
    """Return the steps up to `place` that change something, or that others of these need."""
    needed = {place}
    for at in range(place, -1, -1):
        step = steps[at]
        changes = step["do"] in EFFECTS or (step["do"] == "operator" and step["name"] in CHANGES)
        if at in needed or changes:
            needed |= {at, *_references(step)}
    return sorted(needed)
