"""Files of programs in cells: `# %% name | wrong | family | level | mistake: name`, then a patch or a definition."""

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from autograder.course.model import CHECK_LEVELS, CourseError
from autograder.course.validation import check_choice, mistakes_in
from autograder.edits.patch import ADDED, REMOVED, SPACED, Hunk, PatchError, apply_patch, parse_hunks

KINDS = ("wrong", "right", "allowed", "not allowed", "listed")
OPTIONS = ("mistake", "also", "of", "public")  # words before a colon in the head of a cell
OPTIONS_OF_OTHERS = ("of",)  # in that of a program that is not wrong
HEAD = "# %%"
WRONG_HEAD = "# %% name | wrong | family | core or robustness | mistake: its-name"
OTHER_HEAD = "# %% name | right, allowed, not allowed or listed"
NAME = re.compile(r"[A-Za-z]\w*")
MAX_FILE_LINES = 800
TOPIC_FILE = "<exercise>__<topic>.py"


@dataclass(frozen=True)
class ProgramCell:
    """One program, as an edit of a right one.

    Attributes:
        name: unique among the cells of its exercise.
        kind: one of `KINDS`, which CONTRIBUTING.md explains.
        family, level, mistake: of a wrong program.
        text: what the program does, in words.
        line: the number of its head in the file.
        of: the name of the cell that it patches; empty for the solution.
        also: of a wrong program, other mistakes whose words are true of it.
        public: of a wrong program that passes all public tests, the kind of question that finds it; else empty.
        hunks: the patch; empty where `code` is the whole definition.
        code: the whole definition with its imports and helpers; beside a patch only these.
    """

    name: str
    kind: str
    text: str
    line: int
    code: str
    hunks: tuple[Hunk, ...] = ()
    of: str = ""
    family: str | None = None
    level: str | None = None
    mistake: str | None = None
    also: tuple[str, ...] = ()
    public: str = ""


def parse_cells(text: str, families: Sequence[str]) -> list[ProgramCell]:
    """Return the cells of a file in their order.

    Raises:
        CourseError: the first mistake in it, with its line or the name of the cell.
    """
    lines = text.split("\n")
    _check_syntax(text, len(lines))
    starts = [number for number, line in enumerate(lines) if line.startswith(HEAD)]
    if any(line.strip() and not line.startswith("#") for line in lines[: starts[0] if starts else None]):
        raise CourseError(f"line 1: code before the first cell; begin a cell with `{WRONG_HEAD}`")
    ends = [*starts[1:], len(lines)]
    return [_cell(start, lines[start:end], families) for start, end in zip(starts, ends, strict=True)]


def _check_syntax(text: str, count: int) -> None:
    if count > MAX_FILE_LINES + 1:
        raise CourseError(f"{count - 1} lines, and {MAX_FILE_LINES} are allowed; move cells to a file {TOPIC_FILE}")
    try:
        ast.parse(text)
    except SyntaxError as error:
        raise CourseError(f"line {error.lineno}: no valid Python ({error.msg})") from error


def _cell(start: int, lines: Sequence[str], families: Sequence[str]) -> ProgramCell:
    name, kind, family, level, options = _head(start + 1, lines[0], families)
    place = f"cell {name}"
    body = [SPACED.sub("#", line) for line in lines[1:]]
    if not body or not body[0].startswith("# ") or not body[0][2:].strip():
        raise CourseError(f"{place}: the next line must say in words what the program does, as `# softmax over rows`")
    patch = [line for line in body[1:] if line.startswith((REMOVED, ADDED)) or not line.strip()]
    code = "\n".join(line for line in body[1:] if not line.startswith((REMOVED, ADDED))).strip("\n")
    with mistakes_in(place):
        hunks = parse_hunks(patch)
    if not hunks and (not ast.parse(code).body or "of" in options):
        raise CourseError(f"{place}: has neither a patch (`{REMOVED} old line`, `{ADDED} new line`) nor a definition")
    also = tuple(filter(None, re.split(r"[,\s]+", options.get("also", ""))))
    return ProgramCell(
        name, kind, body[0][2:].strip(), start + 1, code, hunks, options.get("of", ""), family, level,
        options.get("mistake"), also, options.get("public", ""),
    )  # fmt: skip


def _head(
    number: int, line: str, families: Sequence[str]
) -> tuple[str, str, str | None, str | None, Mapping[str, str]]:
    name, *fields = [part.strip() for part in line.removeprefix(HEAD).split("|")]
    if not NAME.fullmatch(name):
        raise CourseError(f"line {number}: a cell begins with its name: `{WRONG_HEAD}`")
    pairs = [part.partition(":") for part in fields if ":" in part]
    options = {key.strip(): value.strip() for key, _, value in pairs}
    plain = [part for part in fields if ":" not in part]
    kind = plain[0] if plain else ""
    with mistakes_in(f"cell {name}"):
        check_choice(kind, "kind", KINDS)
        is_wrong = kind == "wrong"
        expected, known = (3, OPTIONS) if is_wrong else (1, OPTIONS_OF_OTHERS)
        if len(plain) != expected or options.keys() - set(known) or ("mistake" in options) != is_wrong:
            raise CourseError(f"the head must be `{WRONG_HEAD if is_wrong else OTHER_HEAD}`")
        if not is_wrong:
            return name, kind, None, None, options
        family = check_choice(plain[1], "family", families)
        return name, kind, family, check_choice(plain[2], "level", CHECK_LEVELS), options


class RightPrograms:
    """The right programs that cells of one exercise patch: the solution's definition, and cells with a whole one."""

    def __init__(self, exercise: str, solution: str, cells: Sequence[ProgramCell]) -> None:
        self.exercise = exercise
        self.solution = solution
        self.cells = {cell.name: cell for cell in cells}

    @cached_property
    def own(self) -> str:
        """The solution's definition of the exercise, cut out."""
        return cut_definition(self.solution, self.exercise)

    def code(self, cell: ProgramCell) -> str:
        """Return the code of a program: its definition of the exercise, with its imports and helpers.

        Raises:
            PatchError: the patch does not fit, or the cell that it patches is not a right one with a definition.
        """
        if not cell.hunks:
            return f"{cell.code}\n"
        patched = apply_patch(cell.hunks, self.patched_by(cell))
        return f"{cell.code}\n\n\n{patched}\n" if cell.code else f"{patched}\n"

    def patched_by(self, cell: ProgramCell) -> str:
        """Return the code that a cell patches; empty if it has a whole definition instead.

        Raises:
            PatchError: the cell that it names is not a right one with a definition.
        """
        if not cell.hunks:
            return ""
        if not cell.of:
            return self.own
        base = self.cells.get(cell.of)
        if base is None or base.kind not in ("right", "allowed") or base.hunks:
            raise PatchError(f"`of: {cell.of}` names no right cell of this exercise with a whole definition")
        return base.code


def cut_definition(source: str, name: str) -> str:
    """Return the lines of a top-level definition.

    Raises:
        PatchError: there is none.
    """
    node = find_definition(source, name)
    first = min([node.lineno, *(item.lineno for item in node.decorator_list)])
    return "\n".join(source.split("\n")[first - 1 : node.end_lineno])


def find_definition(source: str, name: str) -> ast.FunctionDef | ast.ClassDef:
    """Return the first top-level definition of a name.

    Raises:
        PatchError: there is none.
    """
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name:
            return node
    raise PatchError(f"the solution defines no {name}")
