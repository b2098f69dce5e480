"""What a student waits for between saving a file and reading the verdict, and for `pytest` beside a running watch.

    python -m benchmarks.watch            # forks where the system can
    python -m benchmarks.watch spares     # processes started ahead, as on macOS and Windows

Plain: `pytest assignments/02_causal`. Handed over: the same, while a watch runs that does the work. Saved:
`python -m assignments.watch 02_causal`, the file saved again and again. All in one run, on a solved part, taking turns.
"""

import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO

from benchmarks.class_run import ENVIRONMENT, ROOT
from benchmarks.save_to_verdict import save_and_wait, wait_for_verdict

LIMIT = 0.15  # seconds from save to verdict
ROUNDS = 9
PAUSE = 4.0  # seconds between two saves: a spare process gets ready meanwhile
SPARES = "from assignments._support import watching; watching.CAN_FORK = False; "
START = "import sys; from assignments.watch import main; main(sys.argv[1:])"


AS_STUDENTS = {name: value for name, value in ENVIRONMENT.items() if name != "PYTHONDONTWRITEBYTECODE"}
NOTE = ".watch.json"
JUDGED = " done"  # how the line with the verdict ends


def main(spares: bool) -> None:
    """Measure all three and print their ratios."""
    with tempfile.TemporaryDirectory() as folder:
        part = _solved(Path(folder))
        code = f"if __name__ == '__main__':\n    {SPARES if spares else ''}{START}"
        start = Path(folder) / "start.py"
        start.write_text(code, encoding="utf-8")
        with subprocess.Popen(
            [sys.executable, str(start), part.name],
            cwd=folder,
            env=AS_STUDENTS | {"PYTHONPATH": folder},
            stdout=subprocess.PIPE,
            text=True,
        ) as watching:
            assert watching.stdout is not None
            wait_for_verdict(watching.stdout, JUDGED)
            time.sleep(PAUSE)  # it imports what the first run had to
            rows = [_round(part, watching.stdout, spares=spares) for _ in range(ROUNDS)]
            watching.send_signal(signal.SIGINT)
            watching.wait()
    _tell(rows)


def _round(part: Path, screen: IO[str], *, spares: bool) -> tuple[float, float, float]:
    """Seconds of pytest alone, of pytest beside the watch, and from a save to the verdict."""
    note = part.parent / NOTE
    if spares:
        plain = handed_over = _pytest(part)
    else:
        aside = note.rename(note.with_suffix(".aside"))
        plain = _pytest(part)
        aside.rename(note)
        handed_over = _pytest(part)
    time.sleep(PAUSE)
    return plain, handed_over, save_and_wait(part / "causal.py", screen, JUDGED)


def _pytest(part: Path) -> float:
    top = part.parents[1]
    command = [sys.executable, "-m", "pytest", "-q", "--time-limit=600", part.relative_to(top)]
    start = time.perf_counter()
    subprocess.run([*map(str, command)], cwd=top, env=AS_STUDENTS, check=True, capture_output=True)
    return time.perf_counter() - start


def _tell(rows: list[tuple[float, float, float]]) -> None:
    plain, handed_over, saved = (statistics.median(column) for column in zip(*rows, strict=True))
    print(f"pytest alone {plain:.2f} s; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    if handed_over != plain:
        print(f"pytest beside a watch {handed_over:.2f} s: ratio {handed_over / plain:.3f}")
    best, worst = min(row[2] for row in rows), max(row[2] for row in rows)
    print(f"from save to verdict {saved:.2f} s ({best:.2f} to {worst:.2f} s, limit {LIMIT:g} s)", end=": ")
    print(f"ratio {saved / plain:.3f}")


def _solved(folder: Path) -> Path:
    """A handout whose second part is solved."""
    shutil.copytree(ROOT / "assignments", folder / "assignments", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "pyproject.toml").write_text("[tool.pytest.ini_options]\naddopts = ['--import-mode=importlib']\n")
    part = folder / "assignments/02_causal"
    for path in (ROOT / "solutions/02_causal").glob("*.py"):
        shutil.copy(path, part)
    return part


if __name__ == "__main__":
    main(spares="spares" in sys.argv[1:])
