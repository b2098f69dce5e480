"""A copy of what a student gets, and pytest run in it as a student runs it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.helpers.paths import ROOT


class Handout:
    """A copy of what a student gets."""

    def __init__(self, root: Path) -> None:
        self.root = root
        shutil.copy(ROOT / "pyproject.toml", root)
        shutil.copytree(ROOT / "assignments", root / "assignments", ignore=shutil.ignore_patterns("__pycache__"))

    def solve(self) -> None:
        for file in (ROOT / "solutions").glob("[0-9]*/*.py"):
            shutil.copy(file, self.root / "assignments" / file.parent.name)

    def append(self, texts: dict[str, str]) -> None:
        for name, text in texts.items():
            with (self.root / "assignments" / name).open("a", encoding="utf-8") as file:
                file.write(text)

    def pytest(self, *arguments: str, inside: str = ".", **environment: str) -> tuple[int, str]:
        """Exit status and what the screen shows."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
            cwd=self.root / inside,
            env={**kept, "COLUMNS": "80", "OMP_NUM_THREADS": "1", **environment},
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=120,
        )
        return done.returncode, done.stdout + done.stderr


def block(screen: str, test: str) -> list[str]:
    """The lines that the screen shows about one failed test."""
    found = re.search(rf"^_+ {test} _+\n(.*?)(?=^_{{3}}|^={{3}}|^-{{3}})", screen, re.MULTILINE | re.DOTALL)
    assert found, f"nothing about {test}"
    return found[1].splitlines()


def summary(screen: str) -> list[str]:
    """What stands below pytest's last line, without blank lines."""
    below = re.split(r"^=+ [^=]* in [\d.]+s =+$", screen, flags=re.MULTILINE)[-1]
    return [line for line in below.splitlines() if line]
