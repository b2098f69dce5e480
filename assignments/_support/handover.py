"""Lets a watch of the same folder run the tests in place of this process: it has imported torch already.

The watch leaves a note beside `conftest.py` that says where its socket is. Whatever is wrong with the note or with the
watch, this process runs the tests itself; it never waits long. Imports nothing slow.
"""

import contextlib
import hashlib
import json
import locale
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO

import pytest

NOTE = ".watch.json"
PATIENCE = 0.5  # seconds until the watch has answered; it may be stopped, or busy with an import
READY, BUSY, GO = "ready", "busy", b"\n"
# Variables of Python that may differ: they are set again for the run, or change only how it starts.
APPLIED = {"PYTHONPATH", "PYTHONIOENCODING", "PYTHONUNBUFFERED", "PYTHONSTARTUP"}
STREAM = ("encoding", "errors", "line_buffering", "write_through")
KIT = ("*.py", "_support/*.py", "_support/wrong_results/*.json")


def hand_over(config: pytest.Config, home: Path) -> int | None:
    """Return the exit status of the tests, which a watch has run with the same output; None if none has."""
    if not hasattr(socket, "send_fds") or not (home / NOTE).exists() or not _can_be_elsewhere(config, home):
        return None
    try:
        place = _place_in(home / NOTE, home)
        return _ask(place, _request(config)) if place else None
    except (OSError, ValueError, LookupError, TypeError):  # the note is old, is no note, or nobody answers
        return None


def surroundings(home: Path) -> str:
    """Return a digest of what must be the same in both processes: the kit's files, and how Python was started."""
    files = sorted(path for pattern in KIT for path in home.glob(pattern))
    times = [(str(path), *_version(path)) for path in files]
    variables = sorted(item for item in os.environ.items() if item[0].startswith(("PYTHON", "TORCH", "PYTORCH")))
    started = [item for item in variables if item[0] not in APPLIED]
    python = [sys.version, sys.prefix, *map(repr, (sys.flags, sys.warnoptions)), locale.getpreferredencoding(False)]
    return hashlib.sha256(json.dumps([python, started, times]).encode()).hexdigest()


def _version(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_mtime_ns, status.st_size


def _can_be_elsewhere(config: pytest.Config, home: Path) -> bool:
    """Whether another process can do the same: pytest is all that runs here, in a terminal or a pipe."""
    option, given = config.option, config.invocation_params
    own_plugins = given.plugins or [name for name in option.plugins or () if not name.startswith("no:")]
    interactive = option.usepdb or option.trace or option.help or option.version
    workers = hasattr(config, "workerinput") or getattr(option, "numprocesses", None)  # of pytest-xdist
    observed = sys.gettrace() or sys.getprofile() or "coverage" in sys.modules
    inside = all(Path(given.dir, name.split("::")[0]).resolve().is_relative_to(home) for name in config.args)
    plain = (sys.stdout, sys.stderr) == (sys.__stdout__, sys.__stderr__) and all(map(_is_open, range(3)))
    alone = threading.current_thread() is threading.main_thread()  # only that one is told of Ctrl-C
    return plain and inside and alone and not (own_plugins or interactive or workers or observed)


def _is_open(descriptor: int) -> bool:
    with contextlib.suppress(OSError):
        os.fstat(descriptor)
        return True
    return False


def _place_in(note: Path, home: Path) -> str | None:
    """Return the path of the socket; None if it is not this user's own, or the watch was started in another way."""
    if not is_own(note):
        return None
    data = json.loads(note.read_text(encoding="utf-8"))
    place = Path(data["socket"])
    same = data["surroundings"] == surroundings(home)
    return str(place) if same and is_own(place.parent) and is_own(place) else None


def is_own(path: Path) -> bool:
    """Whether a file or folder belongs to this user, and nobody else can change it."""
    status = path.lstat()
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


def _request(config: pytest.Config) -> Mapping[str, object]:
    """Return all that a run depends on besides files and the terminal."""
    return {
        "arguments": [str(argument) for argument in config.invocation_params.args],
        "program": sys.argv[0],
        "folder": str(Path.cwd()),
        "environment": dict(os.environ),
        "path": sys.path,
        "streams": [{name: getattr(stream, name) for name in STREAM} for stream in (sys.stdout, sys.stderr)],
    }


def _ask(place: str, request: Mapping[str, object]) -> int | None:
    """Send a request with this process's terminal; return the exit status, None if nothing was run."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(PATIENCE)
        connection.connect(place)
        with connection.makefile("rw", encoding="ascii") as wire:
            tell(wire, request)
            if json.loads(wire.readline()) != READY:
                return None
            # Not before: what waits in the socket of a watch that is stopped keeps a pipe open.
            socket.send_fds(connection, [GO], [0, 1, 2])
            connection.settimeout(None)
            return _wait(wire)


def tell(wire: IO[str], message: object) -> None:
    """Send a message, as one line."""
    wire.write(json.dumps(message) + "\n")
    wire.flush()


def _wait(wire: IO[str]) -> int | None:
    """Return the exit status of the run; Ctrl-C is passed on to it."""
    process: int = json.loads(wire.readline())
    with _passed_on(process):
        answer = wire.readline()
    if not answer:
        print("\nthe watch has ended, and this run with it; the tests run again:\n")  # noqa: T201 - for the student
        return None
    status: int = json.loads(answer)
    return 128 - status if status < 0 else status  # as a shell tells that a signal ended it


@contextlib.contextmanager
def _passed_on(process: int) -> Iterator[None]:
    def interrupt(*_: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGINT)

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
