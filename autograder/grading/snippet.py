"""A failing call as code that a student runs beside the file that was handed in."""

from collections.abc import Iterator
from pathlib import PurePath
from textwrap import indent
from typing import Any

from torch import Tensor

from autograder.grading.literals import NoCodeError, literal, size_of
from autograder.sandbox.examinee import Recipe

MANY_NUMBERS, MANY_LINES = 64, 40  # beyond that nobody reads it


def snippet(recipe: Recipe, file: str) -> str:
    """The call of `recipe` in plain Python, or nothing where that would be long."""
    if size_of([recipe.get(part) for part in ("init", "init_named", "weights", "calls", "cotangents")]) > MANY_NUMBERS:
        return ""
    try:
        body = [*_construction(recipe), *_calls(recipe), *_backward(recipe)]
    except NoCodeError:
        return ""
    text = "\n".join([*_imports(recipe, file, "\n".join(body)), "", *body]) + "\n"
    return text if text.count("\n") <= MANY_LINES else ""


def _imports(recipe: Recipe, file: str, body: str) -> Iterator[str]:
    yield from (f"import {name}" for name in ("math", "torch") if f"{name}." in body)
    yield f"from {PurePath(file).stem} import {recipe['target']}"


def _construction(recipe: Recipe) -> Iterator[str]:
    if "seed" in recipe:
        yield f"torch.manual_seed({recipe['seed']})"
    if recipe.get("init") is None:
        return
    yield f"model = {recipe['target']}({_joined(recipe['init'], recipe.get('init_named', {}))})"
    moved = [f"{name}={literal(recipe[name])}" for name in ("device", "dtype") if recipe.get(name) is not None]
    if moved:
        yield f"model.to({', '.join(moved)})"
    if recipe.get("weights"):
        yield "with torch.no_grad():"
    for name, value in (recipe.get("weights") or {}).items():
        yield indent(f"model.get_parameter({name!r}).copy_({literal(value)})", " " * 4)
    if recipe.get("training") is not None:
        yield f"model.train({recipe['training']})"


def _calls(recipe: Recipe) -> Iterator[str]:
    target = recipe["target"] if recipe.get("init") is None else "model"
    for place, call in enumerate(recipe["calls"]):
        names = Names(place if len(recipe["calls"]) > 1 else None)
        args = [names.take(argument, str(index)) for index, argument in enumerate(call["args"])]
        args += [f"{name}={names.take(value, name)}" for name, value in call.get("named", {}).items()]
        yield from names.lines
        if call.get("seed") is not None:
            yield f"torch.manual_seed({call['seed']})"
        method = f".{call['method']}" if call.get("method") else ""
        yield f"result = {target}{method}({', '.join(args)})"
        yield "print(result)"


def _backward(recipe: Recipe) -> Iterator[str]:
    """The gradients, where a check asks for them."""
    cotangents = recipe.get("cotangents")
    if cotangents is None:
        return
    if len(cotangents) != 1 or len(recipe["calls"]) != 1:
        raise NoCodeError("gradients of several outputs")
    yield f"result.backward({literal(cotangents[0])})"
    call = recipe["calls"][-1]
    given = [*((f"input_{index}", value) for index, value in enumerate(call["args"])), *call.get("named", {}).items()]
    for name, value in given:
        if isinstance(value, Tensor) and value.requires_grad and value.dim():
            yield f"print({name}.grad)"
    if recipe.get("init") is not None:
        yield "for name, parameter in model.named_parameters():"
        yield "    print(name, parameter.grad)"


def _joined(args: list[Any], named: dict[str, Any]) -> str:
    return ", ".join([*map(literal, args), *(f"{name}={literal(value)}" for name, value in named.items())])


class Names:
    """Tensors get a name and a line of their own, the rest stands in the call."""

    def __init__(self, call: int | None) -> None:
        self.lines: list[str] = []
        self._suffix = "" if call is None else f"_of_call_{call}"
        self._taken: list[str] = []

    def take(self, value: Any, name: str) -> str:
        """How the argument stands in the call."""
        if isinstance(value, dict) and value.get("$") == "same":
            text = self._taken[value["index"]]
        elif isinstance(value, Tensor) and value.dim():
            text = f"input_{name}{self._suffix}" if name.isdecimal() else f"{name}{self._suffix}"
            self.lines.append(f"{text} = {literal(value)}")
        else:
            text = literal(value)
        self._taken.append(text)
        return text
