"""Cells of CSV files that spreadsheets open: a text that would be run as a formula is escaped."""

import re

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?%?")


def escape_cell(cell: str) -> str:
    """Put an apostrophe before a text that a spreadsheet would run as a formula; numbers stay numbers."""
    dangerous = cell.startswith(FORMULA_STARTS) and not NUMBER.fullmatch(cell)
    return f"'{cell}" if dangerous else cell


def unescape_cell(cell: str) -> str:
    """Return the text that `escape_cell` was given."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA_STARTS) else cell
