"""Shapes are written as words, and every word becomes a size."""

import pytest

from autograder.checking.specs.shapes import coinciding_sizes, different_sizes, letters_of, shape_of, single_sizes
from autograder.course import CourseError

WHERE = "01.Example"


def test_letters_are_listed_in_order_of_first_use() -> None:
    assert letters_of(["T h*d_h", "d_h 3"], where=WHERE) == ["T", "h", "d_h"]


def test_a_product_and_a_number_are_sizes_too() -> None:
    assert shape_of("T h*d_h 3", {"T": 7, "h": 2, "d_h": 5}) == (7, 10, 3)


@pytest.mark.parametrize("words", ["T-1", "h**2", "*d", "0", "batch"])
def test_what_is_no_size_is_refused_in_a_sentence(words: str) -> None:
    with pytest.raises(CourseError, match=r"01\.Example: .* is no size; write a name, a number or a product"):
        letters_of([words], where=WHERE)


def test_usual_sizes_are_all_different_and_no_squares() -> None:
    sizes = different_sizes(["T", "d", "k", "v"], {"k": 7}, where=WHERE)
    assert sizes == {"T": 8, "d": 5, "k": 7, "v": 3}
    assert not {1, 2, 4, 9} & set(different_sizes("abcdefgh", {}, where=WHERE).values())


def test_a_size_for_a_letter_that_is_nowhere_is_refused() -> None:
    with pytest.raises(CourseError, match="sizes names 'd_q', which occurs in no shape"):
        different_sizes(["T"], {"d_q": 3}, where=WHERE)


def test_every_two_sizes_are_equal_once_and_then_all() -> None:
    found = coinciding_sizes({"a": 7, "b": 8, "c": 5})
    equal = [{one for one in size for other in size if one < other and size[one] == size[other]} for size in found]
    assert [len(set(size.values())) for size in found] == [2, 2, 2, 1]
    assert equal[:3] == [{"a"}, {"a"}, {"b"}]


def test_every_size_is_one_once_and_then_all() -> None:
    assert single_sizes({"a": 7, "b": 8}) == [{"a": 1, "b": 8}, {"a": 7, "b": 1}, {"a": 1, "b": 1}]
