"""Finding the strongest level of isolation that this machine allows, by starting it."""

import shutil
import subprocess

from autograder.course import Limits
from autograder.sandbox.box import jail
from autograder.sandbox.launch import Launched, Level, launch
from autograder.sandbox.zygote import SandboxError, Zygote


def launch_strongest(limits: Limits, count: int, wanted: Level | None) -> list[Launched]:
    """Launch `count` zygotes at the level `wanted`, or at the strongest that starts here.

    Raises:
        SandboxError: the level (or every level) is refused by this machine; the message says why.
    """
    reasons: list[str] = []
    for level in [wanted] if wanted else list(Level):
        problem = why_not(level)
        if problem is None:
            return [launch(level, limits) for _ in range(count)]
        reasons.append(f"{level}: {problem}")
    raise SandboxError("no isolation is possible here (" + "; ".join(reasons) + ")")


def why_not(level: Level) -> str | None:
    """What keeps a level from working here; None if nothing does. A quick look: a zygote that fails says so itself."""
    if level is Level.BWRAP:
        return _bwrap_problem()
    return _landlock_problem()


def _bwrap_problem() -> str | None:
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        return "bubblewrap is not installed"
    command = [
        bwrap,
        "--unshare-user",
        "--unshare-pid",
        "--unshare-net",
        "--ro-bind",
        "/",
        "/",
        "--proc",
        "/proc",
        "--",
        "/bin/true",
    ]
    tried = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    return None if tried.returncode == 0 else (tried.stderr.strip().splitlines() or ["bubblewrap does not start"])[-1]


def _landlock_problem() -> str | None:
    return None if jail.landlock_version() > 0 else "the kernel has no Landlock"


def first_that_starts(limits: Limits, wanted: Level | None) -> Zygote:
    """One warm zygote, for tools that need no class run."""
    (launched,) = launch_strongest(limits, 1, wanted)
    return Zygote(launched.level, limits, launched)
