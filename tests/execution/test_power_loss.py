"""What a command reports is on the disk, and a file that lost its content is named or made again."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.execution.progress import TerminalReporter
from autograder.results.adjustments import FILE_NAME
from tests.helpers.kills import ok
from tests.helpers.term import Term

pytestmark = pytest.mark.sandbox

CORRECTION = ("--student", "ben", "--exercise", "causal_mask", "--points", "+1", "--reason", "the mask was right")
Run = Callable[[Term], None]
APPLY = ("--apply", "--allow-lower", "--jobs", 1)
COMMANDS: dict[str, Run] = {
    "adjust": lambda term: ok(term, "adjust", term.out, *CORRECTION),
    "grade": lambda term: ok(term, "grade", term.folder / "week2", "--out", term.out, "--jobs", 1),
    "regrade": lambda term: ok(
        term, "regrade", term.out, term.folder / "week1", "--apply", "--allow-lower", "--jobs", 1
    ),
}


@pytest.fixture
def graded(term: Term) -> Term:
    term.hand_in("week1", "ada", "02")
    term.hand_in("week1", "ben", "02", "wrong: causal_mask")
    term.hand_in("week2", "cem", "02", "fragile: causal_mask")
    term.grade("week1")
    term.use_checks(0.5)
    return term


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch, graded: Term) -> list[str]:
    """The calls that bring files to the disk, by what they are about, and what is reported."""
    done: list[str] = []
    fsync, replace = os.fsync, os.replace

    def synced(handle: int) -> None:
        done.append(f"fsync {Path(f'/proc/self/fd/{handle}').readlink().name}")
        fsync(handle)

    def replaced(old: str | Path, new: str | Path) -> None:
        done.append(f"rename {Path(new).name}")
        replace(old, new)

    def reported(name: str) -> Callable[..., None]:
        return lambda *_, **__: done.append(name)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", replaced)
    monkeypatch.setattr("autograder.execution.publisher.sync_all", lambda: done.append("sync"))
    monkeypatch.setattr(TerminalReporter, "end", reported("report"))
    monkeypatch.setattr("autograder.cli.adjust._report", reported("report"))
    return done


@pytest.mark.parametrize("command", COMMANDS)
def test_everything_is_synced_after_the_last_rename_and_before_the_report(
    command: str, graded: Term, calls: list[str]
) -> None:
    COMMANDS[command](graded)
    order = [call.split(" ")[0] for call in calls if not call.startswith("fsync")]
    assert order.count("rename") >= 6, "pages of a student, and files of the class"
    assert order[order.index("sync") :] == ["sync", "report"]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_record_of_the_run_is_never_empty(command: str, graded: Term, calls: list[str]) -> None:
    COMMANDS[command](graded)
    place = calls.index("rename run.json")
    assert calls[place - 1].startswith("fsync .run.json.")
    assert calls[place + 1] == "fsync graded"


def test_a_correction_is_on_the_disk_before_any_page_shows_it(graded: Term, calls: list[str]) -> None:
    COMMANDS["adjust"](graded)
    first, second, third, *_ = calls
    assert first.startswith(f"fsync .{FILE_NAME}.")
    assert (second, third) == (f"rename {FILE_NAME}", "fsync graded")


@pytest.mark.parametrize("left", [0.0, 0.5, 0.9, 0.999])
def test_corrections_that_are_cut_off_are_named_and_nothing_is_changed(graded: Term, left: float) -> None:
    COMMANDS["adjust"](graded)
    path = graded.out / FILE_NAME
    whole = path.read_text(encoding="utf-8")
    rest = whole[: int(left * len(whole))]
    path.write_text(rest[: len(rest) - rest.endswith("\n")], encoding="utf-8")  # at the end of a row nothing would show
    before = graded.left_behind()
    for command in (("adjust", graded.out), ("grade", graded.folder / "week1", "--out", graded.out)):
        status, said = graded.run(*command)
        (sentence,) = [line for line in said.splitlines() if FILE_NAME in line]
        assert status == 2
        assert (
            "is empty; put the file back" in sentence
            or "is cut off; put the file back" in sentence
            or "expected the columns" in sentence
            or "a quoted cell does not end before the file does; put the file back" in sentence
        )
    assert graded.left_behind() == before
    path.write_text(whole, encoding="utf-8")
    COMMANDS["adjust"](graded)
    assert graded.result("ben", "02")["score"] == 24
    assert graded.scores()["ben", "02"] == "25"


@pytest.mark.parametrize(
    "name", ["grades.csv", "class.html", "ben/02_causal/result.json", "ben/02_causal/feedback.html"]
)
def test_a_file_that_is_empty_is_made_again_by_the_next_command(graded: Term, name: str) -> None:
    graded.use_checks(0.75)
    whole = (graded.out / name).read_bytes()
    (graded.out / name).write_bytes(b"")
    ok(graded, "adjust", graded.out)
    assert (graded.out / name).read_bytes() == whole


def test_an_empty_record_of_the_run_is_named_and_grading_makes_it_again(graded: Term) -> None:
    (graded.out / "run.json").write_bytes(b"")
    status, said = graded.run("adjust", graded.out)
    assert status == 2
    assert "run.json: cannot be read; grade the class again" in said
    graded.grade("week1")
    ok(graded, "adjust", graded.out)
