"""Collects the tests before their turn, so that nobody waits for that after a save, and sees whether they still hold.

Until its turn, a run reads the tests and the settings of pytest, and nothing of the student's code. If any of that has
changed when the turn comes, or where in doubt, the tests are collected again.
"""

import linecache
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from .loading import Folder

SETTINGS = (
    *("conftest.py", "pytest.toml", ".pytest.toml", "pytest.ini", ".pytest.ini"),
    *("pyproject.toml", "tox.ini", "setup.cfg"),
)
Versions = frozenset[tuple[str, int, int]]


class Ahead:
    """A pytest plugin that waits for its turn between collecting the tests and running them.

    Args:
        home: the folder of all parts.
        folders: those whose tests run.
        wait: returns when the turn comes.
    """

    def __init__(self, home: Path, folders: Iterable[Path], wait: Callable[[], None]) -> None:
        self._home, self._folders, self._wait = home, tuple(folders), wait
        self._modules = frozenset(sys.modules)
        self._before = self._versions()
        self._waited = self._holds = False

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Wait, then let the tests run if they are those that would be collected now."""
        for item in session.items:
            item.location  # noqa: B018 - is computed once, here
        own_code = self._student_files().isdisjoint(self._imported().values())
        self._wait()
        self._waited = True
        self._holds = own_code and self._before == self._versions()
        if not self._holds:
            pytest.exit("the tests have changed")

    def holds(self) -> bool:
        """Whether the tests ran as they are now; if not, forget what was collected.

        Waits for the turn, if pytest ended before that.
        """
        if not self._waited:
            self._wait()
        if not self._holds:
            for name in self._imported():
                del sys.modules[name]
            linecache.clearcache()
        return self._holds

    def _versions(self) -> Versions:
        """Return name, time and size of every file that collecting reads, or would read if it were there."""
        names = {str(file) for folder in self._folders for file in _files(folder)} - self._student_files()
        names |= {str(place / name) for place in (self._home, *self._home.parents) for name in SETTINGS}
        return frozenset(_version(Path(name)) for name in names)

    def _student_files(self) -> set[str]:
        """Return the files that collecting does not read: whatever is in them, the tests are the same."""
        return {file for folder in self._folders for file in Folder(folder).paths if not file.endswith("_test.py")}

    def _imported(self) -> dict[str, str]:
        """Return the modules in the folder of all parts that were imported for the tests, each with its file."""
        kit, home = str(Path(__file__).parent), str(self._home)
        files = {name: getattr(sys.modules[name], "__file__", None) or "" for name in set(sys.modules) - self._modules}
        return {name: file for name, file in files.items() if file.startswith(home) and not file.startswith(kit)}


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder and of those in it, but for hidden and compiled ones."""
    for path in folder.iterdir():
        if not path.is_dir():
            yield path
        elif path.name != "__pycache__" and not path.name.startswith("."):
            yield from _files(path)


def _version(file: Path) -> tuple[str, int, int]:
    try:
        status = file.stat()
    except OSError:  # it is not there
        return str(file), 0, 0
    return str(file), status.st_mtime_ns, status.st_size
