"""What may be put into a line of a terminal, a page or a table: nothing that steers it, is unseen or turns it round."""

# Letters that count as printable and show nothing: fillers, selectors of variants, joiners of graphemes.
UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0").union(
    map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
)


def printable(text: str, most: int | None = None) -> str:
    """A text, or its beginning, with `?` for every letter that shows nothing.

    These are control characters (escape sequences begin with one), line and paragraph separators, marks of direction,
    letters without width, halves of surrogate pairs, and what belongs to no script.
    """
    text = text[:most]
    if text.isascii() and text.isprintable():
        return text
    return "".join(letter if letter.isprintable() and letter not in UNSEEN else "?" for letter in text)


def printable_lines(text: str) -> str:
    """The same for a text of several lines, such as code."""
    return "\n".join(printable(line.removesuffix("\r").expandtabs(4)) for line in text.split("\n"))
