"""Saves a file that a running command watches, and waits for its verdict."""

import time
from pathlib import Path
from typing import IO

WATCHING = "watching "  # the last line of a report begins so


def save_and_wait(path: Path, screen: IO[str], judged: str = "") -> float:
    """Save a file with one more empty line, and return the seconds until the verdict is there."""
    start = time.perf_counter()
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    wait_for_verdict(screen, judged)
    return time.perf_counter() - start


def wait_for_verdict(screen: IO[str], judged: str = "") -> None:
    """Read up to the last line of the next report with a verdict.

    Args:
        screen: what the command prints.
        judged: how a line ends that only a verdict has; another report may say that a run takes long.

    Raises:
        ChildProcessError: the command has ended.
    """
    seen = not judged
    for line in screen:
        seen = seen or line.endswith(f"{judged}\n")
        if seen and line.startswith(WATCHING):
            return
    raise ChildProcessError("the watch has ended")
