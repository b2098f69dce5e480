"""The fenced code blocks of the documents, and how tests run the commands in them."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.helpers.paths import ROOT

FENCE = re.compile(r"^(?P<indent> *)```(?P<info>[^\n`]*)\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)
PROGRAMS = {"autograder": ["-m", "autograder"], "pytest": ["-m", "pytest", "-p", "no:cacheprovider"]}
LEFT = {".git", ".venv", "build", "graded", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache", "__pycache__"}


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, the file it belongs to, and its text."""

    language: str
    title: str
    text: str
    fails: bool  # its commands are expected to fail

    @property
    def commands(self) -> list[str]:
        """The command lines, without comments."""
        lines = (line.split("  #")[0].strip() for line in self.text.splitlines())
        return [line for line in lines if line and not line.startswith("#")]


def blocks(document: str) -> list[Block]:
    text = (ROOT / document).read_text(encoding="utf-8")
    return [_block(found) for found in FENCE.finditer(text)]


def _block(found: "re.Match[str]") -> Block:
    language, _, rest = found["info"].strip().partition(" ")
    title = re.fullmatch(r'title="(.*)"', rest.strip())
    return Block(language, title[1] if title else "", found["text"], rest.strip() == "fails")


def copied_tree(place: Path) -> Path:
    """Copy this repository to `place`, without files left by tools."""
    shutil.copytree(ROOT, place, ignore=lambda folder, names: LEFT & set(names))
    return place


def shell(command: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command line in `folder`, with this Python and the package in that folder."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    program, _, rest = command.partition(" ")
    line = f"{shlex.join([sys.executable, *PROGRAMS[program]])} {rest}" if program in PROGRAMS else command
    path = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    return subprocess.run(
        ["bash", "-c", line],
        cwd=folder,
        env={**environment, "PATH": path, "OMP_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1", **more},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
