"""Calls the public callables of torch and says which of them compute what a rule forbids, and what was recorded.

Run as a program, in a process of its own: what records is there for good. Each line of its output is about one
callable: its name, whether any call of it ended, what it computes, and whether that was recorded.
"""

import contextlib
import functools
import inspect
import itertools
import json
import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import torch
from torch import Tensor, nn

from autograder.sandbox.guest.library_calls import kernels_recorded, record_functions
from tests.helpers.library_rules import FORBIDDEN_CALLS, RULES

SECONDS = 10  # of one callable, after which it is left out
T = 5
DIMS = (0, 1, -1)


@dataclass
class Walked:
    """What became of one callable."""

    name: str
    called: bool = False
    computes: str = ""  # the rule whose operation it computes
    recorded: bool = False  # in every call that computed it


class ListRecord:
    """Keeps what is recorded in this process."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def entry(self, operation: str) -> Callable[[], object]:
        return lambda: self.calls.append(operation)


def tensors() -> dict[str, Tensor]:
    """Signed numbers of order 1, another one in each place."""
    generator = torch.Generator().manual_seed(3)

    def numbers(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=generator)

    names = ("queries", "keys", "values")
    plain = {"flat": numbers(3, 4), "image": numbers(2, 3, 4, 4), "sequence": numbers(2, T, 4)}
    return plain | {name: numbers(1, 2, T, 4) for name in names}


def softmaxes(z: Tensor) -> Iterator[Tensor]:
    """What the softmax rule is about, along each dimension; written out, so that nothing is recorded."""
    for dim in range(z.dim()):
        for signed in (z, -z):
            powers = signed.exp()
            total = powers.sum(dim, keepdim=True)
            yield from (powers / total, (powers / total).log(), total.log(), total.log().squeeze(dim))
        yield z.exp().cumsum(dim).log()


def attentions(given: dict[str, Tensor]) -> Iterator[Tensor]:
    """Attention and its weights, with and without a causal mask."""
    scores = given["queries"] @ given["keys"].mT / 2
    for powers in (scores.exp(), scores.exp().tril()):
        weights = powers / powers.sum(-1, keepdim=True)
        yield from (weights, weights @ given["values"])


def masks() -> Iterator[Tensor]:
    """Causal masks of every kind."""
    later = torch.ones(T, T).triu(1)
    yield from (later, 1 - later, torch.zeros(T, T).masked_fill(later.bool(), -torch.inf))


def normalised(z: Tensor) -> Iterator[Tensor]:
    """Entries less their mean, divided by their standard deviation: over the last dimension, and over the last two."""
    for dims in ((-1,), (-2, -1)):
        centred = z - z.mean(dims, keepdim=True)
        yield centred / (centred.square().mean(dims, keepdim=True) + 1e-5).sqrt()


def leaves(value: Any) -> Iterator[Tensor]:
    """All floating tensors in a result."""
    if isinstance(value, Tensor) and value.layout is torch.strided and not value.is_nested:
        yield value.detach().as_subclass(Tensor).to(torch.float32)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from leaves(item)


@functools.cache
def outcomes() -> dict[str, list[Tensor]]:
    """What the rules are about, computed of the same numbers. Kept: freed memory comes back from `torch.empty`."""
    given = tensors()
    return {
        "softmax": [*softmaxes(given["flat"]), *softmaxes(given["image"])],
        "attention": list(attentions(given)),
        "mask": list(masks()),
        "normalisation": [item for name in ("flat", "image", "sequence") for item in normalised(given[name])],
    }


def computed(value: Any) -> str:
    """The rule whose operation a result is the outcome of."""
    for leaf, (rule, results) in itertools.product(list(leaves(value)), outcomes().items()):
        if any(leaf.shape == item.shape and torch.allclose(leaf, item, 1e-4, 1e-5) for item in results):
            return rule
    return ""


def by_name(name: str) -> str:
    """The rule that a callable is about whose outcome is mixed with other things, as the attention of a module is."""
    last = name.rpartition(".")[2].replace("_", "").casefold() if not name.startswith("aten.") else ""
    if last.startswith("transformer"):
        return "block"
    if last.startswith("multihead"):
        return "attention"
    if last.startswith(("kldiv", "nllloss")):
        return "loss"
    return "softmax" if last.endswith(("softmax", "softmaxwithloss", "crossentropyloss")) else ""


def templates(given: dict[str, Tensor]) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Arguments for what says nothing of its own."""
    attention = (given["queries"], given["keys"], given["values"])
    for z in (given["flat"], given["image"]):
        yield from (((z, *rest), {}) for rest in ((), (-1,), (1,), (-1, None), (-1, False), ([-1],), (1.0,), (z,)))
        yield (z,), {"dim": -1}
    flat, sequence = given["flat"], given["sequence"]
    yield from (((flat, *rest), {}) for rest in ((flat.mT,), (0, 1), (2, 0.5), (flat > 0,), (flat > 0, 1.0)))
    yield from (((given, *rest), {}) for given in ([flat, flat], (3, 4)) for rest in ((), (1,), (1.0,)))
    yield from (((sequence,) * count, {}) for count in (1, 2, 3))
    yield from ((attention, named) for named in ({}, {"is_causal": True}))
    yield from (((*attention, *rest), {}) for rest in ((None, 0.0, True), (0.0, True), (None,)))
    yield from (((T, *rest), {}) for rest in ((), (T,)))


def from_schema(schema: Any, given: dict[str, Tensor]) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Arguments as an operator declares them, with the attention's tensors and with one for all."""
    wanted = [item for item in schema.arguments if not item.has_default_value()]
    of_attention = itertools.cycle([given["queries"], given["keys"], given["values"]])
    for z, dim in itertools.product((given["flat"], given["image"], None), DIMS):
        values = {
            item.name: _value(str(item.type), of_attention if z is None else itertools.repeat(z), dim)
            for item in wanted
        }
        yield (), {"self" if name == "self" else name: value for name, value in values.items()}


def _value(kind: str, tensors_: Iterator[Tensor], dim: int) -> Any:
    plain = {"int": dim, "number": 1, "float": 1.0, "bool": False, "str": "none", "Scalar": 1}
    if kind.startswith("Optional"):
        return None
    if kind == "Tensor":
        return next(tensors_).clone()
    if kind.startswith("List"):
        return [_value(kind[5:-1], tensors_, dim)]
    return plain.get(kind)


def walk() -> Iterator[tuple[str, Callable[..., Any], Any]]:
    """Name, callable and schema (of an operator) of all that is public, and of every operator of aten."""
    spaces = {"torch": torch, "torch.nn.functional": nn.functional, "torch.special": torch.special}
    spaces |= {"torch.Tensor": Tensor, "torch.nn": nn, "torch.optim": torch.optim}
    for space, owner in spaces.items():
        for name in sorted(dir(owner)):
            item = getattr(owner, name, None)
            if not name.startswith("_") and callable(item) and not inspect.ismodule(item):
                yield f"{space}.{name}", item, None
                methods = vars(item).items() if inspect.isclass(item) and space == "torch.nn" else ()
                yield from (
                    (f"{space}.{name}.{method}", getattr(item, method), None)
                    for method, kind in methods
                    if isinstance(kind, staticmethod)
                )
    for name in sorted(name for name in torch._C._dispatch_get_all_op_names() if name.startswith("aten::")):
        packet, _, overload = name.removeprefix("aten::").partition(".")
        with contextlib.suppress(AttributeError):
            operator = getattr(getattr(torch.ops.aten, packet), overload or "default")
            yield f"aten.{packet}.{overload or 'default'}", operator, operator._schema


def calls_of(name: str, item: Callable[..., Any], schema: Any, given: dict[str, Tensor]) -> Iterator[Callable[[], Any]]:
    """Functions without arguments, each of which is one call."""
    if inspect.isclass(item) and issubclass(item, torch.optim.Optimizer):
        yield lambda: _optimise(item)
    elif inspect.isclass(item) and issubclass(item, nn.Module):
        for model in _models(item):
            yield from (lambda m=model, a=args, n=named: m(*a, **n) for args, named in templates(given))
    elif schema is not None:
        yield from (lambda n=named: item(**n) for _, named in from_schema(schema, given))
    else:
        yield from (lambda a=args, n=named: item(*a, **n) for args, named in templates(given))


def _models(kind: type[nn.Module]) -> Iterator[nn.Module]:
    """Models of a kind, of all sizes that it takes."""
    for sizes in ((), (-1,), (4,), (4, 4), (4, 2), (4, 2, 1, 1), (4, 2, 1, 1, 8)):
        with contextlib.suppress(Exception):
            yield kind(*sizes).eval()


def _optimise(kind: type[torch.optim.Optimizer]) -> Tensor:
    """A step of an optimiser; its parameter then stands for what the rule is about."""
    parameter = nn.Parameter(torch.ones(3, 4))
    optimiser = kind([parameter])  # type: ignore[call-arg]
    parameter.grad = torch.ones(3, 4)
    optimiser.step(lambda: 1.0)  # type: ignore[arg-type]
    return parameter


def walked(name: str, item: Callable[..., Any], schema: Any, record: ListRecord) -> Walked:
    """Call it in every way that it may take."""
    found = Walked(name, recorded=True)
    optimiser = inspect.isclass(item) and issubclass(item, torch.optim.Optimizer)
    given = tensors()
    for call in calls_of(name, item, schema, given):
        record.calls.clear()
        try:
            value = call()
            rule = "optimiser" if optimiser else by_name(name) or computed(value)
        except Exception:  # noqa: BLE001 - most arguments are wrong for most callables
            given.update(tensors())
            continue
        found.called = True
        if rule:
            found.computes = rule
            found.recorded &= bool(RULES[rule].forbidden_among(record.calls))
        given.update(tensors())
    return found


def main() -> None:
    """Walk in copies of this process, so that a crash ends one callable and nothing else."""
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    record = ListRecord()
    record_functions(record)
    with kernels_recorded(record, FORBIDDEN_CALLS), torch.random.fork_rng():
        left = list(walk())
        while left:
            left = left[_walk_in_a_copy(left, record) :]


def _walk_in_a_copy(left: list[tuple[str, Callable[..., Any], Any]], record: ListRecord) -> int:
    """Walk until something ends the copy; how many callables that took."""
    read, write = os.pipe()
    if (process := os.fork()) == 0:
        for descriptor in (0, 1, 2):  # some of them read, or print
            os.dup2(os.open(os.devnull, os.O_RDWR), descriptor)
        for item in left:
            signal.alarm(SECONDS)
            os.write(write, (json.dumps(asdict(walked(*item, record))) + "\n").encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as lines:
        done = 0
        for line in lines:
            sys.stdout.write(line)
            done += 1
    os.waitpid(process, 0)
    if done < len(left):
        sys.stdout.write(json.dumps(asdict(Walked(left[done][0]))) + "\n")
    return done + 1


if __name__ == "__main__":
    main()
