"""Edits of single steps of a right program; a step is a line with a label, `scores = queries @ keys.mT  # product`.

A group of edits names the exercises that it is about, and has a table for each stage, with edits that begin with the
name of their mistake:

    [[edits]]
    exercises = ["SelfAttention"]

    [edits.product]
    sign-turned = "-(queries @ keys.mT)"
    "first-of-batch/keys" = { product = "queries @ keys[:1].mT" }

The text of an edit replaces the step named like the stage, or those that it names. An expression replaces what
is assigned or returned; in other text, a line `...` is the line that was there, so that lines can be put around it.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.course.model import CourseError
from autograder.course.validation import Strict, check_keys, convert, mistakes_in, read_optional_toml
from autograder.edits.patch import PatchError
from autograder.edits.program_cells import cut_definition

LABELLED = re.compile(r"^(?P<indent>\s*)(?P<code>.*\S)  # (?P<label>[a-z_]+)$")
TARGET = re.compile(r"^(?:return |[^=()]+? = )")  # what an expression is assigned to, or `return`
OLD_LINE = "..."
EDITS = "edits"  # folder of the shared folder of the solutions
STEP_FILES = "steps*.py"  # in the shared folder of the solutions: right programs whose steps have labels
Change = Mapping[str, str]  # step → text


@dataclass(frozen=True)
class StepEdits:
    """The edits of one exercise.

    Attributes:
        stages: by stage and name of the edit, what becomes of the steps. Edits of one stage exclude each other.
        alone: names of edits that are not combined with others.
    """

    stages: Mapping[str, Mapping[str, Change]] = field(default_factory=dict)
    alone: frozenset[str] = frozenset()


class EditFile(Strict, frozen=True):
    """A file of edits."""

    edits: list[dict[str, Any]]


class EditGroup(Strict, frozen=True):
    """Edits of the same exercises, as in a file; all other keys of the table are stages."""

    exercises: list[str]
    alone: tuple[str, ...] = ()


def read_step_edits(folder: Path, exercises: Sequence[str]) -> dict[str, StepEdits]:
    """Return the edits in the files of a folder by exercise.

    Args:
        folder: with files `*.toml`; a folder that is not there has none.
        exercises: the names that a file may be about.

    Raises:
        CourseError: a file is no valid TOML, or has a wrong key; the sentence names both.
    """
    stages: dict[str, dict[str, dict[str, Change]]] = defaultdict(lambda: defaultdict(dict))
    alone: dict[str, set[str]] = defaultdict(set)
    for path in sorted(folder.glob("*.toml")):
        data = read_optional_toml(path)
        with mistakes_in(f"{folder.name}/{path.name}"):
            for table in convert(data, EditFile).edits:
                group = convert({key: table.pop(key) for key in EditGroup.__struct_fields__ if key in table}, EditGroup)
                own = convert(table, dict[str, dict[str, str | dict[str, str]]])
                check_keys(dict.fromkeys(group.exercises), "exercises", exercises)
                for exercise in group.exercises:
                    alone[exercise].update(group.alone)
                    for stage, edits in own.items():
                        stages[exercise][stage].update({name: _change(stage, text) for name, text in edits.items()})
    return {name: StepEdits(own, frozenset(alone[name])) for name, own in stages.items()}


def _change(stage: str, text: str | dict[str, str]) -> Change:
    return {stage: text} if isinstance(text, str) else text


@dataclass(frozen=True)
class Step:
    """A labelled line of a program."""

    number: int
    indent: str
    code: str


class StepProgram:
    """The definition of a right program with labelled steps, as text that can be edited.

    Raises:
        PatchError: the source has no such definition, or two steps have the same label.
    """

    def __init__(self, source: str, name: str, last: str = "") -> None:
        """Read the definition of `name`; with `last`, its last line is a step with this label."""
        self.lines = cut_definition(source, name).split("\n")
        self.steps: dict[str, Step] = {}
        if last:
            code = self.lines[-1].strip()
            self.steps[last] = Step(len(self.lines) - 1, self.lines[-1].removesuffix(code), code)
        for number, line in enumerate(self.lines):
            if match := LABELLED.match(line):
                if match["label"] in self.steps:
                    raise PatchError(f"{name} has two steps {match['label']}")
                self.steps[match["label"]] = Step(number, match["indent"], match["code"])

    def edited(self, changes: Sequence[Change]) -> str:
        """Return the definition with these changes.

        Raises:
            PatchError: there is no such step, or two changes replace the same one.
        """
        lines = list(self.lines)
        for label in {label for change in changes for label in change}:
            step = self.steps.get(label)
            if step is None:
                raise PatchError(f"no step {label}")
            texts = [change[label] for change in changes if label in change]
            lines[step.number] = "\n".join(f"{step.indent}{line}" for line in _composed(step, texts))
        return "\n".join(lines)


def _composed(step: Step, texts: Sequence[str]) -> list[str]:
    """Return the lines that stand for a step after several changes, at most one of which replaces it."""
    changes = [_statement(step, text) for text in texts]
    own = [lines for lines in changes if not any(map(_is_old_line, lines))]
    if len(own) > 1:
        raise PatchError(f"two changes replace the step `{step.code}`")
    result = own[0] if own else [step.code]
    for lines in changes:
        places = [number for number, line in enumerate(lines) if _is_old_line(line)]
        if places:
            old = lines[places[0]]
            indent = old[: len(old) - len(OLD_LINE)]
            result = [*lines[: places[0]], *(f"{indent}{line}" for line in result), *lines[places[0] + 1 :]]
    return result


def _is_old_line(line: str) -> bool:
    return line.strip() == OLD_LINE


def _statement(step: Step, text: str) -> list[str]:
    lines = text.strip("\n").split("\n")
    target = TARGET.match(step.code)
    if any(map(_is_old_line, lines)) or target is None or not _is_expression(text):
        return lines
    return f"{target[0]}{text}".split("\n")


def _is_expression(text: str) -> bool:
    try:
        ast.parse(text, mode="eval")
    except SyntaxError:
        return False
    return True


def check_step_edits(edits: StepEdits, program: StepProgram, names: Sequence[str]) -> None:
    """Check that every edit fits the program and begins with the name of a mistake.

    Raises:
        CourseError: the first that does not.
    """
    for stage, own in edits.stages.items():
        for name, change in own.items():
            if name.split("/")[0] not in names:
                raise CourseError(f"{stage}.{name}: the course has no mistake of this name")
            try:
                compile(program.edited([change]), f"<{stage}.{name}>", "exec", ast.PyCF_ONLY_AST)
            except (PatchError, SyntaxError) as error:
                raise CourseError(f"{stage}.{name}: {error}") from error


def fit_together(one: Change, other: Change) -> bool:
    """Whether no step is replaced by both changes."""
    return not any(_replaces(one[step]) and _replaces(other[step]) for step in one.keys() & other.keys())


def _replaces(text: str) -> bool:
    return not any(map(_is_old_line, text.split("\n")))


def in_order(edits: StepEdits, program: StepProgram) -> StepEdits:
    """Return the same edits, the stages in the order of the first steps that they change."""

    def first(stage: str) -> int:
        changed = {step for change in edits.stages[stage].values() for step in change} & program.steps.keys()
        named = {stage} & program.steps.keys()
        return min(program.steps[step].number for step in named or changed or program.steps)

    return StepEdits({stage: edits.stages[stage] for stage in sorted(edits.stages, key=first)}, edits.alone)
