"""Adds parts and exercises to the text of a course file; comments, order and spacing of everything else stay."""

import tomllib
from collections.abc import Callable
from typing import Any, cast

import tomlkit
from tomlkit.items import Array

from autograder.authoring.scaffold.model import NewExercise, ScaffoldError

UNTOUCHED = "course.toml: cannot be edited here; add this yourself, and the points to `total`: {}"
Data = dict[str, Any]


def exercise_entry(exercise: NewExercise) -> str:
    """Return the entry of an exercise, as it is written."""
    rule = f', forbidden = "{exercise.forbidden}"' if exercise.forbidden else ""
    return f'{{ name = "{exercise.name}", points = {exercise.points:g}{rule} }}'


def with_exercise(text: str, exercise: NewExercise) -> str:
    """Return the course file with one more exercise at the end of its file, and its points in the total.

    Raises:
        ScaffoldError: the text is written in a way that this does not understand.
    """

    def change(data: Data) -> None:
        _exercises(data, exercise).append(tomllib.loads(f"new = {exercise_entry(exercise)}")["new"])
        data["total"] = _more(data["total"], exercise.points)

    document = tomlkit.parse(text)
    array = cast(Array, _exercises(document, exercise))
    entry = cast(Any, tomlkit.parse(f"new = {exercise_entry(exercise)}"))["new"]
    (array.add_line if "\n" in array.as_string() else array.append)(entry)
    document["total"] = _more(cast(Any, document["total"]), exercise.points)
    return _checked(text, tomlkit.dumps(document), change, exercise_entry(exercise))


def with_part(text: str, title: str, exercise: NewExercise) -> str:
    """Return the course file with one more part behind the last one, which has one exercise.

    Raises:
        ScaffoldError: the text is written in a way that this does not understand.
    """
    block = part_block(title, exercise)

    def change(data: Data) -> None:
        data["assignment"].append(tomllib.loads(block)["assignment"][0])
        data["total"] = _more(data["total"], exercise.points)

    document = tomlkit.parse(text)
    document["total"] = _more(cast(Any, document["total"]), exercise.points)
    lines = tomlkit.dumps(document).split("\n")
    place = _end_of_parts(lines)
    new = "\n".join([*lines[:place], "", *block.rstrip("\n").split("\n"), *lines[place:]])
    return _checked(text, new, change, block)


def part_block(title: str, exercise: NewExercise) -> str:
    """Return the table of a part with one exercise."""
    return (
        f'[[assignment]]\nid = "{exercise.part}"\ntitle = {as_toml(title)}\nprerequisites = []\n'
        f'[[assignment.file]]\nname = "{exercise.file}"\nexercises = [{exercise_entry(exercise)}]\n'
    )


def as_toml(text: str) -> str:
    """Return a text as TOML writes it."""
    return tomlkit.item(text).as_string()


def _exercises(data: Any, exercise: NewExercise) -> Any:
    """Return the list of exercises of a file."""
    part = next(item for item in data["assignment"] if item["id"] == exercise.part)
    return next(item for item in part["file"] if item["name"] == exercise.file)["exercises"]


def _more(total: float, points: float) -> float:
    more = round(float(total) + points, 2)
    return int(more) if more == int(more) else more


def _end_of_parts(lines: list[str]) -> int:
    """Return the number of lines up to the end of the last part, without comments on what follows it."""
    heads = [number for number, line in enumerate(lines) if line.lstrip().startswith("[")]
    last = max(number for number in heads if lines[number].lstrip().startswith("[[assignment"))
    end = next((number for number in heads if number > last and not lines[number][:1].isspace()), len(lines))
    while not lines[end - 1].strip() or lines[end - 1].startswith("#"):
        end -= 1
    return end


def _checked(before: str, after: str, change: Callable[[Data], None], entry: str) -> str:
    """Return the new text if it says what the old one said, with the change.

    Raises:
        ScaffoldError: it says something else.
    """
    expected = tomllib.loads(before)
    change(expected)
    try:
        found = tomllib.loads(after)
    except tomllib.TOMLDecodeError:
        found = {}
    if found != expected:
        raise ScaffoldError(UNTOUCHED.format(" ".join(entry.split())))
    return after
