"""Maps a function over many items in a pool of forked processes, which Ctrl-C ends at once and without a word."""

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, TypeVar

from autograder.execution.fork_map import follow_parent
from autograder.execution.interrupts import defer_interrupts, handle_interrupts

Item = TypeVar("Item")
Value = TypeVar("Value")


def pool_map(
    function: Callable[[Item], Value],
    items: Sequence[Item],
    jobs: int,
    prepare: Callable[..., None],
    *given: Any,
    share: int = 4,
) -> Iterator[Value]:
    """Yield the value of each item, in order.

    Args:
        function: applied to every item, in one of the processes.
        items: the items.
        jobs: the number of processes.
        prepare: called once in each process.
        given: its arguments.
        share: how many items a process takes at a time.

    Raises:
        KeyboardInterrupt: the first SIGINT or SIGTERM arrived.
    """
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("fork"), _begin, (prepare, *given))
    try:
        with handle_interrupts():
            with defer_interrupts():  # this forks the processes: an exception in the middle would leave locks acquired
                values = pool.map(function, items, chunksize=share)
            yield from values
    except BaseException:
        for child in set(multiprocessing.active_children()) - others:
            child.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(prepare: Callable[..., None], *given: Any) -> None:
    follow_parent()
    prepare(*given)
