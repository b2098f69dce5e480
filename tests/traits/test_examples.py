"""Which examples are wrong: a property of the arguments that separates them from the right ones."""

from collections.abc import Callable
from typing import Any

import pytest

from autograder.traits.examples import examples_sentence

SIZES = [{"T": t, "h": h} for t in (1, 2, 3, 4) for h in (2, 3, 4)]


def told(wrong: Callable[[dict[str, Any]], bool], every: list[dict[str, Any]], *, explained: bool = False) -> str:
    return examples_sentence([(item, wrong(item)) for item in every], explained=explained)


def test_wrong_wherever_two_sizes_differ() -> None:
    sentence = "Of 12 small examples, 3 have T = h and are right; the other 9 are wrong"
    assert told(lambda item: item["T"] != item["h"], SIZES) == sentence


def test_wrong_for_odd_numbers() -> None:
    sentence = "Of 8 small examples, 4 have an odd T and are wrong; the other 4 are right"
    assert told(lambda item: item["T"] % 2 == 1, [{"T": t} for t in range(8)]) == sentence


def test_wrong_beyond_a_limit_that_has_a_name() -> None:
    every = [{"count": count, "max_tokens": 3} for count in range(6)] + [{"count": 5, "max_tokens": 5}]
    sentence = "Of 7 small examples, 2 have count > max_tokens and are wrong; the other 5 are right"
    assert told(lambda item: item["count"] > item["max_tokens"], every) == sentence


def test_wrong_only_where_something_is_repeated() -> None:
    every = [{"ids": ids} for ids in ([0], [1], [0, 1], [2, 0, 1], [3, 3], [1, 2, 1], [0, 0], [2, 2, 5])]
    sentence = "Of 8 small examples, 3 are wrong, and all of these have repeated items in ids"
    assert told(lambda item: item["ids"] in ([3, 3], [1, 2, 1], [2, 2, 5]), every) == sentence


@pytest.mark.parametrize("explained", [True, False])
def test_that_the_smallest_are_right_is_told_only_where_nothing_else_is_known(explained: bool) -> None:
    every = [{"new": new} for new in (1, 1, 2, 3, 4, 5, 6)]
    sentence = "Of 7 small examples, 2 have new = 1 and are right; the other 5 are wrong"
    assert told(lambda item: item["new"] > 1, every, explained=explained) == ("" if explained else sentence)


def test_that_the_smallest_are_wrong_is_always_told() -> None:
    every = [{"steps": steps} for steps in (0, 0, 1, 2, 3, 4)]
    sentence = "Of 6 small examples, 2 have steps = 0 and are wrong; the other 4 are right"
    assert told(lambda item: item["steps"] == 0, every, explained=True) == sentence


def test_nothing_is_told_where_all_are_wrong_or_too_few_were_tried() -> None:
    assert told(lambda _: True, SIZES) == ""
    assert told(lambda item: item["T"] == item["h"], SIZES[:5]) == ""


def test_one_example_above_an_arbitrary_number_is_chance() -> None:
    every = [{"width": width} for width in (2, 3, 4, 5, 6, 9)]
    assert told(lambda item: item["width"] == 9, every) == ""
