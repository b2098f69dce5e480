"""Whether the wall holds here and now: a worker attacks us, and whatever is not refused is named."""

import os
import platform
import site
import tempfile
from pathlib import Path
from typing import Any

from autograder.course import Limits
from autograder.course.find import course_folder
from autograder.sandbox import environment
from autograder.sandbox.examinee import Lost
from autograder.sandbox.launch import Level
from autograder.sandbox.material import Material
from autograder.sandbox.session import Session
from autograder.sandbox.zygote import Zygote

PROBE = Path(__file__).with_name("probe.py")
PACKAGE = Path(__file__).parents[1]


def hidden_paths() -> list[str]:
    """What a submission must not see: the real checks and solutions, the project, this user's home."""
    folder = course_folder()
    paths = [
        folder / "course.toml",
        folder / "solutions",
        folder,
        PACKAGE.parent,
        Path.home(),
    ]
    return [str(path) for path in paths if path.exists()]


def not_refused(zygote: Zygote, limits: Limits) -> list[str]:
    """What a worker of this zygote was able to do and should not be."""
    folders = [str(course_folder()), tempfile.gettempdir(), "/dev/shm", "/var/tmp", "/", *site.getsitepackages()]  # noqa: S108 - that is the question
    shown = [str(path) for path in environment.readable_paths()]
    arguments = [hidden_paths(), shown, folders, os.getpid(), 3 * (limits.memory_mb << 20)]
    return _probed(zygote, limits, "attempt", arguments)


def visible(zygote: Zygote, limits: Limits) -> list[str]:
    """What a worker of this zygote learns of the machine although it can open no file of it."""
    return _probed(zygote, limits, "visible", [str(PACKAGE / "checking" / "registry.py"), platform.node(), os.getpid()])


def _probed(zygote: Zygote, limits: Limits, target: str, arguments: list[Any]) -> list[str]:
    with Session(zygote, Material({"probe.py": PROBE.read_bytes()}, "probe.py"), limits) as session:
        (report,) = session.ask([{"target": target, "calls": [{"args": arguments, "named": {}}]}])
    if isinstance(report, Lost) or not report.get("calls"):
        return [f"the probe gave no answer ({report})"]
    value = report["calls"][0]["value"]
    return [str(item) for item in value] if isinstance(value, list) else ["the probe gave no list"]


def summary(level: Level) -> str:
    """What the level is made of, in one line."""
    return {
        Level.BWRAP: "namespaces, read-only system, private scratch folder, Landlock, seccomp",
        Level.LANDLOCK: "Landlock and seccomp, no namespaces; private scratch folder",
        Level.SECCOMP: "seccomp only; what the user who grades may read can be read, nothing can be written",
    }[level]
