"""What the sandbox shows of this machine: the interpreter and the libraries that students have, nothing else.

What is shown is listed by name. A site-packages folder is never shown as a whole, because it may contain other packages
(this one, the answers, a secret).
"""

import functools
import importlib.metadata
import os
import re
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

from autograder.course import load_course
from autograder.sandbox.guest import fast_start, stand_ins

GUEST = Path(__file__).parents[1] / "guest"  # packaged code: all of the project that a worker can read
SYSTEM = ("/usr/lib", "/usr/lib64", "/usr/share/zoneinfo", "/usr/bin", "/lib", "/lib64", "/etc/ld.so.cache")


def interpreter_paths() -> list[Path]:
    """The interpreter, and what makes `sys.executable` find its libraries in a virtual environment."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    base = Path(sys.base_prefix)
    shared = sorted((base / "lib").glob("libpython*"))
    paths = [Path(os.path.realpath(sys.executable)), *shared, base / "bin" / version]
    return paths if sys.prefix == sys.base_prefix else [*paths, Path(sys.executable), Path(sys.prefix) / "pyvenv.cfg"]


def standard_library() -> Path:
    """The folder of the standard library."""
    return Path(sysconfig.get_path("stdlib"))


def installed_inside() -> list[Path]:
    """The site-packages folders inside the standard library."""
    return [path for name in ("site-packages", "dist-packages") if (path := standard_library() / name).is_dir()]


def standard_paths() -> list[Path]:
    """The entries of the standard library, without its site-packages folders."""
    return sorted(set(standard_library().iterdir()) - set(installed_inside()))


def library_paths() -> tuple[Path, ...]:
    """The files and folders of the libraries of the course and their dependencies, one entry per top-level name.

    What is stood in for is not shown, so that a verdict does not depend on whether it is installed.
    """
    own = tuple(name for name in load_course().libraries if name != stand_ins.PACKAGE)
    return _library_paths(("torch", "numpy", *own))


@functools.cache  # reading the list of torch's files takes longer than starting the sandbox
def _library_paths(libraries: tuple[str, ...]) -> tuple[Path, ...]:
    """The same of some libraries, as far as they are installed."""
    pending, seen, paths = list(map(_distribution_of, libraries)), set[str](), set[Path]()
    while pending:
        name = re.sub(r"[-_.]+", "-", pending.pop()).lower()
        if name in seen:
            continue
        seen.add(name)
        try:
            distribution = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            continue
        paths |= _top_level(distribution)
        pending += [
            re.split(r"[\s;<>=!~(\[]", need)[0] for need in distribution.requires or () if "extra ==" not in need
        ]
    return tuple(sorted(paths))


def _distribution_of(module: str) -> str:
    """The distribution that a module is part of; mostly it has the same name."""
    try:
        importlib.metadata.distribution(module)
    except importlib.metadata.PackageNotFoundError:
        return next(iter(importlib.metadata.packages_distributions().get(module, [])), module)
    return module


def _top_level(distribution: importlib.metadata.Distribution) -> set[Path]:
    record = distribution.read_text("RECORD") or ""
    names = {line.split("/", 1)[0].split(",", 1)[0].strip('"') for line in record.splitlines()}
    folder = Path(str(distribution.locate_file("")))
    return {folder / name for name in names - {"", "..", "__pycache__"} if (folder / name).exists()}


def library_folders() -> list[str]:
    """Where the libraries are imported from, which is no site-packages folder if a `.pth` file points elsewhere."""
    return sorted({str(path.parent) for path in library_paths()})


def system_paths() -> list[Path]:
    """The system's libraries."""
    return [Path(path) for path in SYSTEM if Path(path).exists()]


def readable_paths(*, mounted: bool = False) -> list[Path]:
    """Everything that a worker may read, as real paths of this machine.

    If mounts hide the site-packages folders inside the standard library (`mounted`), that is one path, not two hundred.
    """
    standard = [standard_library()] if mounted else standard_paths()
    return [*system_paths(), *outside_system([*interpreter_paths(), *standard, *library_paths()])]


def outside_system(paths: Sequence[Path]) -> list[Path]:
    """Drop the paths that the system folders already contain, as those of a system's own Python."""
    shown = system_paths()
    return [path for path in paths if not any(path.is_relative_to(folder) for folder in shown)]


def child_environment(scratch: str | None) -> dict[str, str]:
    """The whole environment of a fork server: nothing of the grader's own but the switch of the fast start."""
    home = scratch or "/nonexistent"
    return {
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "USER": "student",
        "HOME": home,
        "TMPDIR": home,
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONNOUSERSITE": "1",
        "TORCHINDUCTOR_CACHE_DIR": scratch or "/",  # must exist when the compiler is imported
        "TORCHDYNAMO_SUPPRESS_ERRORS": "1",  # there is no C++ compiler: what cannot be compiled runs uncompiled
        "OMP_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "OMP_THREAD_LIMIT": "1",
        "MPLBACKEND": "agg",
    } | ({} if fast_start.enabled() else {fast_start.SWITCH: "0"})
