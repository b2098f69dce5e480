"""CSV files that spreadsheets open: texts are quoted, and no text is run as a formula."""

import re
from collections.abc import Iterable

# Signs that begin a formula, as they are and as full-width letters; and what may separate cells where a comma does not.
SIGNS = "=+@\uff1d\uff0b\uff0d\uff20-"
FORMULA_STARTS = (*SIGNS, "\t", "\r", "\n")
SEPARATOR = r"(;|(?<=[\s\S])[\t\r\n])"  # at the beginning, the others begin a formula themselves
INSIDE = re.compile(rf"{SEPARATOR}('*\s*[{SIGNS}])")
ESCAPED_INSIDE = re.compile(rf"{SEPARATOR}'('*\s*[{SIGNS}])")
BLANK = " \t\r\n\v\f\u00a0\u2007\u202f\ufeff"
NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?%?")


def csv_text(rows: Iterable[Iterable[object]], end: str = "\n", separator: str = ",") -> str:
    """Return the text of a CSV file; texts are quoted and escaped, numbers and empty cells are not.

    Args:
        rows: the cells of each row; None is an empty cell.
        end: the end of a line.
        separator: what separates cells.
    """
    return "".join(separator.join(map(_cell, row)) + end for row in rows)


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    if not isinstance(value, str) or not text or (NUMBER.fullmatch(text) and "," not in text):
        return text
    return '"' + escape_cell(text).replace('"', '""') + '"'


def escape_cell(cell: str) -> str:
    """Put an apostrophe before what a spreadsheet would run as a formula; numbers stay numbers.

    In countries with decimal commas a semicolon separates cells, so that a formula may begin behind one. What has an
    apostrophe there already gets another one, so that different texts stay different.
    """
    escaped = INSIDE.sub(r"\1'\2", cell)
    return f"'{escaped}" if _begins_formula(cell.lstrip("'")) and not NUMBER.fullmatch(cell) else escaped


def unescape_cell(cell: str) -> str:
    """Return the text that `escape_cell` was given."""
    if cell.startswith("'"):
        rest = ESCAPED_INSIDE.sub(r"\1\2", cell[1:])
        if _begins_formula(rest.lstrip("'")):
            return rest
    return ESCAPED_INSIDE.sub(r"\1\2", cell)


def _begins_formula(text: str) -> bool:
    if text.strip(" \u00a0") == "-":  # alone it is no formula, and it is what Moodle writes where there is nothing
        return False
    return text.startswith(FORMULA_STARTS) or text.lstrip(BLANK).startswith(tuple(SIGNS))
