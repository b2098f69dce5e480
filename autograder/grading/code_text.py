"""The code of a file without its comments and prose, from one scan over its bytes.

Student code is never parsed in the process that knows the answers. The scan only decides whether a worker must read
a file, so whatever it cannot tell for sure counts as code.
"""

import re
import unicodedata
from collections.abc import Callable

COMMENT_OR_QUOTE = re.compile(
    rb"""(?P<comment> \#[^\r\n]* ) | (?P<prefix> (?<!\w)[bBfFrRtTuU]{1,2} )? (?P<quote> \"{3} | '{3} | \" | ' )""",
    re.VERBOSE,
)
REST_OF_STRING = {  # from behind the opening quote
    b'"': re.compile(rb'(?P<text>[^"\\\r\n]*(?:\\(?:\r\n|.)[^"\\\r\n]*)*)"', re.DOTALL),
    b"'": re.compile(rb"(?P<text>[^'\\\r\n]*(?:\\(?:\r\n|.)[^'\\\r\n]*)*)'", re.DOTALL),
    b'"""': re.compile(rb'(?P<text>[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*)"""', re.DOTALL),
    b"'''": re.compile(rb"(?P<text>[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*)'''", re.DOTALL),
}
OTHER_ENCODING = re.compile(rb"(?:[^\r\n]*(?:\r\n|\r|\n))?[ \t\f]*#[^\r\n]*?coding[:=][ \t]*(?!utf-?8)")
ESCAPED_LETTER = re.compile(r"\\[xuUN0-7]")
LONGEST_NAME = 100  # bytes of a string that may name something


def code_text(source: bytes, string_counts: Callable[[bytes], bool]) -> str:
    """The code of a file, in the letters that Python takes it for.

    Args:
        source: a file as it was handed in.
        string_counts: whether the text of a string is part of the code; that of comments never is.
    """
    if OTHER_ENCODING.match(source):
        return _normalised(source)
    pieces: list[bytes] = []
    place = 0
    while found := COMMENT_OR_QUOTE.search(source, place):
        pieces.append(source[place : found.start()])
        place = found.end()
        if found["comment"] is not None:
            continue
        string = REST_OF_STRING[found["quote"]].match(source, place)
        code = None if string is None else _code_of_string(found["prefix"] or b"", string["text"], string_counts)
        if string is None or code is None:  # no string that surely ends here
            place = found.start()
            break
        pieces.append(b" " + code + b" ")
        place = string.end()
    return _normalised(b"".join([*pieces, source[place:]]))


def may_name_something(text: bytes) -> bool:
    """Whether the text of a string may be the name of something: it is short and one word."""
    return len(text) <= LONGEST_NAME and len(text.split()) == 1


def may_hide_words(source: bytes, code: str) -> bool:
    """Whether a file, whose code text is `code`, may contain words that its bytes do not show.

    That is: it declares another encoding than UTF-8, or writes letters of a string as escapes.
    """
    return OTHER_ENCODING.match(source) is not None or ESCAPED_LETTER.search(code) is not None


def _code_of_string(prefix: bytes, text: bytes, string_counts: Callable[[bytes], bool]) -> bytes | None:
    """What counts of a string; None where its end is not known."""
    if prefix.lower().strip(b"r") in (b"f", b"t"):
        code = _code_of_template(text)
        return text if code is not None and string_counts(text) else code
    return text if string_counts(text) else b""


def _code_of_template(text: bytes) -> bytes | None:
    """The expressions in an f-string; None where another string or a comment in one of them could hide its end."""
    code = bytearray()
    depth = 0  # braces that are open: never fewer than Python counts, to which `{{` opens none
    for letter in text:
        depth += (letter == ord("{")) - (letter == ord("}"))
        if depth < 0 or (depth and letter in b"\"'#"):
            return None
        code.append(letter if depth else ord(" "))
    return bytes(code) if depth == 0 else None


def _normalised(source: bytes) -> str:
    """Python reads letters of other forms, such as full-width ones, as the plain ones."""
    text = source.decode("utf-8", "replace")
    return text if text.isascii() else unicodedata.normalize("NFKC", text)
