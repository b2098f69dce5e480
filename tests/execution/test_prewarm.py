"""The recorded checks are the same wherever and by however many processes they are recorded."""

import importlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.checking.reference_cache import MEMORY
from autograder.checking.registry import GRADING
from autograder.course import CourseError, load_course
from autograder.execution import prewarm
from autograder.execution.prewarm import RecordedChecks, record_checks

EXAMPLES = 300


def frames(recorded_checks: RecordedChecks) -> dict[tuple[str, str], list[bytes]]:
    """All that is asked, exercise by exercise."""
    return {
        name: [request.frame for check in checks for request in check.requests]
        for name, checks in recorded_checks.items()
    }


@pytest.mark.process
def test_several_processes_ask_what_one_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    cross = load_course().assignment("04")
    alone = frames(record_checks([cross]))
    monkeypatch.setattr(MEMORY, "results", {})
    assert frames(record_checks([cross], processes=3)) == alone
    assert MEMORY.results, "what the references computed in the other processes is missing here"


@pytest.mark.process
@pytest.mark.parametrize("processes", [1, 3])
def test_a_solution_that_fails_is_told_in_a_sentence(
    processes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    warmup = load_course().assignment("00")
    (tmp_path / "solutions" / warmup.id).mkdir(parents=True)
    (tmp_path / "solutions" / warmup.id / "warmup.py").write_text("def row_sums(x):\n    return x\n")
    broken = replace(load_course(), folder=tmp_path)
    monkeypatch.setattr(prewarm, "load_course", lambda: broken)
    with pytest.raises(CourseError, match="the solution fails its own check"):
        record_checks([warmup], processes)


def test_examples_do_not_depend_on_what_else_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    note = settings(GRADING, max_examples=EXAMPLES)(given(st.integers())(_noting(seen)))
    note()
    before, seen[:] = list(seen), []
    (tmp_path / "full_of_constants.py").write_text("\n".join(f"a{n} = {7_000_000 + n}" for n in range(500)))
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("full_of_constants")
    note()
    assert seen == before


def _noting(seen: list[int]) -> Callable[[int], None]:
    def note(number: int) -> None:
        seen.append(number)

    return note
