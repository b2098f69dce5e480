"""What a class run takes: cold start, a hang, memory of a large class.

    python -m benchmarks.class_run cold      # one submission from command to feedback, against `import torch`, where
                                             # the checks were recorded by an earlier run, and where they were not
    python -m benchmarks.class_run hang      # how long after its limit a hang has ended, for several kinds of hang
    python -m benchmarks.class_run memory    # peak of the parent for 1,000 submissions against 50
    python -m benchmarks.class_run public    # the public tests of a solved part against importing what they need

Ratios of one run on one machine; the peer or limit is measured in the same run.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from autograder.course import load_course
from autograder.results.files import CACHE_HOME
from autograder.sandbox.host.client import SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import select_level

ROOT = Path(__file__).parents[1]
ENVIRONMENT = os.environ | {"OMP_NUM_THREADS": "1"}
COMPILED = {name: value for name, value in ENVIRONMENT.items() if name != "PYTHONDONTWRITEBYTECODE"}
HANGS = {
    "Python loop": "def f():\n    while True: pass",
    "signals ignored": (
        "import signal\ndef f():\n    for n in (1, 2, 3, 15):\n        signal.signal(n, signal.SIG_IGN)\n"
        "    while True: pass"
    ),
    "inside C": "def f(): return sum(iter(int, 1))",
    "inside torch": "import torch\ndef f():\n    a = torch.ones(2000, 2000)\n    while True: a = a @ a",
    "asleep": "import time\ndef f(): time.sleep(3600)",
    "1 GB touched": "def f():\n    a = bytearray(900 << 20)\n    while True: pass",
}


def seconds_of(command: list[object], environment: Mapping[str, str] = ENVIRONMENT) -> float:
    """Wall time of a command."""
    start = time.perf_counter()
    subprocess.run([*map(str, command)], cwd=ROOT, env=environment, check=False, capture_output=True)
    return time.perf_counter() - start


def cold() -> None:
    """Measure one submission on a cold start."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder)
        shutil.copytree(ROOT / "examples/class/ada/02_causal", target / "class/ada/02_causal")
        grade = [sys.executable, "-m", "autograder", "grade", target / "class", "--jobs", 1, "--out"]
        torch = [sys.executable, "-c", "import torch"]
        kept, none = ({**COMPILED, CACHE_HOME: str(target / name)} for name in ("kept", "none"))
        seconds_of([*grade, target / "first"], kept)
        rounds = []
        for place in range(5):
            shutil.rmtree(target / "none", ignore_errors=True)
            times = seconds_of([*grade, target / f"a{place}"], kept), seconds_of([*grade, target / f"b{place}"], none)
            rounds.append((seconds_of(torch), *times))
    imports, *grades = (statistics.median(column) for column in zip(*rounds, strict=True))
    for name, seconds in zip(("recorded before", "not recorded before"), grades, strict=True):
        print(f"import torch {imports:.2f} s, checks {name} {seconds:.2f} s: {seconds - imports:+.2f} s")


def hang() -> None:
    """How far beyond its limit each kind of hang is ended and told."""
    limits = load_course().limits
    with ForkServer(select_level(None), limits) as fork_server:
        fork_server.start()
        for name, source in HANGS.items():
            worst = max(_overtime(fork_server, source) for _ in range(3))
            print(f"{name}: {worst * 1000:+.0f} ms over the limit of {limits.seconds_per_request:g} s")


def _overtime(fork_server: ForkServer, source: str) -> float:
    limits = fork_server.limits
    with SandboxClient(fork_server, SubmissionFiles({"a.py": source.encode()}, "a.py"), limits) as session:
        assert session.load_error is None
        start = time.perf_counter()
        session.ask([{"target": "f", "calls": [{"args": [], "named": {}}]}])
        return time.perf_counter() - start - limits.seconds_per_request


def memory() -> None:
    """Peak resident memory of the parent for a small and for a large class."""
    peaks = {}
    for count in (50, 1000):
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder)
            for number in range(count):
                shutil.copytree(ROOT / "examples/class/nia/00_warmup", target / f"class/s{number:04d}/00_warmup")
            code = (
                "import resource, sys; from autograder.__main__ import main; main(sys.argv[1:]); "
                "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
            )
            command = [sys.executable, "-c", code, "grade", target / "class", "--out", target / "out"]
            told = subprocess.check_output([*map(str, command)], cwd=ROOT, env=ENVIRONMENT, text=True)
            peaks[count] = int(told.split()[-1]) / 1024
    print(", ".join(f"{count} submissions: {peak:.0f} MB" for count, peak in peaks.items()), end="; ")
    print(f"ratio {peaks[1000] / peaks[50]:.2f}")


def public() -> None:
    """`pytest assignments/02_causal` on a solved file."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder)
        shutil.copytree(ROOT / "assignments", target / "assignments")
        shutil.copy(ROOT / "pyproject.toml", target)
        for path in (ROOT / "solutions/02_causal").glob("*.py"):
            shutil.copy(path, target / "assignments/02_causal")
        tests = [sys.executable, "-m", "pytest", "-c", target / "pyproject.toml", target / "assignments/02_causal"]
        imports = [sys.executable, "-c", "import torch, pytest, hypothesis"]
        pairs = [(seconds_of(imports), seconds_of(tests)) for _ in range(7)]
    first, second = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"imports {first:.2f} s, pytest assignments/02_causal {second:.2f} s: ratio {second / first:.2f}")


if __name__ == "__main__":
    {"cold": cold, "hang": hang, "memory": memory, "public": public}[sys.argv[1] if len(sys.argv) > 1 else "cold"]()
