"""What the sandbox shows of this machine: the interpreter and the libraries that students have, nothing else.

The list is made by name. A folder of site-packages is never shown whole: whatever else is installed there (this
package, an answer, a secret) stays outside.
"""

import functools
import importlib.metadata
import os
import re
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

BOX = Path(__file__).with_name("box")
LIBRARIES = ("torch", "numpy", "matplotlib")  # and what they need; matplotlib only where it is installed
SYSTEM = ("/usr/lib", "/usr/lib64", "/usr/share/zoneinfo", "/usr/bin", "/lib", "/lib64", "/etc/ld.so.cache")


def interpreter_paths() -> list[Path]:
    """The interpreter, and what makes `sys.executable` find its libraries where it stands in a virtual environment."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    base = Path(sys.base_prefix)
    shared = sorted((base / "lib").glob("libpython*"))
    found = [Path(os.path.realpath(sys.executable)), *shared, base / "bin" / version]
    return found if sys.prefix == sys.base_prefix else [*found, Path(sys.executable), Path(sys.prefix) / "pyvenv.cfg"]


def standard_library() -> Path:
    """The folder of the standard library."""
    return Path(sysconfig.get_path("stdlib"))


def installed_inside() -> list[Path]:
    """The folders in the standard library that hold what is installed beside it."""
    return [path for name in ("site-packages", "dist-packages") if (path := standard_library() / name).is_dir()]


def standard_paths() -> list[Path]:
    """The standard library by its entries, without what is installed inside."""
    return sorted(set(standard_library().iterdir()) - set(installed_inside()))


@functools.cache  # reading what torch has installed takes longer than starting the sandbox
def library_paths() -> tuple[Path, ...]:
    """The files and folders that torch, numpy and what they need have installed, one entry per top-level name."""
    todo, seen, paths = list(LIBRARIES), set[str](), set[Path]()
    while todo:
        name = re.sub(r"[-_.]+", "-", todo.pop()).lower()
        if name in seen:
            continue
        seen.add(name)
        try:
            distribution = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            continue
        paths |= _top_level(distribution)
        todo += [re.split(r"[\s;<>=!~(\[]", need)[0] for need in distribution.requires or () if "extra ==" not in need]
    return tuple(sorted(paths))


def _top_level(distribution: importlib.metadata.Distribution) -> set[Path]:
    record = distribution.read_text("RECORD") or ""
    names = {line.split("/", 1)[0].split(",", 1)[0].strip('"') for line in record.splitlines()}
    folder = Path(str(distribution.locate_file("")))
    return {folder / name for name in names - {"", "..", "__pycache__"} if (folder / name).exists()}


def system_paths() -> list[Path]:
    """The system's libraries."""
    return [Path(path) for path in SYSTEM if Path(path).exists()]


def readable_paths(*, mounted: bool = False) -> list[Path]:
    """Everything that a worker may read, as real paths of this machine.

    Where mounts hide what is installed inside the standard library (`mounted`), that is one path, not two hundred.
    """
    standard = [standard_library()] if mounted else standard_paths()
    return [*system_paths(), *outside_system([*interpreter_paths(), *standard, *library_paths()])]


def outside_system(paths: Sequence[Path]) -> list[Path]:
    """Without what is shown already, as a system's own Python is; what its links lead to outside stays outside."""
    shown = system_paths()
    return [path for path in paths if not any(path.is_relative_to(folder) for folder in shown)]


def child_environment(scratch: str | None) -> dict[str, str]:
    """The whole environment of a zygote: nothing of the grader's own."""
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
        "TORCHINDUCTOR_CACHE_DIR": scratch or "/",  # has to be there when the compiler is imported
        "TORCHDYNAMO_SUPPRESS_ERRORS": "1",  # no C++ compiler is here: what cannot be compiled runs as it is written
        "OMP_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "OMP_THREAD_LIMIT": "1",
        "MPLBACKEND": "agg",
    }
