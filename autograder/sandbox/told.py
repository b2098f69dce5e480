"""Why a file stopped, or a name could not be defined, as a worker tells it: only what an honest one would send."""

from dataclasses import dataclass
from typing import Any

MOST_LINES = 1_000_000  # a larger number of a line is none


@dataclass(frozen=True)
class Failure:
    """An exception that left the top of a file, in words."""

    type: str = ""
    text: str = ""
    parses: bool = True  # False: the file is no Python
    ends_process: bool = False  # `exit()` and its kin
    file: str = ""
    line: int = 0  # 0: not known
    code: str = ""
    refused: str = ""  # what the sandbox refused; a person has to look then


def failures_told(told: Any) -> dict[str, Failure]:
    """By file or name; what is no failure is left out."""
    if not isinstance(told, dict):
        return {}
    return {name: _failure(item) for name, item in told.items() if isinstance(name, str) and isinstance(item, dict)}


def _failure(told: dict[str, Any]) -> Failure:
    where = told.get("where")
    known = told | (where if isinstance(where, dict) else {})
    fields: dict[str, Any] = {name: known.get(name) for name in Failure.__dataclass_fields__}
    fitting = {name: value for name, value in fields.items() if _fits(value, getattr(Failure, name))}
    return Failure(**fitting | {"line": line_number(known.get("line"))})


def _fits(value: Any, usual: Any) -> bool:
    return isinstance(value, str) if isinstance(usual, str) else type(value) is type(usual)


def line_number(told: Any) -> int:
    """The number of a line; 0 for what is none."""
    return told if type(told) is int and 0 < told <= MOST_LINES else 0
