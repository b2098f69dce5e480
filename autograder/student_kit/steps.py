"""With `--hints 3`: what each line of the student's function made, and the line where it goes wrong, if that shows."""

import linecache
import re
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import torch
from torch import Tensor

from .compare import Difference
from .lookalikes import Lookalike
from .show import INDENT, WIDTH, labelled

MOST = 14  # lines; of more, the last
TEXT = 38  # columns of a source line
ARROW = "->"
BARE_RETURN = re.compile(r"return\s+\w+\s*(#.*)?")
SIGNS = {  # what a line does where a mistake of this family is made
    "axis": r"softmax|exp\(|\bsum\(|amax|max\(|transpose|\.mT|\.T\b|permute|einsum",
    "heads": r"view|reshape|transpose|permute|flatten|chunk|split|cat\(|stack",
    "mask": r"mask|tril|triu|fill|where|\binf\b",
    "normalisation": r"softmax|exp\(|\bsum\(|mean\(|var\(|std\(|norm",
    "scale": r"sqrt|\*\*|/",
}
TURNED = ("axis", "normalisation")  # families of mistakes in which columns may sum to 1
LEFT_OUT = re.compile(r"\b(left out|forgotten|missing|ignored|without|no|not|nothing|only)\b")
ORDINALS = ("first", "second")
COUNTED = re.compile(rf"^the ({'|'.join(ORDINALS)}) sum begins\b")  # so a mistake says which of the sums is wrong


@dataclass(frozen=True)
class TracedLine:
    """A line of the student's code, and a tensor that it made."""

    line: int
    text: str
    value: Tensor


Steps = dict[tuple[int, tuple[int, ...]], TracedLine]  # by line and shape, so that a loop keeps its last round only


@dataclass
class Trace:
    """The steps of the last call of every function in the student's files."""

    files: Collection[str]
    calls: dict[CodeType, Steps] = field(default_factory=dict)

    def of(self, exercise: str) -> tuple[CodeType, list[TracedLine]] | None:
        """Return the call of the exercise's function, or of `forward` of its class, else of another of its methods."""
        named = {code.co_qualname: (code, list(steps.values())) for code, steps in self.calls.items()}
        methods = [name for name in named if _is_method(name, exercise)]
        return next((named[name] for name in (exercise, f"{exercise}.forward", *methods) if name in named), None)

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Record what runs in this thread, unless a debugger or a coverage tool does."""
        if sys.gettrace() is not None:
            yield
            return
        sys.settrace(self._enter)
        try:
            yield
        finally:
            sys.settrace(None)

    def _enter(self, frame: FrameType, event: str, value: Any) -> Callable[..., Any] | None:
        del event, value
        if frame.f_code.co_filename not in self.files:
            return None
        steps = self.calls[frame.f_code] = {}
        return _follow(steps, frame)


def _follow(steps: Steps, frame: FrameType) -> Callable[..., Any]:
    """Return the function that Python calls before every line of the frame, and when it returns."""
    before, line = _state(frame), frame.f_lineno

    def follow(frame: FrameType, event: str, value: Any) -> Callable[..., Any]:
        nonlocal before, line
        after = _state(frame)
        made = [item for name, (item, version) in after.items() if not _is_same(before.get(name), item, version)]
        if event == "return" and value is not None:
            made.append(value)
        text = linecache.getline(frame.f_code.co_filename, line).strip()
        parts = [part for item in made for part in (item if isinstance(item, tuple) else (item,))]
        for item in parts:
            if isinstance(item, Tensor):
                steps[line, tuple(item.shape)] = TracedLine(line, text, item.detach().clone())
        before, line = after, frame.f_lineno
        return follow

    return follow


def _state(frame: FrameType) -> dict[str, tuple[Any, int]]:
    """Return every local variable, and of a tensor how often it was changed in place."""
    return {name: (item, _version(item)) for name, item in frame.f_locals.items()}


def _version(item: Any) -> int:
    counts = isinstance(item, Tensor) and not item.is_inference()
    return item._version if counts else 0  # noqa: SLF001 - torch counts changes in place there


def _is_same(before: tuple[Any, int] | None, item: Any, version: int) -> bool:
    return before is not None and before[0] is item and before[1] == version


def _is_method(name: str, exercise: str) -> bool:
    return name.startswith(f"{exercise}.") and "<locals>" not in name and not name.endswith(".__init__")


def describe_steps(trace: Trace, exercise: str, difference: Difference, lookalike: Lookalike | None) -> list[str]:
    """Return the lines of the last call and what each made, with an arrow at the first that shows the mistake.

    Args:
        trace: what ran in the test.
        exercise: its name.
        difference: what differs in the result.
        lookalike: the mistake that the result looks like, if any.
    """
    code, steps = trace.of(exercise) or (None, [])
    if code is None or not steps:
        return []
    if len({step.line for step in steps}) == 1:
        if BARE_RETURN.fullmatch(steps[0].text):  # nothing was made on the way: that line does nothing either
            return []
        text = f"line {steps[0].line} does all at once: give each step a line of its own, and see here what it makes"
        return labelled("steps", text, most=2)
    wrong = _first_wrong(steps, difference, lookalike)
    shown = steps[-MOST:]
    head = f"of the last call in {Path(code.co_filename).name}; {_advice(wrong)}"
    return [*labelled("steps", head, most=2), *(_described(step, marked=step.line == wrong) for step in shown)]


def _advice(wrong: int | None) -> str:
    if wrong is None:
        return "which is the first that you do not expect?"
    return f"look at line {wrong} first"


def _described(step: TracedLine, *, marked: bool) -> str:
    left = f"{ARROW if marked else '':>{INDENT - 6}} {step.line:>4} "
    text = step.text if len(step.text) <= TEXT else f"{step.text[: TEXT - 1]}…"
    return f"{left}{text:<{TEXT}} {tuple(step.value.shape)} {_fact(step.value)}"[:WIDTH].rstrip()


def _fact(value: Tensor) -> str:
    """Return what is worth knowing about the numbers, in a few words."""
    if value.device.type == "meta" or not value.numel():
        return ""
    if value.dtype is torch.bool:
        return f"{int(value.sum())} True"
    if bool(value.isnan().any()):
        return "NaN"
    finite = value[torch.isfinite(value)].double()
    if _sums_to_one(value, -1):
        return "rows sum to 1"
    if value.dim() > 1 and _sums_to_one(value, -2):
        return "columns sum to 1"
    odd = "" if len(finite) == value.numel() else ", inf"
    return f"{float(finite.min()):.3g} to {float(finite.max()):.3g}{odd}" if len(finite) else "all infinite"


def _sums_to_one(value: Tensor, dim: int) -> bool:
    if not value.is_floating_point() or not value.dim() or bool((value < 0).any()):
        return False
    sums = value.double().sum(dim)
    return value.shape[dim] > 1 and torch.allclose(sums, torch.ones_like(sums), atol=1e-2)


def _first_wrong(steps: list[TracedLine], difference: Difference, lookalike: Lookalike | None) -> int | None:
    """Return the line of the first step that shows what is wrong with the result; None if none does by itself."""
    if difference.kind == "wrong values":
        return _of_values(steps, lookalike)
    shown = [step.line for step in steps if _shows(step.value, difference)]
    every = len(shown) == len(steps) and difference.kind != "not finite"  # then nothing changes the form on the way
    return shown[-1 if every else 0] if shown else None


def _shows(value: Tensor, difference: Difference) -> bool:
    """Whether a step has what is wrong with the form of the result, or its NaN."""
    if difference.kind == "not finite":
        return bool((value.isnan() | value.isposinf()).any())
    got = difference.got
    if not isinstance(got, Tensor):
        return False
    same = {"wrong shape": value.shape == got.shape, "wrong dtype": value.dtype == got.dtype}
    return same.get(difference.kind, False)


def _of_values(steps: list[TracedLine], lookalike: Lookalike | None) -> int | None:
    """Return the line whose columns sum to 1, or the only line that does what the mistake is made in.

    Of a mistake that leaves something out, no line that is there can be the place.
    """
    family = lookalike.family if lookalike else ""
    if lookalike and LEFT_OUT.search(lookalike.text):
        return None
    turned = [step.line for step in steps if _fact(step.value) == "columns sum to 1"]
    if turned and family in ("", *TURNED):
        return turned[0]
    if lookalike and (counted := COUNTED.search(lookalike.text)):
        sums = sorted({step.line for step in steps if "+" in step.text.partition("#")[0]})
        place = ORDINALS.index(counted[1])
        return sums[place] if place < len(sums) else None
    signs = re.compile(SIGNS.get(family, r"(?!)"))
    lines = {step.line for step in steps if signs.search(step.text)}
    return lines.pop() if len(lines) == 1 else None  # several lines could be meant
