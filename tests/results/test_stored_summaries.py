"""Summaries of a class are read from the store when they are needed, as often as they are needed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.results.store import PublishedState, Store, StoredSummaries
from tests.helpers.result_factory import RIGHT, result

STUDENTS = ("ada", "ben", "chen")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as store:
        store.begin_run("grade", {})
        for student in STUDENTS:
            state = PublishedState(store.add(student, result(student, RIGHT)), student, "look", "digest")
            store.set_published((student, "02_causal"), state, {"student": student})
        yield store


def test_they_can_be_gone_through_again_and_again(store: Store) -> None:
    summaries = StoredSummaries(store, store.published().values())
    for _ in range(2):
        assert [item["student"] for item in summaries] == list(STUDENTS)
    assert len(summaries) == 3
    assert summaries[1] == {"student": "ben"}
    assert [item["student"] for item in summaries[1:]] == ["ben", "chen"]


def test_none_is_kept(store: Store) -> None:
    summaries = StoredSummaries(store, store.published().values())
    assert summaries[0] is not summaries[0]


def test_a_state_leads_to_its_own_summary_when_a_newer_one_is_published(store: Store) -> None:
    key = ("ada", "02_causal")
    before = store.published()[key]
    after = store.set_published(key, before, {"student": "ada", "score": 1})
    assert store.summary(before) == {"student": "ada"}
    assert store.summary(after) == store.summary(store.published()[key]) == {"student": "ada", "score": 1}
