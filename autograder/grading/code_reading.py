"""Reads the code of a submitted file and of the files it imports; a worker parses it."""

import re
import unicodedata
from collections.abc import Callable
from functools import cached_property, partial

from autograder.course import Limits
from autograder.sandbox.host.client import CodeScan, SubmissionFiles, scan_code
from autograder.sandbox.host.fork_server import ForkServer


class CodeReading:
    """The code of a submitted file and of the submitted files that it names; parsed at most once.

    Attributes:
        files: the files by name.
        scan: scans files; by default in a worker of their own.
    """

    def __init__(self, fork_server: ForkServer, limits: Limits, files: SubmissionFiles) -> None:
        self.scan: Callable[[dict[str, bytes]], CodeScan] = partial(scan_code, fork_server, limits)
        self._counted = 0.0
        self.files = files.named

    @cached_property
    def may_hide_words(self) -> bool:
        """Whether the files may contain words that a search of their bytes misses."""
        return any(may_hide_words(source, text) for source, text in zip(self.files.values(), self.texts, strict=True))

    @cached_property
    def texts(self) -> list[str]:
        """The code of each file, without comments; with strings, because any string may be run as code."""
        return [code_text(source, lambda text: True) for source in self.files.values()]  # noqa: ARG005 - see above

    @property
    def words(self) -> frozenset[str]:
        """The words, dotted paths and short strings of the code."""
        return self._read.words

    @cached_property
    def reflection(self) -> tuple[tuple[str, int, str], ...]:
        """(file, line, description) of all code that manipulates the library or Python itself."""
        return self._read.reflection

    def seconds(self) -> float:
        """Return what a worker used to read the code since this was asked last."""
        read = self.__dict__.get("_read")
        seconds, self._counted = (read.seconds - self._counted, read.seconds) if read else (0.0, 0.0)
        return seconds

    @cached_property
    def _read(self) -> CodeScan:
        return self.scan(self.files)


COMMENT_OR_QUOTE = re.compile(
    rb"""(?P<comment> \#[^\r\n]* ) | (?P<prefix> (?<!\w)[bBfFrRtTuU]{1,2} )? (?P<quote> \"{3} | '{3} | \" | ' )""",
    re.VERBOSE,
)
REST_OF_STRING = {  # after the opening quote, by this quote
    b'"': re.compile(rb'(?P<text>[^"\\\r\n]*(?:\\(?:\r\n|.)[^"\\\r\n]*)*)"', re.DOTALL),
    b"'": re.compile(rb"(?P<text>[^'\\\r\n]*(?:\\(?:\r\n|.)[^'\\\r\n]*)*)'", re.DOTALL),
    b'"""': re.compile(rb'(?P<text>[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*)"""', re.DOTALL),
    b"'''": re.compile(rb"(?P<text>[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*)'''", re.DOTALL),
}
OTHER_ENCODING = re.compile(rb"(?:[^\r\n]*(?:\r\n|\r|\n))?[ \t\f]*#[^\r\n]*?coding[:=][ \t]*(?!utf-?8)")
ESCAPED_LETTER = re.compile(r"\\[xuUN0-7]")
LONGEST_NAME = 100  # bytes of a string that may name something


def code_text(source: bytes, string_counts: Callable[[bytes], bool]) -> str:
    """Return the code of a file without comments, with letters normalised as Python does.

    Args:
        source: a submitted file.
        string_counts: whether the text of a string is kept as a part of the code.
    """
    if OTHER_ENCODING.match(source):
        return _normalised(source)
    pieces: list[bytes] = []
    place = 0
    while match := COMMENT_OR_QUOTE.search(source, place):
        pieces.append(source[place : match.start()])
        place = match.end()
        if match["comment"] is not None:
            continue
        string = REST_OF_STRING[match["quote"]].match(source, place)
        code = None if string is None else _code_of_string(match["prefix"] or b"", string["text"], string_counts)
        if string is None or code is None:  # the end of the string is uncertain: keep the rest of the file as it is
            place = match.start()
            break
        pieces.append(b" " + code + b" ")
        place = string.end()
    return _normalised(b"".join([*pieces, source[place:]]))


def may_name_something(text: bytes) -> bool:
    """Whether the text of a string may be a name: it is short and one word."""
    return len(text) <= LONGEST_NAME and len(text.split()) == 1


def may_hide_words(source: bytes, code: str) -> bool:
    """Whether a file may contain words that a search of its bytes misses.

    It does if it declares another encoding than UTF-8, or if a string has letters written as escapes.

    Args:
        source: the file.
        code: its `code_text`.
    """
    return OTHER_ENCODING.match(source) is not None or ESCAPED_LETTER.search(code) is not None


def _code_of_string(prefix: bytes, text: bytes, string_counts: Callable[[bytes], bool]) -> bytes | None:
    """The part of a string that counts as code; None if the end of the string is uncertain."""
    if prefix.lower().strip(b"r") in (b"f", b"t"):
        code = _code_of_template(text)
        return text if code is not None and string_counts(text) else code
    return text if string_counts(text) else b""


def _code_of_template(text: bytes) -> bytes | None:
    """The expressions in an f-string; None if a string or comment inside them makes its end uncertain."""
    code = bytearray()
    depth = 0  # of open braces; at least as many as Python counts, which skips `{{`
    for letter in text:
        depth += (letter == ord("{")) - (letter == ord("}"))
        if depth < 0 or (depth and letter in b"\"'#"):
            return None
        code.append(letter if depth else ord(" "))
    return bytes(code) if depth == 0 else None


def _normalised(source: bytes) -> str:
    """Decode, and normalise letters such as full-width ones as Python does in names."""
    text = source.decode("utf-8", "replace")
    return text if text.isascii() else unicodedata.normalize("NFKC", text)
