"""Finding the strongest level of isolation that this machine allows, by trying it."""

import shutil
import subprocess

from autograder.sandbox.box import landlock
from autograder.sandbox.launch import Level
from autograder.sandbox.zygote import SandboxError

TRIAL = (
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
)


def choose(wanted: Level | None) -> Level:
    """The level to use; the weak one only where it is named."""
    reasons: list[str] = []
    for level in [wanted] if wanted else [Level.BWRAP, Level.LANDLOCK]:
        problem = why_not(level)
        if problem is None:
            return level
        reasons.append(f"{level}: {problem}")
    advice = "" if wanted else "; only a weak level is left, which has to be asked for: --isolation seccomp"
    raise SandboxError("no isolation here (" + "; ".join(reasons) + ")" + advice)


def why_not(level: Level) -> str | None:
    """What keeps a level from working here; None if nothing does."""
    if level is Level.BWRAP:
        return _bwrap_problem()
    if level is Level.LANDLOCK and landlock.version() == 0:
        return "the kernel has no Landlock"
    return None


def _bwrap_problem() -> str | None:
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        return "bubblewrap is not installed"
    tried = subprocess.run([bwrap, *TRIAL], capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    return None if tried.returncode == 0 else (tried.stderr.strip().splitlines() or ["bubblewrap does not start"])[-1]
