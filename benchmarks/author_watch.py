"""What an author waits for between saving a file and reading the verdict.

    python -m benchmarks.author_watch [ROUNDS]

Warm: `autograder author` on an exercise of a new course, whose solution is saved again and again. Cold: `autograder
verify` of the same exercise. Both in one run, taking turns.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO

from benchmarks.class_run import ENVIRONMENT, ROOT
from benchmarks.save_to_verdict import save_and_wait, wait_for_verdict

ROUNDS = 7
PART, EXERCISE = "01_order", "largest"


def main(rounds: int) -> None:
    """Measure both and print their ratio."""
    with tempfile.TemporaryDirectory() as place:
        course = Path(place) / "course"
        _run(Path(place), "new", "course", str(course), "--part", PART, "--exercise", EXERCISE)
        _run(course, "sync")
        with subprocess.Popen(
            _command("author", PART, EXERCISE), cwd=course, env=_environment(), stdout=subprocess.PIPE, text=True
        ) as watching:
            assert watching.stdout is not None
            try:
                wait_for_verdict(watching.stdout)
                pairs = [_round(course, watching.stdout) for _ in range(rounds)]
            finally:
                watching.terminate()  # not Ctrl-C, which a shell's background jobs ignore
    cold, warm = (statistics.median(column) for column in zip(*pairs, strict=True))
    worst = max(warm for _, warm in pairs)
    print(f"from save to verdict {warm:.2f} s (worst {worst:.2f} s); verify from cold {cold:.2f} s", end="; ")
    print(f"ratio {warm / cold:.2f}; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


def _round(course: Path, screen: IO[str]) -> tuple[float, float]:
    """Return the seconds of `verify`, and from a save to the verdict of the watch; the file is then as it was."""
    source = course / "solutions" / PART / "order.py"
    text = source.read_text(encoding="utf-8")
    cold, warm = _cold(course), save_and_wait(source, screen)
    source.write_text(text, encoding="utf-8")  # else generated files would be out of date in the next round
    wait_for_verdict(screen)
    return cold, warm


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "autograder", *arguments]


def _environment() -> dict[str, str]:
    return {**ENVIRONMENT, "PYTHONPATH": str(ROOT)}


def _run(folder: Path, *arguments: str) -> None:
    done = subprocess.run(
        _command(*arguments), cwd=folder, env=_environment(), check=False, capture_output=True, text=True
    )
    if done.returncode:
        raise ChildProcessError(
            f"autograder {' '.join(arguments)}: status {done.returncode}\n{done.stdout}{done.stderr}"
        )


def _cold(course: Path) -> float:
    start = time.perf_counter()
    _run(course, "verify", PART, EXERCISE)
    return time.perf_counter() - start


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else ROUNDS)
