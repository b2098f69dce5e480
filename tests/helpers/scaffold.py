"""Courses that `autograder new` makes, and the commands that an author runs in them."""

import os
import subprocess
import sys
from pathlib import Path

from autograder.course.find import VARIABLE
from tests.helpers.grading import complaints
from tests.helpers.paths import ROOT


def run_in(folder: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a command of the autograder in a folder; its stderr without the line that names the course."""
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
    own = {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "autograder", *map(str, arguments)]
    done = subprocess.run(command, cwd=folder, env=environment | own, capture_output=True, text=True, check=False)
    done.stderr = complaints(done.stderr)
    return done


def pytest_in(folder: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run pytest in a folder."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *map(str, arguments)]
    own = {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=folder, env=environment | own, capture_output=True, text=True, check=False)


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the content of every file below a folder, without what Python leaves."""
    paths = [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def edit(path: Path, old: str, new: str) -> None:
    """Replace a text in a file, which must contain it."""
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
