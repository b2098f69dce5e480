"""`autograder doctor`: which isolation levels work on this machine, found by trying them."""

import platform
import sysconfig
import time
from collections.abc import Sequence
from dataclasses import dataclass

import click

from autograder.cli.common import DONE, FOUND, command, open_course, working
from autograder.cli.options import isolation_option, json_option
from autograder.course import Limits
from autograder.reports.events import emit_event
from autograder.sandbox.host.isolation import Level

UNOPTIMISED = (
    "this Python was built without optimisation (--enable-optimizations); one that was is 7 to 10 % faster in grading"
)
NONE_WORKS = "no level is strong enough; install bubblewrap, or use a kernel with Landlock"


@dataclass(frozen=True)
class LevelReport:
    """What became of a level when it was tried.

    Attributes:
        level: the level.
        problem: why it does not start; empty if it does.
        seconds: how long the start took.
        escapes: what a worker can do and should not.
        visible: what a worker sees of the machine.
    """

    level: Level
    problem: str = ""
    seconds: float = 0.0
    escapes: tuple[str, ...] = ()
    visible: tuple[str, ...] = ()

    @property
    def works(self) -> bool:
        """Whether it keeps what it promises."""
        return not self.problem and not self.escapes


@command(
    statuses={DONE: "a level that is strong enough works", FOUND: "none does"},
    examples=["autograder doctor", "autograder doctor --isolation landlock"],
)
@isolation_option
@json_option
def doctor(isolation: Level | None, as_json: bool) -> int:
    """Check which isolation levels work on this machine.

    At each level a worker tries to read the solutions, reach the network and disturb other processes. Without
    --isolation the level `seccomp` does not count as strong enough, because it hides no files.
    """
    limits = open_course(json=as_json).limits
    reports: list[LevelReport] = []
    for level in [isolation] if isolation else Level:
        with working(f"trying {level}"):
            reports.append(_try_level(level, limits))
    strong = [item for item in reports if item.works and (isolation or item.level is not Level.SECCOMP)]
    used = strong[0] if strong else None
    (_report_json if as_json else _report)(used, reports, [UNOPTIMISED] if is_unoptimised() else [])
    return DONE if used else FOUND


def is_unoptimised() -> bool:
    """Whether this Python was configured without profile-guided optimisation; False if it does not say."""
    arguments = sysconfig.get_config_var("CONFIG_ARGS")
    flags = f"{sysconfig.get_config_var('PY_CFLAGS')} {sysconfig.get_config_var('PY_CORE_CFLAGS')}"
    profiled = "-fprofile-use" in flags or "-fprofile-instr-use" in flags
    return bool(arguments) and "--enable-optimizations" not in str(arguments) and not profiled


def _try_level(level: Level, limits: Limits) -> LevelReport:
    """Start a level and let a worker attack it."""
    from autograder.sandbox.host.fork_server import ForkServer  # noqa: PLC0415 - not needed to show the help
    from autograder.sandbox.host.isolation import SandboxError, why_unavailable  # noqa: PLC0415 - the same
    from autograder.sandbox.host.self_test import find_escapes, find_visible  # noqa: PLC0415 - the same

    if problem := why_unavailable(level):
        return LevelReport(level, problem)
    start = time.monotonic()
    try:
        with ForkServer(level, limits) as fork_server:
            fork_server.start()
            seconds = time.monotonic() - start
            escapes, visible = find_escapes(fork_server, limits), find_visible(fork_server, limits)
    except SandboxError as error:
        return LevelReport(level, str(error))
    return LevelReport(level, "", seconds, tuple(escapes), tuple(visible))


def _report(used: LevelReport | None, reports: Sequence[LevelReport], remarks: Sequence[str]) -> None:
    """Print the verdict, then the levels; of those that are weaker than the one in use, only whether they start."""
    click.echo(f"grading uses: {used.level}" if used else NONE_WORKS, err=used is None)
    click.echo(f"Python {platform.python_version()}, Linux {platform.release()}, {platform.machine()}")
    for item in reports:
        if used is None or reports.index(item) <= reports.index(used):
            _report_level(item)
    if used and (weaker := [str(item.level) for item in reports[reports.index(used) + 1 :] if not item.problem]):
        click.echo(f"not used, because it is weaker: {', '.join(weaker)}")
    for text in remarks:
        click.echo(f"remark: {text}")


def _report_level(item: LevelReport) -> None:
    from autograder.sandbox.host.isolation import describe_level  # noqa: PLC0415 - not needed to show the help

    if item.problem:
        click.echo(f"{item.level}: unavailable ({item.problem})")
        return
    verdict = "works" if item.works else "does NOT work"
    click.echo(f"{item.level}: {verdict} ({describe_level(item.level)}); ready in {item.seconds:.1f} s")
    for text in item.escapes:
        click.echo(f"  a worker {text}")
    for text in item.visible:
        click.echo(f"  a worker sees {text}")


def _report_json(used: LevelReport | None, reports: Sequence[LevelReport], remarks: Sequence[str]) -> None:
    """Print an event for each level and each remark, and one at the end."""
    for item in reports:
        emit_event("level", **vars(item), works=item.works)
    for text in remarks:
        emit_event("note", text=text)
    emit_event("end", uses=used.level if used else None, python=platform.python_version())
