"""`autograder doctor` begins with its verdict, and alarms nobody about what is not used."""

import json
import sysconfig

import pytest

from autograder.__main__ import main
from autograder.cli import doctor as command
from autograder.cli.doctor import LevelReport, is_unoptimised
from autograder.sandbox.host.isolation import Level

WEAK = LevelReport(Level.SECCOMP, "", 0.1, ("can read course.toml",), ("the host name",))
WORKS = LevelReport(Level.LANDLOCK, "", 0.2, (), ("the host name",))
ABSENT = LevelReport(Level.BWRAP, "bubblewrap is not installed")


@pytest.fixture
def levels(monkeypatch: pytest.MonkeyPatch) -> dict[Level, LevelReport]:
    found = {Level.BWRAP: ABSENT, Level.LANDLOCK: WORKS, Level.SECCOMP: WEAK}
    monkeypatch.setattr(command, "_try_level", lambda level, limits: found[level])
    monkeypatch.setattr(command, "is_unoptimised", lambda: False)
    return found


def test_the_verdict_comes_first_and_no_alarm_about_a_level_that_is_not_used(
    levels: dict[Level, LevelReport], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "grading uses: landlock"
    assert lines[2] == "bwrap: unavailable (bubblewrap is not installed)"
    assert lines[3].startswith("landlock: works (")
    assert lines[4:] == ["  a worker sees the host name", "not used, because it is weaker: seccomp"]


def test_without_a_strong_level_every_reason_is_named(
    levels: dict[Level, LevelReport], capsys: pytest.CaptureFixture[str]
) -> None:
    levels[Level.LANDLOCK] = LevelReport(Level.LANDLOCK, "the kernel has no Landlock")
    assert main(["doctor"]) == 1
    printed = capsys.readouterr()
    assert "no level is strong enough; install bubblewrap" in printed.err
    assert "landlock: unavailable (the kernel has no Landlock)\nseccomp: does NOT work" in printed.out
    assert "  a worker can read course.toml\n" in printed.out


def test_programs_read_levels_and_verdict(levels: dict[Level, LevelReport], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [event["event"] for event in events] == ["course", "level", "level", "level", "end"]
    assert [event["works"] for event in events[1:4]] == [False, True, False]
    assert events[3]["escapes"] == ["can read course.toml"]
    assert events[-1]["uses"] == "landlock"


@pytest.mark.parametrize(
    ("arguments", "flags", "slow"),
    [
        ("'--prefix=/usr'", "-O3", True),
        ("'--enable-optimizations' '--with-lto'", "-O3", False),
        ("'--prefix=/usr'", "-O2 -fprofile-use", False),
        (None, "", False),
    ],
)
def test_a_python_without_optimisation_is_recognised(
    arguments: str | None, flags: str, slow: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {"CONFIG_ARGS": arguments, "PY_CFLAGS": flags}
    monkeypatch.setattr(sysconfig, "get_config_var", known.get)
    assert is_unoptimised() is slow


def test_a_slow_python_is_a_remark_and_no_alarm(
    levels: dict[Level, LevelReport], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "is_unoptimised", lambda: True)
    assert main(["doctor"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("remark: this Python was built without optimisation")
