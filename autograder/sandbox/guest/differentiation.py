"""Records differentiation by torch, for courses whose students differentiate by themselves.

Autograd has no kernel of its own: whatever goes backward in torch (`Tensor.backward`, `torch.autograd.grad`,
`torch.func.grad`) asks one engine, in front of which there is another one here. In forward mode, whatever is called
makes a dual number first.
"""

import contextlib
import functools
from collections.abc import Callable, Collection, Iterator
from typing import Any

from torch.autograd import Variable, forward_ad

from .library_calls import Recorder

SWEEP = "torch.autograd"  # the name under which a sweep is recorded


class RecordingEngine:
    """An engine of autograd that calls `note` before each sweep of another."""

    def __init__(self, engine: Any, note: Callable[[], object]) -> None:
        self._engine = engine
        self._note = note

    def run_backward(self, *args: Any, **kwargs: Any) -> Any:
        """Go backward."""
        self._note()
        return self._engine.run_backward(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        """Return whatever else the engine offers."""
        return getattr(self._engine, name)


@contextlib.contextmanager
def sweeps_recorded(record: Recorder, forbidden: Collection[str]) -> Iterator[None]:
    """Record every sweep, if a rule of the course forbids it. The fork server serves in this context.

    Args:
        record: what records.
        forbidden: parts of the names of operations, of all rules of the course.
    """
    if not any(part.casefold() in SWEEP for part in forbidden):
        yield
        return
    note = record.entry(SWEEP)
    make_dual: Callable[..., Any] = forward_ad.make_dual

    @functools.wraps(make_dual)
    def recorded(*args: Any, **kwargs: Any) -> Any:
        note()
        return make_dual(*args, **kwargs)

    del recorded.__wrapped__  # it does not give away the function itself
    forward_ad.make_dual = recorded
    try:
        with _engine(RecordingEngine(_own_engine, note)):
            yield
    finally:
        forward_ad.make_dual = make_dual


def unrecorded_sweep() -> contextlib.AbstractContextManager[None]:
    """Return a context for a sweep of the worker's own, such as that for the gradients which a check asks for."""
    return _engine(_own_engine)


_own_engine: Any = Variable._execution_engine  # noqa: SLF001 - its only name


@contextlib.contextmanager
def _engine(engine: Any) -> Iterator[None]:
    before = Variable._execution_engine  # noqa: SLF001 - its only name
    Variable._execution_engine = engine  # noqa: SLF001 - the same
    try:
        yield
    finally:
        Variable._execution_engine = before  # noqa: SLF001 - the same
