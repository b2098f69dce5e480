"""Makes text safe to show in a terminal, page or table: without control, invisible or reordering characters."""

import unicodedata

# Invisible characters that Unicode classifies as printable: fillers, variation selectors, grapheme joiners.
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0").union(
    map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
)


def printable(text: str, most: int | None = None) -> str:
    """Return a text, or its first *most* characters, with `?` for every invisible character.

    These are control characters (escape sequences begin with one), line and paragraph separators, direction marks,
    zero-width characters, lone surrogates and unassigned code points.
    """
    text = text[:most]
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if _is_visible(char) else "?" for char in text)


def spelled_out(text: str) -> str:
    """Return a text with the code of each invisible character and separate accent, for what differs in nothing else."""
    hidden = {char for char in text if not _is_visible(char) or unicodedata.combining(char)}
    return "".join(ascii(char)[1:-1] if char in hidden else char for char in text)


def _is_visible(char: str) -> bool:
    return char.isprintable() and char not in INVISIBLE


def printable_lines(text: str) -> str:
    """Apply `printable` to each line of a text such as code; tabs become spaces."""
    return "\n".join(printable(line.removesuffix("\r").expandtabs(4)) for line in text.split("\n"))
