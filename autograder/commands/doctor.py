"""`autograder doctor`: what holds on this machine, found by trying it."""

import argparse
import platform
import sys
import time

from autograder.course import load_course
from autograder.sandbox.choose import why_not
from autograder.sandbox.launch import Level
from autograder.sandbox.selftest import not_refused, summary, visible
from autograder.sandbox.zygote import SandboxError, Zygote


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be said."""
    parser.add_argument("--isolation", choices=[str(level) for level in Level], help="try this level only")


def run(options: argparse.Namespace) -> int:
    """0 when a level that is strong enough holds here, 1 when none does."""
    print(f"Python {platform.python_version()}, Linux {platform.release()}, {platform.machine()}")  # noqa: T201 - the report
    levels = [Level(options.isolation)] if options.isolation else list(Level)
    holding = [level for level in levels if _try(level)]
    strong = [level for level in holding if level is not Level.SECCOMP or options.isolation]
    if strong:
        print(f"grading uses: {strong[0]}")  # noqa: T201 - the report
        return 0
    print("no level is strong enough; install bubblewrap, or use a kernel with Landlock", file=sys.stderr)  # noqa: T201
    return 1


def _try(level: Level) -> bool:
    """Start the level and let a worker attack it; print what happened."""
    problem = why_not(level)
    if problem:
        print(f"{level}: not here, {problem}")  # noqa: T201 - the report
        return False
    limits = load_course().limits
    start = time.monotonic()
    try:
        with Zygote(level, limits) as zygote:
            zygote.start()
            seconds = time.monotonic() - start
            found, seen = not_refused(zygote, limits), visible(zygote, limits)
    except SandboxError as error:
        print(f"{level}: {error}")  # noqa: T201 - the report
        return False
    verdict = "holds" if not found else "does NOT hold"
    print(f"{level}: {verdict} ({summary(level)}); warm in {seconds:.1f} s")  # noqa: T201 - the report
    for item in found:
        print(f"  a worker {item}")  # noqa: T201 - the report
    for item in seen:
        print(f"  a worker sees {item}")  # noqa: T201 - the report
    return not found
