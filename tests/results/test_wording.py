"""Numbers have the right form of their noun, and long lists say how much more there is."""

import pytest

from autograder.wording import counted, first_of


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0 days"), (1, "1 day"), (2, "2 days"), (1.0, "1 day"), (0.5, "0.5 days"), (1_234_567, "1234567 days")],
)
def test_a_noun_is_singular_after_one_only(number: float, text: str) -> None:
    assert counted(number, "day") == text


@pytest.mark.parametrize(
    ("names", "text"),
    [([], ""), (["a"], "a"), (["a", "b"], "a, b"), (["a", "b", "c"], "a, b and 1 more"), ("abcde", "a, b and 3 more")],
)
def test_a_list_ends_with_how_many_more_there_are(names: list[str], text: str) -> None:
    assert first_of(names, 2) == text
    assert first_of(iter(names), 2) == text
