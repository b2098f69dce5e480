"""What a call printed and changed: its arguments, the state dict of a layer, modes, global settings."""

import contextlib
import copy
import io
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Required, TypedDict

from torch import (  # by their names: a program may replace attributes
    Tensor,
    enable_grad,
    equal,
    get_rng_state,
    initial_seed,
    is_inference_mode_enabled,
    nn,
)

from .global_settings import EVERY_CALL, GLOBAL_SETTINGS, read_settings

MODE = "the mode of the module"
SETTINGS = (MODE, *GLOBAL_SETTINGS)  # what a call must leave as it was besides its arguments


class CallResult(TypedDict, total=False):
    """What one call returned, and what it left as it was; of a script, one of the values that are wanted."""

    value: Required[Any]
    untouched: bool  # whether the arguments are unchanged
    rng_untouched: bool  # whether torch's generator is unchanged
    seeded: bool  # whether torch's generator has another seed than before, whatever was drawn
    next_numbers: list[float]  # after the last call, what Python and numpy draw next, if that has changed
    unmarked: bool  # whether no argument has come to require gradients
    changed: list[str]  # which of `SETTINGS` changed
    shared: bool  # whether the value, or a part of it, lies in the memory of an argument
    reused: bool  # whether it is, or lies in the memory of, what an earlier call returned
    of_inference: bool  # whether it is of `torch.inference_mode()`, and the call was not
    of_weights: bool  # whether it lies in the memory of a parameter of the layer that was called
    handed: list[dict[str, Any]]  # what the call handed over to the operation that is watched, and what it got back
    places: list[str]  # on the stand-in: the type of the device of each tensor in the value
    models: list[dict[str, Any]]  # of the models among the arguments: weights, modes, frozen parameters, state


class CappedStream(io.TextIOBase):
    """A text stream that drops everything beyond its limit, so that a flood costs nothing."""

    def __init__(self, limit: int) -> None:
        self.room = limit
        self.pieces: list[str] = []

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, text: str) -> int:
        """Keep as much as the limit allows."""
        if self.room > 0 and text:
            self.pieces.append(str.__str__(text)[: self.room])
            self.room -= len(text)
        return len(text)

    def text(self) -> str:
        """Return the text that was kept."""
        return "".join(self.pieces)


@contextlib.contextmanager
def capture_output(limit: int) -> Iterator[CappedStream]:
    """Replace stdout and stderr by capped streams; yields the one for stdout."""
    before = sys.stdout, sys.stderr
    stream = CappedStream(limit)
    sys.stdout, sys.stderr = stream, CappedStream(limit)
    try:
        yield stream
    finally:
        sys.stdout, sys.stderr = before


def copy_state(target: Any) -> dict[str, Any]:
    """Return a copy of the state dict of a layer, empty for a function."""
    state = target.state_dict() if isinstance(target, nn.Module) else {}
    return {name: value.detach().clone() if isinstance(value, Tensor) else value for name, value in state.items()}


def state_changes(target: Any, before: dict[str, Any]) -> dict[str, Any]:
    """Return the names in the state dict now, and whether the entries of `before` have kept their values."""
    after = copy_state(target)
    return {
        "state": list(after),
        "values_kept": all(_same(before[name], after[name]) for name in before.keys() & after.keys()),
    }


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, Tensor) and isinstance(other, Tensor):
        return one.shape == other.shape and one.dtype == other.dtype and bool(equal(one, other))
    return one is other or bool(one == other)


class CallObserver:
    """Observes one call: what it does to its inputs, the random state, modes and torch's defaults.

    Args:
        target: the function or model that is called.
        inputs: all of its arguments.
        earlier: what earlier calls returned.
    """

    def __init__(self, target: Any, inputs: Sequence[Any], earlier: Sequence[Any] = ()) -> None:
        self._target = target
        self._earlier = [part for value in earlier for part in _parts(value)]
        self.tensors = [item for item in inputs if isinstance(item, Tensor)]
        self._copies = {id(item): _modifiable(item) for item in self.tensors}
        self._before = [item.detach().clone() for item in self.tensors]
        self._without_grad = [item for item in self.tensors if not item.requires_grad]
        self._collections = [item for item in inputs if type(item) in (list, tuple, dict)]
        self._collections_before = [_copy(item) for item in self._collections]
        self._rng_before, self._settings_before = _rng_state(), _settings(target)
        self._seed_before = initial_seed()

    def passed(self, item: Any) -> Any:
        """Return what is passed to the call in place of `item`."""
        return self._copies.get(id(item), item)

    def result(self, value: Any) -> CallResult:
        """Return what became of the call, which returned `value`."""
        settings = _settings(self._target)
        parts = _parts(value)
        memory = {_address(part) for part in parts if type(part) is Tensor} - {0}
        given = {_address(item) for item in self._copies.values()}
        return {
            "value": value,
            "untouched": all(map(_equal, self._before, [self._copies[id(item)] for item in self.tensors]))
            and all(map(_same_collection, self._collections_before, self._collections)),
            "rng_untouched": self._rng_before == _rng_state(),
            "seeded": self._seed_before != initial_seed(),
            "unmarked": not any(item.requires_grad or item.grad is not None for item in self._without_grad),
            "changed": [name for name, value in settings.items() if value != self._settings_before[name]],
            "of_inference": any(isinstance(part, Tensor) and part.is_inference() for part in parts)
            and not is_inference_mode_enabled(),
            "of_weights": isinstance(self._target, nn.Module) and _any_in(memory, self._target.parameters()),
            "shared": not memory.isdisjoint(given),
            "reused": _any_in(memory - given, self._earlier)
            or any(part is item for part in parts if type(part) in (list, dict) for item in self._earlier),
        }


class ScriptObserver:
    """Observes a script: whether what the check passes, the generator and torch's defaults stay as they were."""

    def __init__(self) -> None:
        self._given: dict[int, tuple[Any, Any]] = {}  # by its id, a value of the check and a copy
        self._without_grad: list[Tensor] = []
        self._rng_before, self._settings_before = _rng_state(), _settings(None)

    def given(self, item: Any) -> None:
        """Remember a tensor or a collection of plain values as it is now."""
        if id(item) in self._given:
            return
        self._given[id(item)] = item, _copy(item)
        if isinstance(item, Tensor) and not item.requires_grad:
            self._without_grad.append(item)

    def result(self, value: Any) -> CallResult:
        """Return a value of the script, and what all of its steps until now left as it was."""
        settings = _settings(None)
        return {
            "value": value,
            "untouched": all(_same_collection(before, item) for item, before in self._given.values()),
            "rng_untouched": self._rng_before == _rng_state(),
            "unmarked": not any(item.requires_grad or item.grad is not None for item in self._without_grad),
            "changed": [name for name, value in settings.items() if value != self._settings_before[name]],
        }


def _copy(item: Any) -> Any:
    """Return a deep copy; a tensor is copied without its graph, which autograd would not copy."""
    if isinstance(item, Tensor):
        return item.detach().clone()
    if type(item) in (list, tuple):
        return type(item)(map(_copy, item))
    if type(item) is dict:
        return {key: _copy(value) for key, value in item.items()}
    return copy.deepcopy(item)


def _rng_state() -> bytes:
    """Return the state of torch's generator; bytes are compared faster than tensors."""
    return get_rng_state().numpy().tobytes()


def _modifiable(item: Tensor) -> Tensor:
    """Return a copy of a leaf that requires gradients, which torch would not let a call change in place."""
    if not item.requires_grad:
        return item
    with enable_grad():  # also a call without gradients is given a tensor that requires them
        return item.clone()


def _parts(value: Any) -> Sequence[Any]:
    """Return the items of a tuple or list, and a list itself; any other value alone."""
    if isinstance(value, list):
        return [*value, value]
    return value if isinstance(value, tuple) else [value]


def _equal(before: Tensor, after: Tensor) -> bool:
    if before.shape != after.shape or before.dtype != after.dtype:
        return False
    if equal(before, after):
        return True
    return equal(before.nan_to_num(7e7), after.detach().nan_to_num(7e7))  # NaN is not equal to itself


def _address(item: Any) -> int:
    """Return where the memory of a tensor of the CPU begins; 0 for one without numbers, and for anything else."""
    if not isinstance(item, Tensor) or item.device.type != "cpu":
        return 0
    try:  # `untyped_storage` makes an object of Python's for each tensor
        return item.data_ptr() - int(item.storage_offset()) * item.element_size() if item.numel() else 0
    except RuntimeError:  # a sparse tensor has no memory of its own
        return 0


def _any_in(memory: Collection[int], items: Iterable[Any]) -> bool:
    return bool(memory) and any(_address(item) in memory for item in items)


def _same_collection(before: Any, after: Any) -> bool:
    """Whether a list or dict has the same items in the same order; tensors are compared like arguments."""
    if isinstance(before, Tensor) or isinstance(after, Tensor):
        return isinstance(before, Tensor) and isinstance(after, Tensor) and _equal(before, after.detach())
    if type(before) is not type(after):
        return False
    if isinstance(before, dict):
        return list(before) == list(after) and all(_same_collection(value, after[key]) for key, value in before.items())
    if isinstance(before, list | tuple):
        return len(before) == len(after) and all(map(_same_collection, before, after))
    return bool(before == after)


def _settings(target: Any) -> dict[str, Any]:
    """Return what a call must leave as it was, by its names in messages."""
    modes = [module.training for module in target.modules()] if isinstance(target, nn.Module) else []
    return {MODE: modes, **read_settings(EVERY_CALL)}
