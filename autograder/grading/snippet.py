"""Writes a failing call as code that a student can run beside the submitted file."""

from collections.abc import Iterator, Sequence
from pathlib import PurePath
from textwrap import indent
from typing import Any

import torch
from torch import Tensor

from autograder.checking.script_text import ScriptText
from autograder.sandbox.host.target import CallRequest

MAX_NUMBERS, MAX_LINES = 64, 40  # longer code is not readable
LEAST_REGULAR = 4  # numbers; fewer are shorter written out


def snippet(request: CallRequest, file: str) -> str:
    """Return the calls of `request` as Python code; empty if that is impossible, as on a stand-in, or too long.

    Args:
        request: the request.
        file: the name of the submitted file, which the code imports.
    """
    if request.get("stand_in"):
        return ""
    if "script" in request:
        return _script(request, file)
    if size_of([request.get(part) for part in ("init", "init_named", "weights", "calls", "cotangents")]) > MAX_NUMBERS:
        return ""
    try:
        body = [*_construction(request), *_calls(request), *_backward(request)]
    except NotExpressibleError:
        return ""
    return _program(file, [request["target"]], body)


def _script(request: CallRequest, file: str) -> str:
    """Return the code of a script up to the last value that is wanted."""
    try:
        text = ScriptText(request["script"], request["wanted"][-1], literal)
    except NotExpressibleError:
        return ""
    seed = [f"torch.manual_seed({request['seed']})"] if "seed" in request else []
    last = text.expression if text.is_statement else f"print({text.expression})"
    if size_of([request["script"][at]["args"] for at in text.needed]) > MAX_NUMBERS * 2:
        return ""
    return _program(file, text.definitions, [*seed, *text.lines, last])


def _program(file: str, names: Sequence[str], body: Sequence[str]) -> str:
    code = "\n".join(body)
    imports = [f"import {name}" for name in ("math", "torch") if f"{name}." in code]
    own = [f"from {PurePath(file).stem} import {', '.join(names)}"] if names else []
    text = "\n".join([*imports, *own, "", *body]) + "\n"
    return text if text.count("\n") <= MAX_LINES else ""


def _construction(request: CallRequest) -> Iterator[str]:
    if "seed" in request:
        yield f"torch.manual_seed({request['seed']})"
    if request.get("init") is None:
        return
    yield f"model = {request['target']}({_joined(request['init'], request.get('init_named', {}))})"
    if request.get("dtype") is not None:
        yield f"model.to({literal(request['dtype'])})"
    if request.get("weights"):
        yield "with torch.no_grad():"
    for name, value in (request.get("weights") or {}).items():
        yield indent(f"model.get_parameter({name!r}).copy_({literal(value)})", " " * 4)
    if request.get("training") is not None:
        yield f"model.train({request['training']})"


def _calls(request: CallRequest) -> Iterator[str]:
    target = request["target"] if request.get("init") is None else "model"
    for place, call in enumerate(request["calls"]):
        names = TensorNames(place if len(request["calls"]) > 1 else None)
        args = [names.take(argument, str(index)) for index, argument in enumerate(call["args"])]
        args += [f"{name}={names.take(value, name)}" for name, value in call.get("named", {}).items()]
        yield from names.lines
        if call.get("seed") is not None:
            yield f"torch.manual_seed({call['seed']})"
        method = f".{call['method']}" if call.get("method") else ""
        yield f"result = {target}{method}({', '.join(args)})"
        yield "print(result)"


def _backward(request: CallRequest) -> Iterator[str]:
    """The backward pass and the gradients, if the check asks for them."""
    cotangents = request.get("cotangents")
    if cotangents is None:
        return
    if len(cotangents) != 1 or len(request["calls"]) != 1:
        raise NotExpressibleError("gradients of several outputs")
    yield f"result.backward({literal(cotangents[0])})"
    call = request["calls"][-1]
    inputs = [*((f"input_{index}", value) for index, value in enumerate(call["args"])), *call.get("named", {}).items()]
    for name, value in inputs:
        if isinstance(value, Tensor) and value.requires_grad and value.dim():
            yield f"print({name}.grad)"
    if request.get("init") is not None:
        yield "for name, parameter in model.named_parameters():"
        yield "    print(name, parameter.grad)"


def _joined(args: list[Any], named: dict[str, Any]) -> str:
    return ", ".join([*map(literal, args), *(f"{name}={literal(value)}" for name, value in named.items())])


class TensorNames:
    """The arguments of one call: a tensor gets a name and a line of its own, the rest is written in the call.

    Attributes:
        lines: the assignments so far.
    """

    def __init__(self, call: int | None) -> None:
        self.lines: list[str] = []
        self._suffix = "" if call is None else f"_of_call_{call}"
        self._taken: list[str] = []

    def take(self, value: Any, name: str) -> str:
        """Return the text of an argument in the call."""
        if isinstance(value, dict) and value.get("$") == "same":
            text = self._taken[value["index"]]
        elif isinstance(value, dict) and value.get("$") == "returned" and value["call"] == -1:
            text = f"result[{value['index']}]"
        elif isinstance(value, Tensor) and value.dim():
            text = f"input_{name}{self._suffix}" if name.isdecimal() else f"{name}{self._suffix}"
            self.lines.append(f"{text} = {literal(value)}")
        else:
            text = literal(value)
        self._taken.append(text)
        return text


INFERRED = (torch.float32, torch.int64, torch.bool)  # the dtypes that torch.tensor infers from literals
FUNCTIONS = ("sin", "cos", "exp")


class NotExpressibleError(ValueError):
    """A value cannot be written as a short expression."""


def size_of(value: Any) -> int:
    """Return about how many numbers the code of a value has."""
    if isinstance(value, Tensor):
        return 1 if _regular(value) else value.numel()
    if isinstance(value, dict):
        return sum(size_of(item) for pair in value.items() for item in pair)
    if isinstance(value, list | tuple):
        return sum(map(size_of, value))
    return 1 + len(value) // 20 if isinstance(value, str) else 1


def literal(value: Any) -> str:
    """Return the code of one value.

    Raises:
        NotExpressibleError: a model, or anything else that needs more than an expression.
    """
    if isinstance(value, Tensor):
        return _tensor(value)
    if isinstance(value, dict):
        return _described(value) if "$" in value else _mapping(value)
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(literal, value))}{',' if len(value) == 1 else ''})"
    if value is None or isinstance(value, bool | int | str | bytes):
        return repr(value)
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, torch.dtype):
        return str(value)
    raise NotExpressibleError(type(value).__name__)


def _mapping(value: dict[Any, Any]) -> str:
    return f"{{{', '.join(f'{literal(key)}: {literal(item)}' for key, item in value.items())}}}"


def _described(value: dict[str, Any]) -> str:
    kind = value["$"]
    if kind == "device":
        return f"torch.device({value['name']!r})"
    if kind == "polynomial":
        powers = ("", " * x", *(f" * x**{power}" for power in range(2, len(value["coefficients"]))))
        terms = zip(value["coefficients"], powers, strict=False)
        return f"lambda x: {' + '.join(f'{literal(number)}{power}' for number, power in terms)}"
    if kind == "function" and value["name"] in FUNCTIONS:
        return f"math.{value['name']}"
    raise NotExpressibleError(str(kind))


def _tensor(value: Tensor) -> str:
    grad = ", requires_grad=True" if value.requires_grad else ""
    kind = "" if value.dtype in INFERRED else f", dtype={value.dtype}"
    if not value.numel():
        kind = "" if value.dtype is torch.float32 else f", dtype={value.dtype}"
        return f"torch.empty({list(value.shape)}{kind}{grad})"
    return _regular(value) or f"torch.tensor({_lines(value.detach())}{kind}{grad})"


def _regular(value: Tensor) -> str:
    """Return the code of zeros, ones, or a multiple of an identity matrix; empty for anything else."""
    if value.dtype is not torch.float32 or not value.is_contiguous():
        return ""
    if value.requires_grad or value.numel() < LEAST_REGULAR or value.signbit().any():
        return ""
    if value.dim() == 3 and len(value) == 1:
        inner = _regular(value[0])
        return f"({inner})[None]" if " * " in inner else f"{inner}[None]" if inner else ""
    for name in ("zeros", "ones"):
        if torch.equal(value, getattr(torch, name)(value.shape)):
            return f"torch.{name}({', '.join(map(str, value.shape))})"
    return _identity(value) if value.dim() == 2 else ""


def _identity(value: Tensor) -> str:
    factor, (rows, columns) = value[0, 0].item(), value.shape
    if not factor or not torch.equal(value, factor * torch.eye(rows, columns)):
        return ""
    sizes = f"{rows}" if rows == columns else f"{rows}, {columns}"
    return f"{'' if factor == 1 else f'{_item(value[0, 0])} * '}torch.eye({sizes})"


def _lines(value: Tensor) -> str:
    """A nested list, with one line for each row."""
    if value.dim() < 2:
        return _nested(value, 0)
    rows = ",\n    ".join(_nested(part, 5) for part in value)
    return f"[\n    {rows},\n]"


def _nested(value: Tensor, indent: int) -> str:
    if value.dim() == 0:
        return _item(value)
    between = ", " if value.dim() == 1 else ",\n" + " " * indent
    return f"[{between.join(_nested(part, indent + 1) for part in value)}]"


def _item(value: Tensor) -> str:
    """The shortest text that gives exactly this number in its dtype."""
    item = value.item()
    if not isinstance(item, float):
        return repr(item)
    short = (f"{item:.{digits}g}" for digits in range(1, 18))
    exact = (text for text in short if torch.equal(torch.tensor(float(text), dtype=value.dtype), value))
    return _number(float(next(exact, "nan")))


def _number(value: float) -> str:
    text = repr(value)
    return f'float("{text}")' if text in ("nan", "inf", "-inf") else text
