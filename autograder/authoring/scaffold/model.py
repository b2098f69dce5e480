"""What is to be made: a new exercise, and the names that nobody else may have."""

import builtins
import keyword
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from autograder.course import Assignment, Course
from autograder.errors import AutograderError

KINDS = ("function", "class", "derivation", "generator")
DERIVATIONS = "derivations.py"  # where the derivations of a part go, if it has this file
PART_ID = re.compile(r"\d\d_[A-Za-z]\w*", re.ASCII)
IN_NOTEBOOKS = "example_"  # what the cells of a notebook define for themselves
CORE_SHARE = 0.75  # of the points; the rest is for robustness


class ScaffoldError(AutograderError):
    """Something new cannot be made; the message is one sentence that says why."""


@dataclass(frozen=True)
class NewExercise:
    """An exercise to be made.

    Attributes:
        part: the id of its part.
        file: the file of the part that it goes to.
        name: its name.
        kind: one of `KINDS`.
        points: what it is worth.
        forbidden: the name of its from-scratch rule; empty for none.
        inputs: the shapes of its tensors by name, without leading dimensions; empty for an exercise of the template.
        weights: the shapes of the parameters of a class by name.
        of: the class of its layers, if it has a list of them.
    """

    part: str
    file: str
    name: str
    kind: str
    points: float
    forbidden: str = ""
    inputs: Mapping[str, str] = field(default_factory=dict)
    weights: Mapping[str, str] = field(default_factory=dict)
    of: str = ""

    @property
    def template(self) -> str:
        """The folder of its templates."""
        return f"shaped_{self.kind}" if self.inputs else self.kind

    @property
    def snake(self) -> str:
        """The name in small letters, for tests: `row_sums`, `self_attention`."""
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", self.name).lower()

    @property
    def words(self) -> dict[str, str]:
        """What the templates need."""
        core = round(self.points * CORE_SHARE, 4)
        return {
            "part": self.part,
            "number": self.part[:2],
            "file": self.file,
            "name": self.name,
            "slug": self.name.replace("_", "-"),
            "snake": self.snake,
            "points": f"{self.points:g}",
            "core": f"{core:g}",
            "robustness": f"{round(self.points - core, 4):g}",
        }


def file_of(part: str) -> str:
    """Return the name of the file that a new part begins with: `sorting.py` of `03_sorting`."""
    return f"{part[3:]}.py"


def check_part_id(part: str) -> None:
    """Refuse an id that no part can have.

    Raises:
        ScaffoldError: the sentence says why.
    """
    if not PART_ID.fullmatch(part):
        raise ScaffoldError(f"{part}: is no id of a part; write two digits and a word, such as 02_causal")
    stem = part[3:]
    if stem in sys.stdlib_module_names or keyword.iskeyword(stem):
        raise ScaffoldError(
            f"{part}: its file would be {file_of(part)}, which is a module of Python's own; take another word"
        )


def check_new_course(folder: Path) -> None:
    """Refuse a folder that has something in it.

    Raises:
        ScaffoldError: the sentence says so.
    """
    if folder.exists() and (not folder.is_dir() or any(item.name != ".git" for item in folder.iterdir())):
        raise ScaffoldError(f"{folder}: is no new or empty folder; name another one")


def check_new_part(course: Course, part: str) -> None:
    """Refuse a part that the course has already, by its number or in its folders.

    Raises:
        ScaffoldError: the sentence says why.
    """
    check_part_id(part)
    for other in course:
        if other.id[:2] == part[:2]:
            raise ScaffoldError(f"{part}: the course has a part {other.id} already; take another number")
    for folder in (course.solutions_folder / part, course.assignments_folder / part):
        if folder.exists():
            raise ScaffoldError(f"{folder}: exists already, and no part of course.toml; move it away")


def check_name(name: str, kind: str) -> None:
    """Refuse a name that no exercise of this kind can have.

    Raises:
        ScaffoldError: the sentence says why.
    """
    if not name.isidentifier() or not name[0].isalpha() or "__" in name:
        raise ScaffoldError(f"{name}: is no name of an exercise; use letters, digits and _, such as row_sums")
    if keyword.iskeyword(name) or hasattr(builtins, name):
        raise ScaffoldError(f"{name}: is a word of Python itself; take another name")
    if name.startswith(IN_NOTEBOOKS):
        raise ScaffoldError(f"{name}: names with {IN_NOTEBOOKS} belong to the cells of notebooks; take another name")
    if (kind == "class") != name[0].isupper():
        case = "a capital" if kind == "class" else "a small"
        raise ScaffoldError(f"{name}: the name of a {kind} begins with {case} letter, which checks rely on")


def check_shapes(exercise: NewExercise) -> None:
    """Refuse shapes that an exercise of this kind cannot have.

    Raises:
        ScaffoldError: the sentence says why.
    """
    if exercise.weights and exercise.kind != "class":
        raise ScaffoldError(f"{exercise.name}: only a class has weights")
    if exercise.inputs and exercise.kind not in ("function", "class"):
        raise ScaffoldError(f"{exercise.name}: the shapes of a {exercise.kind} are written by hand")
    if exercise.kind == "class" and bool(exercise.inputs) != bool(exercise.weights):
        raise ScaffoldError(f"{exercise.name}: name the shapes of inputs and of weights, or none")
    if exercise.of and not exercise.weights:
        raise ScaffoldError(f"{exercise.name}: --of needs the shapes of inputs and of weights")
    names = [*exercise.inputs, *exercise.weights]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise ScaffoldError(f"{twice}: is an input and a weight; take another name")


def check_points(points: float) -> None:
    """Refuse points that pages would not show in full.

    Raises:
        ScaffoldError: they have more than two decimals.
    """
    if round(points, 2) != points:
        raise ScaffoldError(f"{points:g} points: at most two decimals are shown; round them")


def check_form(exercise: NewExercise) -> None:
    """Refuse a name, points or shapes that no exercise can have.

    Raises:
        ScaffoldError: the sentence says why.
    """
    check_name(exercise.name, exercise.kind)
    check_points(exercise.points)
    check_shapes(exercise)


def check_new_exercise(course: Course, exercise: NewExercise) -> None:
    """Refuse an exercise that does not fit into the course.

    Raises:
        ScaffoldError: the sentence says why.
    """
    check_form(exercise)
    part = course.assignment(exercise.part)
    if exercise.name in course.exercise_names[part.id]:
        raise ScaffoldError(f"{exercise.name}: {part.id} has an exercise of this name already; take another name")
    if exercise.file not in part.files:
        raise ScaffoldError(f"{exercise.file}: is no file of {part.id}; choose from {', '.join(part.files)}")
    rules = [rule.name for rule in course.rules]
    if exercise.of and exercise.of not in {other.name for other in part.of_file(exercise.file)}:
        raise ScaffoldError(f"{exercise.of}: {exercise.file} has no exercise of this name; begin with it")
    if exercise.forbidden and exercise.forbidden not in rules:
        known = f"choose from {', '.join(rules)}" if rules else "add a table [rules.NAME] to course.toml first"
        raise ScaffoldError(f"{exercise.forbidden}: is no rule of the course; {known}")
    source = course.solutions_folder / part.id / exercise.file
    if re.search(rf"^(?:def|class) {exercise.name}\b|^{exercise.name}\b.*=", _text(source), re.MULTILINE):
        raise ScaffoldError(f"{exercise.name}: {source} defines this name already; take another name")


def default_file(part: Assignment, kind: str) -> str:
    """Return the file of a part that a new exercise of this kind goes to."""
    if kind == "derivation" and DERIVATIONS in part.files:
        return DERIVATIONS
    return next((file for file in part.files if file != DERIVATIONS), part.files[0])


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ScaffoldError(f"{path}: cannot be read; `autograder sync --check` says more") from error
