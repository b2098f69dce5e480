"""Settings of torch, numpy and Python that outlive a call: a request leaves them as they were."""

import locale
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import torch
from torch import (  # by their names: a program may replace attributes of torch
    empty,
    get_default_dtype,
    get_deterministic_debug_mode,
    get_float32_matmul_precision,
    get_num_threads,
    is_grad_enabled,
    set_default_device,
    set_default_dtype,
    set_deterministic_debug_mode,
    set_float32_matmul_precision,
    set_grad_enabled,
    set_num_threads,
)

WARNINGS = "the warnings that are shown"
PRINTED_BY_TORCH = torch._tensor_str.PRINT_OPTS  # noqa: SLF001 - there is no getter


def _default_device() -> str:
    """Return where a new tensor is; a program may have chosen a device that this machine lacks."""
    try:
        return str(empty(0).device)
    except (RuntimeError, AssertionError, NotImplementedError):
        return "unusable"


def _set_default_device(device: str) -> None:
    set_default_device(None if device == "cpu" else device)


def _set_filters(kept: tuple[int, list[Any]]) -> None:
    warnings.filters[:] = kept[1]  # type: ignore[index]  # a list, whatever the stubs say
    warnings._filters_mutated()  # type: ignore[attr-defined]  # noqa: SLF001 - otherwise Python decides by what it knew


# By its name in messages, how a setting is read and how it is written.
GLOBAL_SETTINGS: Mapping[str, tuple[Callable[[], Any], Callable[[Any], Any]]] = {
    "torch's default dtype": (get_default_dtype, set_default_dtype),
    "torch's default device": (_default_device, _set_default_device),
    "whether gradients are recorded": (is_grad_enabled, set_grad_enabled),
    "whether torch is deterministic": (get_deterministic_debug_mode, set_deterministic_debug_mode),
    "torch's number of threads": (get_num_threads, set_num_threads),
    "the precision of torch's products": (get_float32_matmul_precision, set_float32_matmul_precision),
    "torch's print options": (lambda: dict(vars(PRINTED_BY_TORCH)), lambda kept: vars(PRINTED_BY_TORCH).update(kept)),
    WARNINGS: (lambda: (len(sys.modules), list(warnings.filters)), _set_filters),
    "the recursion limit": (sys.getrecursionlimit, sys.setrecursionlimit),
    "the locale": (lambda: locale.setlocale(locale.LC_ALL), lambda kept: locale.setlocale(locale.LC_ALL, kept)),
    "numpy's error state": (lambda: _numpy().geterr(), lambda kept: _numpy().seterr(**kept)),
    "numpy's print options": (
        lambda: _numpy().get_printoptions(),
        lambda kept: _numpy().set_printoptions(**kept),
    ),
    "numpy's buffer size": (lambda: _numpy().getbufsize(), lambda kept: _numpy().setbufsize(kept)),
}
OF_NUMPY = [name for name in GLOBAL_SETTINGS if name.startswith("numpy")]
EVERY_CALL = list(GLOBAL_SETTINGS)[:3]  # read before and after every call, because the next one depends on them


def _numpy() -> Any:
    return sys.modules["numpy"]


def read_settings(names: Iterable[str] = GLOBAL_SETTINGS) -> dict[str, Any]:
    """Return settings by name; those of numpy only where it is loaded."""
    loaded = "numpy" in sys.modules
    return {name: GLOBAL_SETTINGS[name][0]() for name in names if loaded or name not in OF_NUMPY}


def restore_settings(before: Mapping[str, Any]) -> list[str]:
    """Restore what has changed, so that a request has no effect on the next one; return the names.

    Modules that are imported on first use add warnings to those that are not shown; that is no program's doing.
    """
    now = read_settings(before)
    changed = [name for name, value in before.items() if now[name] != value]
    for name in changed:
        GLOBAL_SETTINGS[name][1](before[name])
    imported = WARNINGS in changed and now[WARNINGS][0] != before[WARNINGS][0]
    return [name for name in changed if not (name == WARNINGS and imported)]
