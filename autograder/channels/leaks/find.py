"""Where secrets stand in what goes out: in names, texts, outputs and metadata; one sentence for each place."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import accumulate

from autograder.channels.leaks.code import squeezed
from autograder.channels.leaks.numbers import runs
from autograder.channels.leaks.secrets import Secrets
from autograder.channels.leaks.texts import UnreadableError, outputs, texts

FOLDERS = frozenset({"solutions", "autograder", "checks", "oracle", "tests", "__pycache__"})


def leaks(files: Mapping[str, bytes], secrets: Secrets) -> list[str]:
    """A sentence for each secret in each file; nothing when all may go out."""
    found = [sentence for name, data in files.items() for sentence in _in_file(name, data, secrets)]
    return list(dict.fromkeys(found))


def _in_file(name: str, data: bytes, secrets: Secrets) -> Iterator[str]:
    if strange := FOLDERS & set(name.split("/")[:-1]):
        yield f"{name}: a folder called {min(strange)} does not go out"
    yield from _in_text(f"the name {name}", name, secrets)
    try:
        for place, text in texts(name, data):
            yield from _in_text(place, text, secrets)
        yield from (f"{place}: holds an output or an attachment; clear it" for place in outputs(name, data))
    except UnreadableError as error:
        yield str(error)


def _in_text(place: str, text: str, secrets: Secrets) -> Iterator[str]:
    plain = squeezed(text)
    for secret, what in secrets.texts.items():
        if secret in plain:
            yield f"{place}, line {_line(text, plain.index(secret))}: holds {what}: {secret}"
    for start, run in runs(text):
        if run in secrets.numbers:
            line = text.count("\n", 0, start) + 1
            shown = ", ".join(f"{number:g}" for number in run)
            yield f"{place}, line {line}: holds numbers of the hidden checks: {shown}"


def _line(text: str, position: int) -> int:
    """The line in which the character at `position` of the squeezed text stands."""
    ends = list(accumulate(len(squeezed(line)) for line in text.split("\n")))
    return bisect_right(ends, position) + 1
