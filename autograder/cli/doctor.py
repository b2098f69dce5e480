"""`autograder doctor`: which isolation levels work on this machine, found by trying them."""

import platform
import time

import click

from autograder.cli.common import DONE, FOUND, command, open_course
from autograder.cli.options import isolation_option
from autograder.course import Limits
from autograder.sandbox.host.isolation import Level


@command(
    statuses={DONE: "a level that is strong enough works", FOUND: "none does"},
    examples=["autograder doctor", "autograder doctor --isolation landlock"],
)
@isolation_option
def doctor(isolation: Level | None) -> int:
    """Check which isolation levels work on this machine.

    At each level a worker tries to read the solutions, reach the network and disturb other processes. Without
    --isolation the level `seccomp` does not count as strong enough, because it hides no files.
    """
    limits = open_course().limits
    click.echo(f"Python {platform.python_version()}, Linux {platform.release()}, {platform.machine()}")
    levels = [isolation] if isolation else list(Level)
    working = [level for level in levels if _works(level, limits)]
    strong = [level for level in working if level is not Level.SECCOMP or isolation]
    if strong:
        click.echo(f"grading uses: {strong[0]}")
        return DONE
    click.echo("no level is strong enough; install bubblewrap, or use a kernel with Landlock", err=True)
    return FOUND


def _works(level: Level, limits: Limits) -> bool:
    """Start a level and let a worker attack it; print what happened."""
    from autograder.sandbox.host.fork_server import ForkServer  # noqa: PLC0415 - not needed to show the help
    from autograder.sandbox.host.isolation import SandboxError, describe_level, why_unavailable  # noqa: PLC0415
    from autograder.sandbox.host.self_test import find_escapes, find_visible  # noqa: PLC0415 - the same

    if problem := why_unavailable(level):
        click.echo(f"{level}: unavailable ({problem})")
        return False
    start = time.monotonic()
    try:
        with ForkServer(level, limits) as fork_server:
            fork_server.start()
            seconds = time.monotonic() - start
            escapes, visible = find_escapes(fork_server, limits), find_visible(fork_server, limits)
    except SandboxError as error:
        click.echo(f"{level}: {error}")
        return False
    verdict = "works" if not escapes else "does NOT work"
    click.echo(f"{level}: {verdict} ({describe_level(level)}); ready in {seconds:.1f} s")
    for item in escapes:
        click.echo(f"  a worker {item}")
    for item in visible:
        click.echo(f"  a worker sees {item}")
    return not escapes
