"""Searches files for forbidden texts and numbers in names, texts, outputs and metadata."""

import json
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any

from autograder.platforms.leaks.forbidden import Forbidden, number_runs, squeeze

PRIVATE_FOLDERS = frozenset({"solutions", "autograder", "checks", "oracle", "tests", "__pycache__"})


class UnsearchableError(ValueError):
    """A file is not text, so its content cannot be searched."""


def find_leaks(files: Mapping[str, bytes], forbidden: Forbidden) -> list[str]:
    """Return a sentence for each leak in each file; none if everything may be handed out.

    Args:
        files: what is to be handed out, by path.
        forbidden: the texts and numbers to search for.
    """
    sentences = [sentence for name, data in files.items() for sentence in _in_file(name, data, forbidden)]
    return list(dict.fromkeys(sentences))


def _in_file(name: str, data: bytes, forbidden: Forbidden) -> Iterator[str]:
    if private := PRIVATE_FOLDERS & set(name.split("/")[:-1]):
        yield f"{name}: a folder called {min(private)} must not go out"
    yield from _in_text(f"the name {name}", name, forbidden)
    try:
        for place, text in texts(name, data):
            yield from _in_text(place, text, forbidden)
        yield from (f"{place}: has an output or an attachment; clear it" for place in outputs(name, data))
    except UnsearchableError as error:
        yield str(error)


def _in_text(place: str, text: str, forbidden: Forbidden) -> Iterator[str]:
    squeezed = squeeze(text)
    for secret, what in forbidden.texts.items():
        if secret in squeezed:
            yield f"{place}, line {_line(text, squeezed.index(secret))}: contains {what}: {secret}"
    for start, run in number_runs(text):
        if run in forbidden.numbers:
            line = text.count("\n", 0, start) + 1
            shown = ", ".join(f"{number:g}" for number in run)
            yield f"{place}, line {line}: contains numbers of the hidden checks: {shown}"


def _line(text: str, position: int) -> int:
    """Return the line of the character at a position of the squeezed text."""
    ends = list(accumulate(len(squeeze(line)) for line in text.split("\n")))
    return bisect_right(ends, position) + 1


def texts(name: str, data: bytes) -> Iterator[tuple[str, str]]:
    """Yield (place, text): the whole file, then every text in JSON without its escapes; a notebook cell is one text.

    Raises:
        UnsearchableError: the file is not UTF-8, as bytecode, archives and pickles are not.
    """
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise UnsearchableError(f"{name}: is no text and cannot be searched; bytecode and archives must not go out")
    yield name, text
    if name.endswith((".json", ".ipynb")):
        yield from _json_texts(name, json.loads(text))


def outputs(name: str, data: bytes) -> Iterator[str]:
    """Yield the place of each notebook cell with an output, an attachment or an execution count."""
    if name.endswith(".ipynb"):
        for number, cell in enumerate(json.loads(data)["cells"]):
            if cell.get("outputs") or cell.get("attachments") or cell.get("execution_count") is not None:
                yield f"{name}, cell {cell.get('id', number)}"


def _json_texts(place: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield place, key
            yield from _json_texts(f"{place}, {key}", item)
    elif isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        yield place, "".join(value)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _json_texts(f"{place} {number}", item)
