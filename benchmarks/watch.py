"""What a student waits for between saving a file and reading the verdict.

    python -m benchmarks.watch            # forks where the system can
    python -m benchmarks.watch spares     # processes started ahead, as on macOS and Windows

Warm: `python -m assignments.watch 02_causal`, the file saved again and again. Cold: `pytest assignments/02_causal`.
Both in one run, on a solved part, taking turns.
"""

import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO

from benchmarks.class_run import ENVIRONMENT, ROOT, seconds_of

LIMIT = 0.5  # seconds from save to verdict
ROUNDS = 9
PAUSE = 4.0  # seconds between two saves: a spare process gets ready meanwhile
SPARES = "from assignments._support import watching; watching.CAN_FORK = False; "
START = "import sys; from assignments.watch import main; main(sys.argv[1:])"


def main(spares: bool) -> None:
    """Measure both and print their ratio."""
    with tempfile.TemporaryDirectory() as folder:
        part = _solved(Path(folder))
        cold = [sys.executable, "-m", "pytest", "-q", "-c", part.parents[1] / "pyproject.toml", part]
        code = f"if __name__ == '__main__':\n    {SPARES if spares else ''}{START}"
        start = Path(folder) / "start.py"
        start.write_text(code, encoding="utf-8")
        with subprocess.Popen(
            [sys.executable, str(start), part.name],
            cwd=folder,
            env=ENVIRONMENT | {"PYTHONPATH": folder},
            stdout=subprocess.PIPE,
            text=True,
        ) as watching:
            assert watching.stdout is not None
            _verdict(watching.stdout)
            pairs = [(seconds_of(cold), _save(part / "causal.py", watching.stdout)) for _ in range(ROUNDS)]
            watching.send_signal(signal.SIGINT)
            watching.wait()
    _tell(*(statistics.median(column) for column in zip(*pairs, strict=True)), max(warm for _, warm in pairs))


def _tell(cold: float, warm: float, worst: float) -> None:
    print(f"from save to verdict {warm:.2f} s (worst {worst:.2f} s, limit {LIMIT:g} s)", end="; ")
    print(f"pytest from cold {cold:.2f} s: ratio {warm / cold:.2f}")


def _solved(folder: Path) -> Path:
    """A handout whose second part is solved."""
    shutil.copytree(ROOT / "assignments", folder / "assignments", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "pyproject.toml").write_text("[tool.pytest.ini_options]\naddopts = ['--import-mode=importlib']\n")
    part = folder / "assignments/02_causal"
    for path in (ROOT / "solutions/02_causal").glob("*.py"):
        shutil.copy(path, part)
    return part


def _save(path: Path, screen: IO[str]) -> float:
    """Seconds until the verdict is there."""
    time.sleep(PAUSE)
    start = time.perf_counter()
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    _verdict(screen)
    return time.perf_counter() - start


def _verdict(screen: IO[str]) -> None:
    """Read up to the last line of the next screen."""
    for line in screen:
        if line.startswith("watching "):
            return
    raise ChildProcessError("the watch has ended")


if __name__ == "__main__":
    main(spares="spares" in sys.argv[1:])
