# wrong: all punctuation is removed | family: vocabulary | level: core
import re


def build_vocab(sentence: str) -> dict[str, int]:
    words = set(re.findall(r"\w+", sentence))
    return {word: index for index, word in enumerate(sorted(words))}
