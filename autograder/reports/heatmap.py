"""A small matrix as a table of numbers with colours."""

from typing import Any

from autograder.results.model import Json

STRENGTHS = 3  # of colour, on each side of zero
CAPTIONS = {"got": "Yours", "expected": "Expected", "difference": "Difference"}
WHERE = "Where it differs"
SIGNS = {"differs": "✗", "agrees": "·"}


def maps(evidence: Json) -> list[Json]:
    """The tables to draw: yours, expected, difference; or yours and where it differs when no number may be shown."""
    names = [name for name in CAPTIONS if name in evidence]
    # one scale for yours and expected, so that equal colours are equal numbers
    common = _largest([evidence[name] for name in ("got", "expected") if name in evidence])
    found = []
    for name in names:
        largest = _largest([evidence[name]]) if name == "difference" else common
        rows = [[_cell(value, largest) for value in row] for row in evidence[name]]
        found.append({"caption": CAPTIONS[name], "rows": _with_marks(rows, evidence["wrong"])})
    if "difference" not in evidence:
        found.append({"caption": WHERE, "rows": [[_place(wrong) for wrong in row] for row in evidence["wrong"]]})
    return found


def position(evidence: Json) -> str:
    """Which matrix of a larger result it is, as an index: `[0, 1]`, or nothing."""
    return str(evidence["place"]) if evidence.get("place") else ""


def _largest(matrices: list[list[list[Any]]]) -> float:
    numbers = [abs(value) for matrix in matrices for row in matrix for value in row if not isinstance(value, str)]
    return float(max(numbers, default=0)) or 1.0


def _cell(value: Any, largest: float) -> Json:
    if isinstance(value, str):
        return {"text": value, "colour": "odd", "wrong": False}
    text = str(value) if isinstance(value, bool) else f"{value:g}".replace("-", "\N{MINUS SIGN}")
    share = float(value) / largest
    strength = min(STRENGTHS, int(abs(share) * STRENGTHS + 0.5))
    colour = "zero" if strength == 0 else f"{'up' if share > 0 else 'down'}{strength}"
    return {"text": text, "colour": colour, "wrong": False}


def _with_marks(rows: list[list[Json]], wrong: list[list[bool]]) -> list[list[Json]]:
    return [[cell | {"wrong": bad} for cell, bad in zip(*pair, strict=True)] for pair in zip(rows, wrong, strict=True)]


def _place(wrong: bool) -> Json:
    text, colour = ("differs", "odd") if wrong else ("agrees", "zero")
    return {"text": text, "sign": SIGNS[text], "colour": colour, "wrong": wrong}
