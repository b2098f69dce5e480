"""The text that the language model learns from is the course's own prose, and only words."""

import string

from solutions.shared.prose import PROSE, prose

COMMAND = "python -m solutions.shared.prose && autograder sync"
STILL_SAID = 0.8  # of its paragraphs: not every change of a text needs another text to learn from


def test_most_of_the_text_is_what_the_course_says_today() -> None:
    paragraphs = set(PROSE.read_text(encoding="utf-8").splitlines())
    still_said = paragraphs & set(prose().splitlines())
    assert len(still_said) > STILL_SAID * len(paragraphs), f"the course says other things now: {COMMAND}"


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
