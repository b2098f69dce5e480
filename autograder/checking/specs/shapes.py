"""Shapes as words: `"T d_in"` is a matrix with a row for each token, `"T h*d_h"` one with `h` times `d_h` columns."""

import math
import re
from collections.abc import Iterable, Mapping
from itertools import combinations

from autograder.course import CourseError

Sizes = Mapping[str, int]  # by letter: {"T": 7, "d_in": 8}

FACTOR = re.compile(r"[A-Za-z]\w*|[1-9]\d*")
# Sizes that cannot be confused: all different, and different from the batch's 2. None is a square, because the square
# root of 4 is half of it, and a wrong power would pass.
DIFFERENT = (7, 8, 5, 3, 6, 11, 10, 13)
EQUAL = 3
BATCH = "batch"  # the name of the leading dimension among sizes; no letter may have it


def letters_of(words: Iterable[str], *, where: str) -> list[str]:
    """Return the letters in some shapes, each once, in the order in which they first occur.

    Raises:
        CourseError: a word is neither a name, a number, nor a product of these; `where` names the specification.
    """
    factors = [factor for text in words for word in text.split() for factor in word.split("*")]
    wrong = next((factor for factor in factors if not FACTOR.fullmatch(factor) or factor == BATCH), None)
    if wrong is not None:
        raise CourseError(f"{where}: {wrong!r} is no size; write a name, a number or a product, such as 'T h*d_h'")
    return [factor for factor in dict.fromkeys(factors) if not factor.isdigit()]


def evaluate_size(word: str, sizes: Sizes) -> int:
    """Return the size that a word stands for, such as `h*d_h`."""
    return math.prod(int(factor) if factor.isdigit() else sizes[factor] for factor in word.split("*"))


def shape_of(words: str, sizes: Sizes) -> tuple[int, ...]:
    """Return the shape that words stand for."""
    return tuple(evaluate_size(word, sizes) for word in words.split())


def different_sizes(letters: Iterable[str], given: Sizes, *, where: str) -> dict[str, int]:
    """Return a size for each letter: the given one, else one that is different from all others.

    Raises:
        CourseError: a size is given for a letter that occurs in no shape, or there are too many letters.
    """
    letters = list(letters)
    if unknown := [letter for letter in given if letter not in letters]:
        raise CourseError(f"{where}: sizes names {unknown[0]!r}, which occurs in no shape")
    free = [size for size in DIFFERENT if size not in given.values()]
    open_letters = [letter for letter in letters if letter not in given]
    if len(open_letters) > len(free):
        raise CourseError(f"{where}: more than {len(DIFFERENT)} different sizes; give some of them in sizes={{...}}")
    chosen = {**dict(zip(open_letters, free, strict=False)), **given}
    return {letter: chosen[letter] for letter in letters}


def coinciding_sizes(sizes: Sizes) -> list[dict[str, int]]:
    """Return small sizes in which two are equal, once for every two, and then sizes that are all equal."""
    small = {letter: 2 + place for place, letter in enumerate(sizes)}
    pairs = [{**small, one: small[other]} for one, other in combinations(sizes, 2)]
    return [*pairs, dict.fromkeys(sizes, EQUAL)]


def single_sizes(sizes: Sizes) -> list[dict[str, int]]:
    """Return copies of the sizes in which one is 1, once for each of them, and then one in which all are."""
    return [*({**sizes, letter: 1} for letter in sizes), dict.fromkeys(sizes, 1)]
