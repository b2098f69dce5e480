"""Data files (TOML, JSON) as typed values; every mistake is one sentence.

A sentence names the file, the path of the key, what was found there and what is expected:
`course.toml: assignment[1].file[0].exercises[2].points (softmax): is '2', expected a number above 0`.
The tables are `msgspec.Struct` classes. A type may say in words what is expected:
`Annotated[int, Meta(gt=0, extra={"expected": "a whole number above 0"})]`.
"""

import re
import tomllib
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from autograder.course.model import CourseError

Table = dict[str, Any]
Key = str | int
T = TypeVar("T")

STEP = re.compile(r"\.(?P<key>\w+)|\[(?P<index>\d+)\]|\[(?P<any>\.\.\.)\]")  # in the paths that msgspec writes
MOST_CHOICES = 40  # above this many, a message lists only those that were probably meant
MOST_LISTED = 12  # above this many known keys, a message with a suggestion does not list them
NAMING_KEYS = ("name", "id", "student", "exercise")  # what identifies an entry of a list to a reader
WORDS = {
    "str": "a text in quotes",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "list": "a list",
    "vartuple": "a list",
    "tuple": "a list",
    "dict": "a table",
    "struct": "a table",
    "datetime": "a date with a time",
}


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a data file; unknown keys are refused."""


def read_toml(path: Path, name: str = "") -> Table:
    """Return the content of a TOML file, which messages call `name` or else by its path.

    Raises:
        CourseError: the file cannot be read, or is not TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise CourseError(f"{name or path}: cannot be read ({error.strerror})") from error
    except ValueError as error:
        raise CourseError(f"{name or path}: is not a TOML file ({error})") from error


def read_optional_toml(path: Path) -> Table:
    """Read an optional data file of a course; return an empty table if it does not exist.

    Raises:
        CourseError: as `read_toml`.
    """
    return read_toml(path, path.name) if path.exists() else {}


@contextmanager
def mistakes_in(file: str | Path) -> Iterator[None]:
    """Prefix every `CourseError` that is raised inside with the name of the file."""
    try:
        yield
    except CourseError as error:
        raise CourseError(f"{file}: {error}") from error


def convert(data: Any, kind: type[T], place: str = "", also: Collection[str] = ()) -> T:
    """Validate `data` and return it as a `kind`.

    Args:
        data: what a TOML or JSON parser returned.
        kind: any type that msgspec understands, usually a `Strict` table.
        place: the path of `data` in its file; empty for the whole file.
        also: further keys that are allowed at this place and were taken out before; messages list them.

    Raises:
        CourseError: a key is unknown or missing, or a value is not of its type.
    """
    try:
        return _convert(data, kind)
    except msgspec.ValidationError as error:
        raise CourseError(_sentence(data, kind, place, also, str(error))) from error


def check_choice(value: Any, place: str, choices: Collection[str]) -> str:
    """Return `value` if it is one of some words.

    Raises:
        CourseError: it is anything else.
    """
    if isinstance(value, str) and value in choices:
        return value
    expected = f"expected one of {', '.join(choices)}" if len(choices) <= MOST_CHOICES else "which does not exist"
    raise CourseError(f"{place}: is {_shortened(value)}, {expected}{_suggestion(value, choices)}")


def check_keys(table: Collection[str], place: str, known: Collection[str]) -> None:
    """Refuse the first key of a table that is not one of `known`.

    Raises:
        CourseError: there is such a key.
    """
    for key in table:
        if key not in known:
            raise CourseError(_unknown_key(key, place, known))


def _convert(data: Any, kind: type[T]) -> T:
    return msgspec.convert(data, kind, builtin_types=(datetime, date, time))  # what TOML has besides JSON's types


def _sentence(data: Any, kind: Any, place: str, also: Collection[str], error: str) -> str:
    """Return msgspec's error as one sentence, with the value and in the words of the schema."""
    path = _path_of(data, kind, error)
    where = _path_text(place, path)
    problem, _, _ = error.partition(" - at `$")
    node = _schema_at(kind, path)
    if match := re.search(r"unknown field `(.*)`", problem):
        return _unknown_key(match[1], where, [*_fields(node), *also])
    where += _owner(data, path)
    if match := re.search(r"missing required field `(.*)`", problem):
        expected = expected_words(_fields(node)[match[1]])
        return _in_place(where, f"the key {match[1]!r} is missing, expected {expected}")
    value = _value_at(data, path)
    near = _suggestion(value, _literals(node))
    return _in_place(where, f"is {_shortened(value)}, expected {expected_words(node)}{near}")


def _in_place(place: str, problem: str) -> str:
    return f"{place}: {problem}" if place else problem


def _unknown_key(key: str, place: str, known: Collection[str]) -> str:
    near = _suggestion(key, known)
    expected = "" if near and len(known) > MOST_LISTED else f", expected one of {', '.join(known)}"
    return f"{_path_text(place, [key])}: unknown key{expected}{near}"


def _suggestion(value: Any, known: Collection[str]) -> str:
    import difflib  # noqa: PLC0415 - only needed for messages

    near = difflib.get_close_matches(value, known, 1) if isinstance(value, str) else []
    return f" (did you mean {near[0]}?)" if near else ""


def _shortened(value: Any, most: int = 80) -> str:
    text = str(value.isoformat() if hasattr(value, "isoformat") else repr(value))
    return text if len(text) <= most else f"{text[:most]}…"


def _path_text(place: str, path: Sequence[Key]) -> str:
    """Return a path as it is written in messages: `assignment[0].file[1]`."""
    steps = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
    return f"{place}{steps}" if place else steps.removeprefix(".")


def _owner(data: Any, path: Sequence[Key]) -> str:
    """Return the name of the innermost list entry on a path, because a number alone is hard to find in a file."""
    for depth in range(len(path), 0, -1):
        entry = _value_at(data, path[:depth])
        if isinstance(path[depth - 1], int) and isinstance(entry, dict):
            name = next((entry[key] for key in NAMING_KEYS if isinstance(entry.get(key), str)), "")
            return f" ({name})" if name and path[depth:] != ["name"] else ""
    return ""


def _value_at(data: Any, path: Sequence[Key]) -> Any:
    value: Any = data
    for key in path:
        value = value[key]
    return value


def _path_of(data: Any, kind: Any, error: str) -> list[Key]:
    """Return the path of the wrong value; msgspec omits the keys of tables with free names, so each key is tried."""
    path: list[Key] = []
    _, _, path_text = error.partition(" - at `$")
    for step in STEP.finditer(path_text):
        if step["any"]:
            table = _value_at(data, path)
            path.append(next(key for key in table if _error_of(_only(data, [*path, key]), kind) == error))
        else:
            path.append(step["key"] or int(step["index"]))
    return path


def _only(data: Any, path: Sequence[Key]) -> Any:
    """Return `data` without the neighbours of the last key of a path."""
    key, *rest = path
    if not rest:
        return {key: data[key]}
    result: Any = data.copy()
    result[key] = _only(data[key], rest)
    return result


def _error_of(data: Any, kind: Any) -> str:
    try:
        _convert(data, kind)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def _schema_at(kind: Any, path: Sequence[Key]) -> Any:
    """Return msgspec's description of the type at a path."""
    from msgspec import inspect  # noqa: PLC0415 - only needed for messages

    node: Any = inspect.type_info(kind)
    for key in path:
        node = next(entry for member in _members(node) if (entry := _entry_type(member, key)) is not None)
    return node


def _entry_type(node: Any, key: Key) -> Any:
    """Return the type of an entry of a table or list; None if a value of this type has no such entry."""
    if isinstance(key, int):
        items = getattr(node, "item_types", None)
        return items[key] if items else getattr(node, "item_type", None)
    return _fields(node).get(key) or getattr(node, "value_type", None)


def _members(node: Any) -> list[Any]:
    """Return the types of a union, or the type itself, without annotations."""
    node = _without_annotation(node)
    types = getattr(node, "types", None)
    return [member for item in types for member in _members(item)] if types else [node]


def _without_annotation(node: Any) -> Any:
    return _without_annotation(node.type) if hasattr(node, "extra_json_schema") else node


def _fields(node: Any) -> dict[str, Any]:
    fields = (field for member in _members(node) for field in getattr(member, "fields", ()))
    return {field.encode_name: field.type for field in fields}


def _literals(node: Any) -> list[str]:
    return [value for member in _members(node) for value in getattr(member, "values", ())]


def expected_words(node: Any) -> str:
    """Describe what a type accepts, in the words of its annotation or else the usual ones."""
    extra = getattr(node, "extra", None)
    if extra and "expected" in extra:
        return str(extra["expected"])
    if hasattr(node, "extra_json_schema"):
        return expected_words(node.type)
    if values := _literals(node):
        return f"one of {', '.join(values)}"
    if types := getattr(node, "types", None):
        return " or ".join(dict.fromkeys(expected_words(item) for item in types if not _is_none(item)))
    return WORDS.get(type(node).__name__.removesuffix("Type").lower(), "something else")


def _is_none(node: Any) -> bool:
    return type(node).__name__ == "NoneType"
