"""Why a file stopped, or a name could not be defined, as a worker tells it: only what an honest one would send."""

from dataclasses import dataclass
from typing import Any


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


def failures_told(told: Any) -> dict[str, Failure]:
    """By file or name; what is no failure is left out."""
    if not isinstance(told, dict):
        return {}
    return {name: _failure(item) for name, item in told.items() if type(name) is str and isinstance(item, dict)}


def _failure(told: dict[str, Any]) -> Failure:
    where = told.get("where")
    known = told | (where if isinstance(where, dict) else {})
    fields: dict[str, Any] = {name: known.get(name) for name in Failure.__dataclass_fields__}
    return Failure(**{name: value for name, value in fields.items() if type(value) is type(getattr(Failure, name))})
