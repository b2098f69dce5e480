# style: str.translate and re.split
import re


def build_vocab(sentence: str) -> dict[str, int]:
    words = re.split(r"\s+", sentence.translate({ord(","): None}).strip())
    return {word: index for index, word in enumerate(sorted(dict.fromkeys(words)))}
