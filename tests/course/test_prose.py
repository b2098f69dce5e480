"""The text that the language model learns from is what the course says today, and only words."""

import string

from solutions.shared.prose import PROSE, prose

COMMAND = "python -m solutions.shared.prose && autograder sync"


def test_the_text_is_made_of_the_courses_own_texts_again() -> None:
    assert PROSE.read_text(encoding="utf-8") == prose(), f"a text has changed: {COMMAND}"


def test_it_is_plain_characters_without_code() -> None:
    text = PROSE.read_text(encoding="utf-8")
    assert set(text) <= set(string.ascii_letters + string.digits + string.punctuation + " \n")
    assert not set(text) & set("$\\`|{}=<>*#")
    assert len(set(text)) < 90


def test_it_is_long_enough_to_learn_from_and_says_nothing_twice() -> None:
    paragraphs = PROSE.read_text(encoding="utf-8").splitlines()
    assert len("".join(paragraphs)) > 50_000
    assert len(paragraphs) == len(set(paragraphs))
    assert all(len(paragraph) >= 40 and paragraph == paragraph.strip() for paragraph in paragraphs)
