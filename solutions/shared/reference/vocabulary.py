"""Words and numbers, by counting."""

from collections.abc import Mapping, Sequence


def vocabulary(sentence: str) -> dict[str, int]:
    """Each word's number is how many different words of the sentence come before it; commas are no part of words."""
    letters = [letter for letter in sentence if letter != ","]
    words = set("".join(letters).split())
    return {word: sum(other < word for other in words) for word in sorted(words)}


def ids(tokens: Sequence[str], vocab: Mapping[str, int]) -> list[int]:
    """The number of each token, in order."""
    return [vocab[token] for token in tokens]
