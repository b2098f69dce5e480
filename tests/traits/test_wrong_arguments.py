"""Which examples are wrong: a property of the arguments that separates them from the right ones."""

from collections.abc import Callable
from typing import Any

import pytest

from autograder.traits.wrong_arguments import examples_sentence

SIZES = [{"T": t, "h": h} for t in (1, 2, 3, 4) for h in (2, 3, 4)]


def told(wrong: Callable[[dict[str, Any]], bool], every: list[dict[str, Any]], *, explained: bool = False) -> str:
    return examples_sentence([(item, wrong(item)) for item in every], known=set(every[0]), explained=explained)


def test_wrong_wherever_two_sizes_differ() -> None:
    sentence = "Small examples are right where T = h, and wrong elsewhere"
    assert told(lambda item: item["T"] != item["h"], SIZES) == sentence


def test_leading_dimensions_are_told_in_words_of_the_course() -> None:
    every = [{"leading": leading} for leading in ([], [], [2], [3], [2, 3], [1])]
    sentence = "Small examples are wrong where there are no leading dimensions, and right elsewhere"
    assert told(lambda item: not item["leading"], every) == sentence


def test_wrong_for_odd_numbers() -> None:
    sentence = "Small examples are wrong where T is odd, and right elsewhere"
    assert told(lambda item: item["T"] % 2 == 1, [{"T": t} for t in range(8)]) == sentence


def test_wrong_beyond_a_limit_that_has_a_name() -> None:
    every = [{"count": count, "max_tokens": 3} for count in range(6)] + [{"count": 5, "max_tokens": 5}]
    sentence = "Small examples are wrong where count > max_tokens, and right elsewhere"
    assert told(lambda item: item["count"] > item["max_tokens"], every) == sentence


def test_wrong_only_where_something_is_repeated() -> None:
    every = [{"ids": ids} for ids in ([0], [1], [0, 1], [2, 0, 1], [3, 3], [1, 2, 1], [0, 0], [2, 2, 5])]
    sentence = "Of 8 small examples, 3 are wrong, all of them where ids has repeated items"
    assert told(lambda item: item["ids"] in ([3, 3], [1, 2, 1], [2, 2, 5]), every) == sentence


@pytest.mark.parametrize("explained", [True, False])
def test_that_the_smallest_are_right_is_told_only_where_nothing_else_is_known(explained: bool) -> None:
    every = [{"new": new} for new in (1, 1, 2, 3, 4, 5, 6)]
    sentence = "Small examples are right where new = 1, and wrong elsewhere"
    assert told(lambda item: item["new"] > 1, every, explained=explained) == ("" if explained else sentence)


def test_that_the_smallest_are_wrong_is_always_told() -> None:
    every = [{"steps": steps} for steps in (0, 0, 1, 2, 3, 4)]
    sentence = "Small examples are wrong where steps = 0, and right elsewhere"
    assert told(lambda item: item["steps"] == 0, every, explained=True) == sentence


def test_nothing_is_told_where_all_are_wrong_or_too_few_were_tried() -> None:
    assert told(lambda _: True, SIZES) == ""
    assert told(lambda item: item["T"] == item["h"], SIZES[:5]) == ""


def test_one_example_above_an_arbitrary_number_is_chance() -> None:
    every = [{"width": width} for width in (2, 3, 4, 5, 6, 9)]
    assert told(lambda item: item["width"] == 9, every) == ""


def test_a_property_of_many_right_examples_is_no_reason() -> None:
    every = [{"ids": ids} for ids in ([0], [1], [3, 3], [1, 1], [0, 0], [2, 2], [5, 5], [0, 1], [1, 2])]
    assert told(lambda item: item["ids"] in ([3, 3], [1, 1], [0, 0]), every) == ""
