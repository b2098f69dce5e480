"""The levels of isolation, and which of them work on this machine. Imports no torch."""

import enum
import shutil
import subprocess
import sys

from autograder.errors import AutograderError
from autograder.sandbox.guest import landlock

# What the strongest level needs: namespaces of the user's own, with a /proc of their own.
BWRAP_TRIAL = (
    *("--unshare-user", "--unshare-pid", "--unshare-net", "--ro-bind", "/", "/", "--proc", "/proc"),
    *("--", "/bin/true"),
)


class SandboxError(AutograderError):
    """The sandbox itself failed; never the student's fault."""


class Level(enum.StrEnum):
    """How a worker is isolated, strongest first."""

    BWRAP = "bwrap"  # own namespaces, read-only system, private scratch folder, Landlock, seccomp
    LANDLOCK = "landlock"  # no namespaces: Landlock hides the files, seccomp everything else; private scratch folder
    SECCOMP = "seccomp"  # no Landlock: what the grading user may read can be read, nothing written; only if asked for


def select_level(wanted: Level | None) -> Level:
    """Return the level to use: `wanted`, or the stronger of the two safe ones that works here.

    Raises:
        SandboxError: no such level works. The weakest level is used only if it is named.
    """
    reasons: list[str] = []
    for level in [wanted] if wanted else [Level.BWRAP, Level.LANDLOCK]:
        problem = why_unavailable(level)
        if problem is None:
            return level
        reasons.append(f"{level}: {problem}")
    advice = "" if wanted else "; only a weak level is left, which has to be asked for: --isolation seccomp"
    raise SandboxError("no isolation here (" + "; ".join(reasons) + ")" + advice)


def why_unavailable(level: Level) -> str | None:
    """Return why a level does not work on this machine, or None if it does."""
    if sys.platform != "linux":
        return "the sandbox needs Linux"
    if level is Level.BWRAP:
        return _bwrap_problem()
    if level is Level.LANDLOCK and landlock.version() == 0:
        return "the kernel has no Landlock"
    return None


def _bwrap_problem() -> str | None:
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        return "bubblewrap is not installed"
    trial = subprocess.run([bwrap, *BWRAP_TRIAL], capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    return None if trial.returncode == 0 else (trial.stderr.strip().splitlines() or ["bubblewrap does not start"])[-1]


def describe_level(level: Level) -> str:
    """Return what a level consists of, in one line."""
    return {
        Level.BWRAP: "namespaces, read-only system, private scratch folder, Landlock, seccomp",
        Level.LANDLOCK: "Landlock and seccomp, no namespaces; private scratch folder",
        Level.SECCOMP: "seccomp only; what the user who grades may read can be read, nothing can be written",
    }[level]
