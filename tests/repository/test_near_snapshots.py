"""Messages are compared with their snapshots to the letter, and numbers almost to the last digit."""

import pytest

from tests.helpers.near_snapshots import nearly_equal


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("got 1.3337  0.1", "got 1.3338  0.1", True),
        ("got 1.3337", "got 1.3357", False),
        ("got -1.3337", "got 1.3337", False),
        ("got 1.3337", "has 1.3337", False),
        ("T = 3", "T = 4", False),
        ("0.12 of 2", "0.13 of 2", False),
        ("1.3337 2.000", "1.3337", False),
    ],
)
def test_only_the_last_digit_of_a_long_number_may_differ(one: str, other: str, *, equal: bool) -> None:
    assert nearly_equal(one, other) is equal
