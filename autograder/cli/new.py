"""`autograder new`: make a course, a part or an exercise that passes everything. Imports no torch."""

import os
from pathlib import Path
from typing import Any

import click

from autograder.authoring.scaffold.model import KINDS, NewExercise, default_file, file_of
from autograder.authoring.scaffold.new_texts import Texts, course_texts, exercise_texts, part_texts, write_together
from autograder.authoring.scaffold.shape_words import INPUT, WEIGHT, read_shapes
from autograder.cli.common import BAD_ARGUMENTS, DONE, FiniteRange, NamedPath, command, open_course, writing
from autograder.course.approval import approve

STATUSES = {DONE: "the files are written", BAD_ARGUMENTS: "bad arguments; nothing is written"}
FIRST_PART = "01_first_steps"

points_option = click.option(
    "--points", type=FiniteRange(min=0, min_open=True), default=2, help="What the exercise is worth.  [default: 2]"
)
kind_option = click.option(
    "--kind", type=click.Choice(KINDS), help="[default: class for a name with a capital, else function]"
)
input_option = click.option(
    INPUT, "inputs", multiple=True, metavar="NAME=SHAPE", help="A tensor that it takes: 'x=T d_in'."
)
weight_option = click.option(
    WEIGHT, "weights", multiple=True, metavar="NAME=SHAPE", help="A parameter: 'W_query=d_in d_k'."
)
Given = tuple[str, ...]  # what an option says that may be repeated


@click.group()
def new() -> None:
    """Begin a course, a part or an exercise.

    What is made passes everything at once; change it step by step.
    """


@command(
    arguments={"PATH": "a new or empty folder"},
    statuses=STATUSES,
    examples=[
        'autograder new course sorting --title "Sorting"',
        "autograder new course sorting --part 01_order --exercise largest",
    ],
    uses_course=False,
)
@click.argument("path", type=NamedPath())
@click.option("--title", default="", help="The title of the course.  [default: from PATH]")
@click.option("--part", default=FIRST_PART, metavar="ID", help=f"The id of its first part.  [default: {FIRST_PART}]")
@click.option("--exercise", default="", metavar="NAME", help="Its first exercise.  [default: from the part]")
@kind_option
@points_option
@input_option
@weight_option
def new_course(
    *, path: Path, title: str, part: str, exercise: str, inputs: Given, weights: Given, **options: Any
) -> int:
    """Make a course with one part and one exercise."""
    first = _first_exercise(part, exercise, inputs, weights, **options)
    folder = path.absolute()
    _write(course_texts(folder, title or _title(folder.name), first, _title(part[3:])), folder)
    approve(folder)
    click.echo(f"next: cd {path} && autograder sync && autograder verify")
    return DONE


@command(
    arguments={"ID": "two digits and a word, such as 03_sorting"},
    statuses=STATUSES,
    examples=['autograder new part 03_sorting --title "Sorting" --exercise largest'],
)
@click.argument("part", metavar="ID")
@click.option("--title", default="", help="The title of the part.  [default: from ID]")
@click.option("--exercise", default="", metavar="NAME", help="Its first exercise.  [default: from ID]")
@kind_option
@points_option
@input_option
@weight_option
def new_part(*, part: str, title: str, exercise: str, inputs: Given, weights: Given, **options: Any) -> int:
    """Add a part with one exercise behind the last one."""
    course = open_course()
    first = _first_exercise(part, exercise, inputs, weights, **options)
    _write(part_texts(course, first, title or _title(part[3:])), course.folder)
    click.echo(f"next: autograder sync && autograder verify {first.part}")
    return DONE


@command(
    arguments={"PART": "its id, or a beginning such as 03", "NAME": "the name of the function or class"},
    statuses=STATUSES,
    examples=[
        "autograder new exercise 03 largest",
        "autograder new exercise 03 Sorter --points 4",
        "autograder new exercise 03 softmax --forbidden softmax",
        "autograder new exercise 03 n_swaps --kind derivation --points 0.5",
        "autograder new exercise 03 Scale --input x='T d' --weight factors=d",
        "autograder new exercise 03 generate --kind generator",
    ],
)
@click.argument("part")
@click.argument("name")
@kind_option
@points_option
@click.option("--forbidden", default="", metavar="RULE", help="The from-scratch rule [rules.RULE] of course.toml.")
@click.option("--file", default="", metavar="FILE.py", help="The file of the part.  [default: the first that fits]")
@input_option
@weight_option
@click.option("--of", default="", metavar="CLASS", help="The class of its layers: --weight 'layers.{n}.W=d k'.")
def new_exercise(
    *,
    part: str,
    name: str,
    kind: str | None,
    points: float,
    forbidden: str,
    file: str,
    inputs: Given,
    weights: Given,
    of: str,
) -> int:
    """Add an exercise at the end of a file.

    With the shapes of what it takes, signature, constructor, hidden checks and public test have them already. Leading
    dimensions are not written down.
    """
    course = open_course()
    own = course.assignment(part)
    chosen = kind or _kind_of(name)
    shapes = read_shapes(inputs, INPUT), read_shapes(weights, WEIGHT)
    made = NewExercise(own.id, file or default_file(own, chosen), name, chosen, points, forbidden, *shapes, of)
    _write(exercise_texts(course, made), course.folder)
    click.echo(f"next: autograder sync && autograder verify {made.part} {made.name}")
    return DONE


new.add_command(new_course, "course")
new.add_command(new_part, "part")
new.add_command(new_exercise, "exercise")


def _first_exercise(
    part: str, name: str, inputs: Given, weights: Given, *, kind: str | None, points: float
) -> NewExercise:
    own = name or part[3:]
    shapes = read_shapes(inputs, INPUT), read_shapes(weights, WEIGHT)
    return NewExercise(part, file_of(part), own, kind or _kind_of(own), points, "", *shapes)


def _kind_of(name: str) -> str:
    return "class" if name[:1].isupper() else "function"


def _title(name: str) -> str:
    words = name.replace("_", " ").replace("-", " ").strip()
    return words[:1].upper() + words[1:] or "Course"


def _write(texts: Texts, folder: Path) -> None:
    """Write all files, and print what was done with each."""
    there = {path for path in texts if path.exists()}
    with writing():
        write_together(texts)
    for path in texts:
        click.echo(f"{'changed' if path in there else 'written'}: {os.path.relpath(path, folder)}")
