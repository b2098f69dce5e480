"""Tests the isolation on this machine: a worker attacks it, and everything that is not refused is reported."""

import os
import platform
import site
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from autograder.course import Limits
from autograder.course.find import course_folder
from autograder.sandbox.host import environment
from autograder.sandbox.host.client import SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level, SandboxError
from autograder.sandbox.host.target import NoResponse

PROBE = Path(__file__).with_name("escape_probe.py")
PACKAGE = Path(__file__).parents[2]


def hidden_paths() -> list[str]:
    """Return what a submission must not see: the checks and solutions, the project, this user's home."""
    folder = course_folder()
    paths = [folder / "course.toml", folder / "solutions", folder, PACKAGE.parent, Path.home()]
    return [str(path) for path in paths if path.exists()]


def find_escapes(fork_server: ForkServer, limits: Limits) -> list[str]:
    """Return what a worker of this fork server was able to do and should not be."""
    folders = [str(course_folder()), tempfile.gettempdir(), "/dev/shm", "/var/tmp", "/", *site.getsitepackages()]  # noqa: S108 - whether they can be written to is the question
    shown = [str(path) for path in environment.readable_paths()]
    arguments = [hidden_paths(), shown, folders, os.getpid(), 3 * (limits.memory_mb << 20)]
    return _probe(fork_server, limits, "try_escapes", arguments)


def verify_isolation(fork_server: ForkServer, limits: Limits) -> Sequence[str]:
    """Attack the sandbox with a worker of our own before the first submission runs in it.

    Returns:
        What the worker was able to do, at the level `seccomp`, which does not prevent everything.

    Raises:
        SandboxError: the attack succeeded at a level that should prevent it.
    """
    escapes = find_escapes(fork_server, limits)
    if escapes and fork_server.level is not Level.SECCOMP:
        raise SandboxError(f"the isolation {fork_server.level} does not work here: a worker {escapes[0]}")
    return escapes


def find_visible(fork_server: ForkServer, limits: Limits) -> list[str]:
    """Return what a worker of this fork server learns about the machine without opening a file of it."""
    return _probe(
        fork_server, limits, "look_around", [str(PACKAGE / "checking" / "registry.py"), platform.node(), os.getpid()]
    )


def _probe(fork_server: ForkServer, limits: Limits, target: str, arguments: list[Any]) -> list[str]:
    with SandboxClient(fork_server, SubmissionFiles({"probe.py": PROBE.read_bytes()}, "probe.py"), limits) as client:
        (response,) = client.ask([{"target": target, "calls": [{"args": arguments, "named": {}}]}])
    if isinstance(response, NoResponse) or not response.get("calls"):
        return [f"the probe gave no answer ({response})"]
    value = response["calls"][0]["value"]
    return [str(item) for item in value] if isinstance(value, list) else ["the probe gave no list"]
