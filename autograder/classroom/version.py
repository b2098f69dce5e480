"""Hashes of what a verdict and a page rest on. Imports no torch: a run that has nothing to grade ends at once."""

import hashlib
import json
import platform
import tomllib
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path

from autograder import __version__
from autograder.results.model import Grader

PACKAGE = Path(__file__).parents[1]
DECIDING = ("checks", "oracle", "course", "grading", "diagnosis", "sandbox/box")  # what a verdict rests on
REHEARSAL = ("classroom/rehearse.py", "classroom/troupe.py", "classroom/parcel.py")
BELOW = ("sandbox", "results/model.py", *REHEARSAL, "../solutions")  # and what all of that stands on
LOOKS = ("reports", "results", "policies", "course/course.toml", "classroom/write.py")
LIBRARIES = ("numpy", "hypothesis", "pytest")


def grader_version() -> Grader:
    """Version, hash of everything that decides a verdict, torch's version without its build."""
    return Grader(__version__, _digest(DECIDING, read=_deciding), version("torch").split("+")[0])


def ground_version() -> str:
    """Hash of all else that could change a verdict: what lies below the checks, Python, the other libraries."""
    libraries = [f"{name} {version(name)}" for name in LIBRARIES]
    return _digest(BELOW, "\n".join([platform.python_version(), version("torch"), *libraries]))


def look_version() -> str:
    """Hash of what makes pages from results."""
    return _digest(LOOKS)


def _deciding(path: Path) -> bytes:
    """A file without the rules that are applied after grading: no verdict rests on them."""
    data = path.read_bytes()
    if path.name != "course.toml":
        return data
    table = tomllib.loads(data.decode())
    table.pop("policies", None)
    return json.dumps(table, sort_keys=True).encode()


def _digest(rooms: Iterable[str], beginning: str = "", read: Callable[[Path], bytes] = Path.read_bytes) -> str:
    digest = hashlib.sha256(beginning.encode())
    for room in rooms:
        place = PACKAGE / room
        for path in [place] if place.is_file() else sorted(place.rglob("*")):
            if path.suffix in (".py", ".toml", ".jinja", ".css", ".js"):
                name = room if path == place else f"{room}/{path.relative_to(place).as_posix()}"
                text = read(path).replace(b"\r\n", b"\n")
                digest.update(f"{name}\0{len(text)}\0".encode() + text)
    return digest.hexdigest()
