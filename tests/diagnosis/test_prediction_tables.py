"""Tables of predictions are computed once, and again when something has changed or is damaged."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.course import Course, Exercise
from autograder.diagnosis import predictions
from autograder.diagnosis.model import Edits
from autograder.diagnosis.predictions import FIRST, KEPT, SINGLES, model_of, pairs_table, predict, scales_table
from autograder.results.files import CACHE_HOME
from autograder.results.kept_files import UNUSED_DAYS


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(CACHE_HOME, str(tmp_path))
    forget_all()
    yield
    forget_all()


def forget_all() -> None:
    """Be a new process."""
    for cached in (pairs_table, scales_table, predict, predictions._first_predictions):
        cached.cache_clear()


@pytest.fixture
def exercise(course: Course) -> Exercise:
    return course.exercise("02_causal", "mask_and_renormalize")


def computed_pairs(exercise: Exercise, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how many predictions the table needs."""
    count = 0

    def counted(*arguments: object) -> object:
        nonlocal count
        count += 1
        return plain(*arguments)

    plain = predictions.compute
    forget_all()
    with monkeypatch.context() as patched:
        patched.setattr(predictions, "compute", counted)
        pairs_table(exercise, 0)
    return count


def test_a_table_is_computed_once(exercise: Exercise, monkeypatch: pytest.MonkeyPatch) -> None:
    assert computed_pairs(exercise, monkeypatch) > 100
    first = pairs_table(exercise, 0)
    assert computed_pairs(exercise, monkeypatch) == 0
    again = pairs_table(exercise, 0)
    assert {shapes: chosen for shapes, (_, chosen) in again.groups.items()} == {
        shapes: chosen for shapes, (_, chosen) in first.groups.items()
    }


def test_a_damaged_file_is_computed_again(exercise: Exercise, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs_table(exercise, 0)
    (file,) = (tmp_path / KEPT.folder).glob("*-pairs-*")
    file.write_bytes(b"not a table")
    assert computed_pairs(exercise, monkeypatch) > 100
    assert file.read_bytes() != b"not a table"


def test_only_this_user_can_read_a_table(exercise: Exercise, tmp_path: Path) -> None:
    pairs_table(exercise, 0)
    (file,) = (tmp_path / KEPT.folder).glob("*-pairs-*")
    assert file.stat().st_mode & 0o777 == 0o600


def test_where_nothing_can_be_written_tables_are_computed_all_the_same(
    exercise: Exercise, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv(CACHE_HOME, str(tmp_path / "file"))
    assert pairs_table(exercise, 0).groups


def test_tables_that_nobody_uses_are_removed(exercise: Exercise, tmp_path: Path) -> None:
    folder = tmp_path / KEPT.folder
    folder.mkdir(parents=True)
    old, new = (folder / f"mask_and_renormalize-pairs-0-{name}.pt" for name in ("old", "new"))
    for path in (old, new):
        path.touch()
    long_ago = time.time() - (UNUSED_DAYS + 1) * 24 * 3600
    os.utime(old, (long_ago, long_ago))
    pairs_table(exercise, 0)
    assert not old.exists()
    assert new.exists()


def single_edits(exercise: Exercise) -> list[Edits]:
    model = model_of(exercise)
    assert model is not None
    return model.single_edits


def test_what_single_edits_return_for_the_first_probe_is_computed_once(
    exercise: Exercise, monkeypatch: pytest.MonkeyPatch
) -> None:
    edits = single_edits(exercise)
    first = [predict(exercise, FIRST, item) for item in edits]
    forget_all()
    monkeypatch.setattr(predictions, "compute", lambda *_: pytest.fail("computed again"))
    again = [predict(exercise, FIRST, item) for item in edits]
    assert [str(item) for item in again] == [str(item) for item in first]
    assert len(edits) > 10


def test_what_the_right_program_returns_needs_no_table(exercise: Exercise, tmp_path: Path) -> None:
    predict(exercise, FIRST, ())
    assert not (tmp_path / KEPT.folder).exists(), "of a right answer no edit is asked"


def test_a_table_of_other_edits_is_computed_again(exercise: Exercise) -> None:
    edits = single_edits(exercise)
    right = str(predict(exercise, FIRST, edits[0]))
    forget_all()
    predictions.store_table(exercise, SINGLES, ["raised"])
    assert str(predict(exercise, FIRST, edits[0])) == right


def test_scales_of_scores_are_computed_once(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    masked = course.exercise("02_causal", "masked_softmax")
    first = scales_table(masked, FIRST)
    forget_all()
    monkeypatch.setattr(predictions, "compute", lambda *_: pytest.fail("computed again"))
    again = scales_table(masked, FIRST)
    assert [chosen for _, chosen in again.groups.values()] == [chosen for _, chosen in first.groups.values()]
    assert first.groups
