"""Reads a notebook with the marks of nbgrader or otter as a module with solutions and a file of pytest tests."""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from autograder.authoring.import_course import Found
from autograder.authoring.import_tests import body_of, first_line, last_line
from autograder.authoring.scaffold.model import ScaffoldError

MAGIC = re.compile(r"^[ \t]*[%!?].*$", re.MULTILINE)  # lines that only a notebook understands
TEST_MARK = re.compile(r"^[ \t]*#+[ \t]*(BEGIN|END) HIDDEN TESTS[ \t]*$|^# HIDDEN\s*$", re.MULTILINE)
HIDDEN = re.compile(r"^[ \t]*#+[ \t]*BEGIN HIDDEN TESTS(?:.|\n)*?END HIDDEN TESTS.*$", re.MULTILINE)
TEST_SETTINGS = re.compile(r'^""" # BEGIN TEST CONFIG\n(.*?)^""" # END TEST CONFIG\n?', re.MULTILINE | re.DOTALL)
OTTER = re.compile(r"(?:```otter\n)?# (BEGIN|END) (QUESTION|SOLUTION|TESTS|PROMPT)\b(.*)", re.DOTALL)
OTTER_PROMPT = re.compile(r'^[ \t]*""" # BEGIN PROMPT\n.*?""";? # END PROMPT\n?', re.MULTILINE | re.DOTALL)
OTTER_IGNORED = re.compile(r"^[ \t]*# BEGIN IGNORE$(?:.|\n)*?^[ \t]*# END IGNORE$|^.*# IGNORE$", re.MULTILINE)
OTTER_SOLUTION = re.compile(
    r"^[ \t]*#+ ?(BEGIN|END)? ?solution.*$|[ \t]*# SOLUTION( NO PROMPT)?$", re.MULTILINE | re.IGNORECASE
)
BY_HAND = "is graded by hand"
Kind = Literal["text", "given", "solution", "test"]


@dataclass
class Cell:
    """A cell: what it is for; of a test, its name, its points, why it cannot be one, and what students see of it."""

    kind: Kind
    text: str
    name: str = ""
    points: float = 1.0
    reason: str = ""
    visible: str = ""


@dataclass(eq=False)
class Statement:
    """A statement at the top of a cell."""

    cell: Cell
    node: ast.stmt

    @property
    def text(self) -> str:
        """Its text."""
        lines = self.cell.text.split("\n")
        return "\n".join(lines[first_line(self.node) - 1 : last_line(self.node, lines)])

    @property
    def is_import(self) -> bool:
        """Whether it imports."""
        return isinstance(self.node, ast.Import | ast.ImportFrom)

    @property
    def is_definition(self) -> bool:
        """Whether it defines a function or a class."""
        return isinstance(self.node, ast.FunctionDef | ast.ClassDef)

    @property
    def defines(self) -> set[str]:
        """The names that it gives a value, or whose value it changes."""
        if self.is_definition:
            return {self.node.name}  # type: ignore[attr-defined]
        if isinstance(self.node, ast.Import | ast.ImportFrom):
            return {alias.asname or alias.name.partition(".")[0] for alias in self.node.names}
        nodes = list(ast.walk(self.node))
        changed = [node.value for node in nodes if isinstance(node, ast.Subscript | ast.Attribute) and _is_set(node)]
        return {
            node.id for node in [*nodes, *changed] if isinstance(node, ast.Name) and (node in changed or _is_set(node))
        }

    @property
    def uses(self) -> set[str]:
        """The names whose value it may need."""
        return {node.id for node in ast.walk(self.node) if isinstance(node, ast.Name) and not _is_set(node)}


def _is_set(node: Any) -> bool:
    return isinstance(node.ctx, ast.Store | ast.Del)


def read_notebook(path: Path) -> Found:
    """Read a notebook: its solutions, and its tests as pytest has them.

    Raises:
        ScaffoldError: it is no notebook, or has no marks of nbgrader or otter.
    """
    import nbformat  # noqa: PLC0415 - an extra

    try:
        cells = nbformat.read(path, as_version=4).cells  # type: ignore[no-untyped-call]
    except (OSError, ValueError, nbformat.ValidationError, nbformat.reader.NotJSONError) as error:
        raise ScaffoldError(f"{path}: cannot be read as a notebook ({str(error).splitlines()[0]})") from error
    marked = list(_of_otter(cells) if any(_mark(cell) for cell in cells) else _of_nbgrader(cells))
    if not any(cell.kind == "test" for cell in marked):
        raise ScaffoldError(
            f"{path}: has no tests with the marks of nbgrader (points of a cell) or otter (# BEGIN TESTS)"
        )
    stem = re.sub(r"\W", "_", path.stem).strip("_").lower()
    statements = [Statement(cell, node) for cell in marked for node in _parsed(cell, path)]
    solution = _solution(statements)
    tests = _tests(statements, marked, stem, graded=True)
    shown = [replace(cell, text=cell.visible) if cell.kind == "test" else cell for cell in marked]
    public = _tests(
        [Statement(cell, node) for cell in shown for node in _parsed(cell, path)], shown, stem, graded=False
    )
    left_out = {cell.name: cell.reason for cell in marked if cell.reason}
    return Found(
        path, f"{stem}.py", solution, {f"test_{stem}.py": tests}, path.parent, dict(_texts(marked)), left_out, public
    )


def _parsed(cell: Cell, path: Path) -> Sequence[ast.stmt]:
    if cell.kind == "text" or cell.reason:
        return []
    try:
        return ast.parse(cell.text).body
    except SyntaxError as error:
        if cell.kind == "solution":
            raise ScaffoldError(f"{path}: a cell with a solution is no Python ({error.msg}): {error.text}") from error
        cell.reason = "is no Python" if cell.kind == "test" else ""
        return []


def _code(text: str) -> str:
    """Return the code of a cell without lines that only a notebook understands."""
    try:
        ast.parse(text)
    except SyntaxError:
        return MAGIC.sub("", text)
    return text


def _of_nbgrader(cells: Sequence[Any]) -> Iterator[Cell]:
    for cell in cells:
        about, text = cell.metadata.get("nbgrader", {}), cell.source
        name, points, graded = about.get("grade_id", ""), float(about.get("points") or 0), about.get("grade")
        if about.get("task") or (graded and about.get("solution")):
            yield Cell("test", "", name, points, BY_HAND)
        if cell.cell_type != "code":
            yield Cell("text", "" if about.get("task") or about.get("solution") else text)
        elif graded and about.get("solution"):
            yield Cell("given", _code(text))
        elif about.get("solution") or "BEGIN SOLUTION" in text:
            yield Cell("solution", _code(text))
        elif graded or "BEGIN HIDDEN TESTS" in text:
            reason = "has `AUTOTEST`, which nbgrader makes a test of" if "AUTOTEST" in text else ""
            reason = reason or ("" if points or not graded else "is worth nothing")
            visible = _code(HIDDEN.sub("", text))
            yield Cell("test", _code(TEST_MARK.sub("", text)), name, points or 1.0, reason, visible)
        else:
            yield Cell("given", _code(text))


def _mark(cell: Any) -> "re.Match[str] | None":
    return OTTER.match(cell.source) if cell.cell_type in ("raw", "markdown") else None


def _of_otter(cells: Sequence[Any]) -> Iterator[Cell]:
    import yaml  # noqa: PLC0415 - an extra

    question: dict[str, Any] = {}
    tests: list[Cell] = []
    inside = ""
    for cell in cells:
        mark = _mark(cell)
        if mark is None:
            text = _code(cell.source)
            if inside == "TESTS" and cell.cell_type == "code":
                tests.append(_otter_test(cell, text, f"{question.get('name', 'question')}_{len(tests) + 1}"))
            elif inside == "SOLUTION" and cell.cell_type == "code" and not question.get("manual"):
                text = OTTER_IGNORED.sub("", OTTER_PROMPT.sub("", text))
                yield Cell("solution", OTTER_SOLUTION.sub("", text))
            elif not inside and cell.cell_type in ("code", "markdown"):
                yield Cell("given" if cell.cell_type == "code" else "text", text)
            continue
        inside = mark[2] if mark[1] == "BEGIN" and mark[2] != "QUESTION" else ""
        if mark[2] != "QUESTION":
            continue
        if mark[1] == "BEGIN":
            question, tests = yaml.safe_load(mark[3].rstrip("` \n")) or {}, []
        elif question.get("manual"):
            yield Cell("test", "", str(question.get("name")), 1.0, BY_HAND)
        else:
            worth = question.get("points", 1)
            for test in tests:
                share = worth / len(tests) if isinstance(worth, int | float) else 1.0
                test.points = test.points or max(round(share, 2), 0.01)
            yield from tests


def _otter_test(cell: Any, text: str, name: str) -> Cell:
    """Return a test; what its last expression should give becomes an assertion."""
    import yaml  # noqa: PLC0415 - an extra

    found = TEST_SETTINGS.search(text)
    settings = (yaml.safe_load(found[1].replace("\\\n", "\n")) if found else None) or {}
    is_hidden = settings.get("hidden") or TEST_MARK.search(text)
    text = TEST_MARK.sub("", TEST_SETTINGS.sub("", text)).strip("\n")
    try:
        last = ast.parse(text).body[-1]
    except (SyntaxError, IndexError):
        return Cell("test", text, name, reason="is no Python")
    outputs = [output for output in cell.outputs if output.output_type != "stream"]
    if len(outputs) < len(cell.outputs):
        return Cell("test", text, name, reason="expects printed text; let the function return it")
    if outputs and isinstance(last, ast.Expr):
        lines = text.split("\n")
        shown = outputs[0].get("data", {}).get("text/plain", "")
        value = "\n".join(lines[last.lineno - 1 : last.end_lineno])
        text = "\n".join([*lines[: last.lineno - 1], f"assert repr({value}) == {shown!r}"])
    return Cell("test", text, name, float(settings.get("points") or 0), visible="" if is_hidden else text)


def _needed(names: set[str], statements: Sequence[Statement]) -> list[Statement]:
    """Return the statements that define names, with those that these need, in order."""
    found: set[Statement] = set()
    while more := {item for item in statements if item not in found and item.defines & names}:
        found |= more
        names = names.union(*(item.uses for item in more))
    return [item for item in statements if item in found]


def _solution(statements: Sequence[Statement]) -> str:
    """Return the module: the definitions between marks, and what they need of other cells."""
    own = [item for item in statements if item.cell.kind == "solution" and item.is_definition]
    names = set().union(*(item.defines | item.uses for item in own))
    kept = _needed(names, [item for item in statements if item.cell.kind != "test"])
    return "\n\n".join(item.text for item in kept) + "\n"


def _tests(statements: Sequence[Statement], cells: Sequence[Cell], stem: str, *, graded: bool) -> str:
    """Return the file of tests; with their points, if they are graded."""
    solved = set().union(*(item.defines for item in statements if item.cell.kind == "solution" and not item.is_import))
    functions: list[str] = []
    imports: dict[str, None] = {}
    used: set[str] = set()
    for cell in cells:
        own = [item for item in statements if item.cell is cell]
        if cell.kind != "test" or not own:
            continue
        before = statements[: statements.index(own[0])]
        given = _needed(
            set().union(*(item.uses for item in own)), [item for item in before if not item.defines & solved]
        )
        lines = [item for item in given if not item.is_import]
        used |= set().union(*(item.uses for item in [*own, *lines])) & solved
        imports |= {item.text: None for item in [*given, *own] if item.is_import}
        name = re.sub(r"\W+", "_", cell.name).strip("_").removeprefix("test_")
        start = f"@points({cell.points:g})\n" * graded + f"def test_{name}():\n"
        title = [own.pop(0)] if ast.get_docstring(ast.Module([own[0].node], [])) is not None else []
        body = [_indented(item) for item in [*title, *lines, *own] if not item.is_import]
        functions.append(start + "\n".join(body or ["    pass"]) + "\n")
    head = [f"from {stem} import {', '.join(sorted(used))}"] * bool(used)
    return "\n".join([*["from autograder import points"] * graded, *imports, *head]) + "\n\n\n" + "\n\n".join(functions)


def _indented(item: Statement) -> str:
    """Return a statement as it is in a function; the lines of a text in quotes stay where they are."""
    first = item.node.lineno
    texts = [node for node in ast.walk(item.node) if isinstance(node, ast.JoinedStr | ast.Constant)]
    inside = {line - first for node in texts for line in range(node.lineno + 1, (node.end_lineno or 0) + 1)}
    lines = item.text.split("\n")
    shift = first - first_line(item.node)  # of decorators
    return "\n".join(
        line if number - shift in inside or not line else f"    {line}" for number, line in enumerate(lines)
    )


def _texts(cells: Sequence[Cell]) -> Iterator[tuple[str, str]]:
    """Yield what students read of the first definition of each cell."""
    texts: list[str] = []
    for cell in cells:
        texts += [cell.text] if cell.kind == "text" and cell.text.strip() else []
        if cell.kind == "solution":
            found = [node for node in ast.parse(cell.text).body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
            if found and texts and body_of(found[0]):
                yield found[0].name, "\n\n".join(texts)
            texts = []
