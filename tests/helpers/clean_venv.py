"""The virtual environment of a student: the named packages, what they need, and nothing else."""

import os
import re
import subprocess
import venv
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement


class CleanVenv:
    """Packages are linked, not copied: torch is large."""

    def __init__(self, folder: Path, *packages: str) -> None:
        venv.create(folder, with_pip=False, symlinks=True)
        self.program = folder / "bin" / "python"
        site = next(folder.glob("lib/python3*/site-packages"))
        for found in needed(packages).values():
            for name in {str(file).split("/")[0] for file in found.files or ()} - {"..", "__pycache__", "bin"}:
                (site / name).symlink_to(found.locate_file(name))

    def run(self, folder: Path, *arguments: str, offline: bool = False) -> subprocess.CompletedProcess[str]:
        """Run Python in `folder`, as somebody who has set no variables; offline, there is no network device at all."""
        sandbox = ["bwrap", "--dev-bind", "/", "/", "--unshare-net"] if offline else []
        return subprocess.run(
            [*sandbox, self.program, *arguments],
            cwd=folder,
            env={"PATH": os.environ["PATH"], "HOME": str(folder), "COLUMNS": "80"},
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=300,
        )


def needed(packages: tuple[str, ...]) -> dict[str, Distribution]:
    """The packages and all that they need on this machine."""
    found: dict[str, Distribution] = {}
    asked = list(packages)
    while asked:
        name = re.sub(r"[-_.]+", "-", asked.pop()).lower()
        if name in found:
            continue
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            continue  # an optional part of something
        wanted = [Requirement(text) for text in found[name].requires or ()]
        asked += [item.name for item in wanted if item.marker is None or item.marker.evaluate({"extra": ""})]
    return found
