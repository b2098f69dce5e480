"""Gradescope's layout on this machine: the zip unpacked, a submission, its metadata, a root of its own to run in."""

import io
import json
import os
import shutil
import stat
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

METADATA = {
    "id": 4711,
    "created_at": "2026-03-02T10:00:00.000000-08:00",
    "assignment": {
        "due_date": "2026-03-03T00:00:00.000000-08:00",
        "group_size": 1,
        "id": 25,
        "course_id": 17,
        "title": "Causal attention",
        "total_points": "27.0",
    },
    "submission_method": "upload",
    "users": [{"email": "ada@example.org", "id": 1234, "name": "Ada Lovelace"}],
    "previous_submissions": [],
}


@dataclass(frozen=True)
class Place:
    """One container's folder `/autograder`."""

    root: Path

    def put(self, files: Mapping[str, bytes], metadata: Mapping[str, Any] = METADATA) -> None:
        shutil.rmtree(self.root / "submission", ignore_errors=True)
        for name, data in files.items():
            path = self.root / "submission" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        (self.root / "submission").mkdir(exist_ok=True)
        (self.root / "results").mkdir(exist_ok=True)
        (self.root / "results" / "results.json").unlink(missing_ok=True)
        (self.root / "submission_metadata.json").write_text(json.dumps(metadata), encoding="utf-8")

    def results(self) -> Any:
        text = (self.root / "results" / "results.json").read_text(encoding="utf-8")
        return json.loads(text, parse_constant=lambda name: (_ for _ in ()).throw(ValueError(name)))


def unpacked(data: bytes, root: Path) -> Place:
    """As the platform unpacks the zip: modes kept, `run_autograder` copied to the top."""
    source = root / "source"
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        archive.extractall(source)
        for member in archive.infolist():
            (source / member.filename).chmod(stat.S_IMODE(member.external_attr >> 16))
    shutil.copy2(source / "run_autograder", root / "run_autograder")
    return Place(root)


def in_a_root_of_its_own(place: Place) -> list[str]:
    """A system in which there is the interpreter, its libraries and /autograder, and nothing of this repository."""
    command = ["bwrap", "--cap-add", "ALL", "--die-with-parent", "--unshare-pid", "--unshare-net"]
    for path in map(Path, ("/usr", "/etc", "/bin", "/sbin", "/lib", "/lib64")):
        command += ["--symlink", str(path.readlink()), str(path)] if path.is_symlink() else _bound(path)
    command += ["--tmpfs", "/tmp"]  # before what is shown: the interpreter may be there
    for path in dict.fromkeys((sys.base_prefix, sys.prefix)):
        command += [word for parent in reversed(Path(path).parents) for word in ("--dir", str(parent))][2:]
        command += _bound(Path(path))
    command += ["--proc", "/proc", "--dev", "/dev", "--bind", str(place.root), "/autograder"]
    command += ["--perms", "0700", "--dir", "/home/root", "--setenv", "HOME", "/home/root"]
    return [*command, "--chdir", "/autograder", "--setenv", "AUTOGRADER_PYTHON", sys.executable, "--"]


def _bound(path: Path) -> list[str]:
    return ["--ro-bind", str(path), str(path)] if path.exists() else []


@dataclass(frozen=True)
class Run:
    """How a run ended, and the most memory that it and all its processes took."""

    status: int
    printed: str
    megabytes: float
    written: list[Any]  # each content that results.json had meanwhile


def run(place: Place, *arguments: str, own_root: bool) -> Run:
    """`run_autograder`, as the platform starts it."""
    if own_root:
        command = [*in_a_root_of_its_own(place), "/autograder/run_autograder", *arguments]
        more = {}
    else:
        command = [str(place.root / "run_autograder"), *arguments]
        more = {"AUTOGRADER_ROOT": str(place.root), "AUTOGRADER_PYTHON": sys.executable}
    process = subprocess.Popen(
        command,
        cwd=place.root,
        env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **more},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    most, written = 0.0, []
    while process.poll() is None:
        most = max(most, megabytes(process.pid))
        path = place.root / "results" / "results.json"
        if path.exists() and (content := place.results()) not in written[-1:]:
            written.append(content)
        time.sleep(0.05)
    printed, _ = process.communicate()
    return Run(process.returncode, printed, most, written)


def megabytes(process: int) -> float:
    """The proportional memory of a process and all below it."""
    return sum(_own(number) for number in _family(process)) / 1024


def _own(process: int) -> int:
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def _family(process: int) -> Iterator[int]:
    yield process
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return
    for child in children:
        yield from _family(int(child))
