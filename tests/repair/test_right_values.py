"""What right programs compute in a call is worked out once on a machine."""

import os
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from autograder.course import Course
from autograder.repair import right_values
from autograder.repair.first_difference import RightValues
from autograder.repair.right_values import ReferenceRuns, load_values, store_values, values_key
from autograder.results.files import CACHE_HOME

VALUES = RightValues(frozenset({"f0123456", "i0000001"}), integers_only=False)
KEY = values_key([b"def f(): pass"], b"frame")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(CACHE_HOME, str(tmp_path))
    return tmp_path / right_values.KEPT.folder


def test_what_was_kept_comes_back() -> None:
    store_values(KEY, VALUES)
    assert load_values(KEY) == VALUES


def test_other_programs_and_other_calls_have_values_of_their_own() -> None:
    assert len({KEY, values_key([b"def f(): return 1"], b"frame"), values_key([b"def f(): pass"], b"other")}) == 3


@pytest.mark.parametrize("damaged", [b"", b"[]", b'{"digests": 3}', b"\xff", b'{"digests": [], "integers_only": true}'])
def test_a_damaged_file_counts_as_none(folder: Path, damaged: bytes) -> None:
    folder.mkdir(parents=True)
    (folder / f"{KEY}.json").write_bytes(damaged)
    assert load_values(KEY) is None


def test_without_a_place_to_write_nothing_is_kept(folder: Path) -> None:
    folder.parent.mkdir(parents=True)
    folder.write_text("not a folder")
    store_values(KEY, VALUES)
    assert load_values(KEY) is None


def test_what_no_run_has_asked_for_in_a_month_is_removed(folder: Path) -> None:
    store_values(KEY, VALUES)
    old = values_key([], b"old")
    store_values(old, VALUES)
    long_ago = time.time() - 31 * 24 * 3600
    os.utime(folder / f"{old}.json", (long_ago, long_ago))
    right_values.KEPT.remove_unused("*.json")
    assert (load_values(KEY), load_values(old)) == (VALUES, None)


class CountingTrials:
    """Right programs that compute the same in each call, and the number of calls that they were asked.

    Args:
        silent: which of the programs give no answer.
    """

    def __init__(self, *silent: int) -> None:
        self.asked = 0
        self._silent = silent

    def __call__(self) -> "CountingTrials":
        return self

    def computed(self, texts: list[str], requests: list[Any]) -> list[list[list[tuple[int, str]]]]:
        self.asked += len(requests)
        answered = [place not in self._silent for place in range(len(texts))]
        return [[[(0, "f0123456")] if whole else [] for _ in requests] for whole in answered]

    def close(self) -> None:
        """Nothing is open."""


def test_a_second_run_asks_right_programs_nothing(course: Course) -> None:
    exercise, requests = course.exercise("02_causal", "causal_mask"), [SimpleNamespace(frame=b"1")]
    first, second = CountingTrials(), CountingTrials()
    found = [ReferenceRuns().values(exercise, requests, trials) for trials in (first, second)]  # type: ignore[arg-type]
    assert found[0] == found[1] == [RightValues(frozenset({"f0123456"}), integers_only=False)]
    assert (first.asked, second.asked) == (1, 0)


@pytest.mark.parametrize("silent", [0, 1], ids=["the solution", "another program"])
def test_what_is_not_known_of_every_program_is_not_kept(course: Course, silent: int) -> None:
    exercise, requests = course.exercise("02_causal", "causal_mask"), [SimpleNamespace(frame=b"2")]
    first, second = CountingTrials(silent), CountingTrials()
    (values,) = ReferenceRuns().values(exercise, requests, first)  # type: ignore[arg-type]
    assert bool(values.digests) is bool(silent), "of a call that the solution does not answer, nothing is known"
    ReferenceRuns().values(exercise, requests, second)  # type: ignore[arg-type]
    assert second.asked == 1
