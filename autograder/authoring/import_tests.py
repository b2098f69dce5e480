"""Changes pytest files that import the code under test into files of checks, which ask a submission for it.

The text of a test stays as it is. It gets the parameter `student`, and lines such as `softmax = student.softmax` in the
place of the import. A test that needs the student's module itself, or something that a check cannot have, is left out
with the reason.
"""

import ast
import functools
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from autograder.authoring.scaffold.model import ScaffoldError

FIXTURES = "shared_fixtures"  # what becomes of conftest.py
REFUSED_MARKS = {"skip": "is skipped", "skipif": "is skipped on some machines", "xfail": "is expected to fail"}
PATCHES = "patches code, but that of the student runs in another process"
REFUSED_FIXTURES = {
    **dict.fromkeys(("monkeypatch", "mocker"), PATCHES),
    **dict.fromkeys(("tmp_path", "tmpdir", "tmp_path_factory"), "needs files, which the student's code cannot open"),
    **dict.fromkeys(("capsys", "capfd", "caplog", "recwarn"), "reads what is printed or logged in its own process"),
}
KNOWN_DECORATORS = ("pytest", "given", "settings", "example", "seed", "hypothesis", "points")
METHOD = re.compile(r"^def test_(\w+)\(self(?:, )?", re.MULTILINE)
Edit = tuple[int, int, str]  # from one byte to another, and what comes there
Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = Function | ast.ClassDef


def parsed(text: str, file: str) -> ast.Module:
    """Parse a file.

    Raises:
        ScaffoldError: it is no Python.
    """
    try:
        return ast.parse(text)
    except SyntaxError as error:
        raise ScaffoldError(f"{file}, line {error.lineno}: is no Python ({error.msg})") from error


def first_line(node: ast.stmt) -> int:
    """Return the line that a statement begins in, with its decorators."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(item.lineno for item in decorators)])


def without_classes(text: str, file: str) -> str:
    """Return a file of tests in which the methods of test classes that do not use `self` are functions."""
    lines = text.split("\n")
    for node in reversed(parsed(text, file).body):
        if not isinstance(node, ast.ClassDef) or not node.name.startswith("Test") or node.bases:
            continue
        names = [item.id for item in ast.walk(node) if isinstance(item, ast.Name)]
        if "self" not in names and all(isinstance(item, ast.FunctionDef) for item in body_of(node)):
            body = lines[first_line(body_of(node)[0]) - 1 : node.end_lineno]
            own = "\n".join(line.removeprefix(" " * body_of(node)[0].col_offset) for line in body)
            own = METHOD.sub(rf"def test_{node.name[4:].lower()}_\1(", own)
            lines[first_line(node) - 1 : node.end_lineno] = own.split("\n")
    return "\n".join(lines)


def last_line(node: ast.stmt, lines: Sequence[str]) -> int:
    """Return the line that a statement ends in, with the comments in its last block."""
    end = node.end_lineno or 0
    inside = itertools.takewhile(lambda line: not line.strip() or line[:1].isspace(), lines[end:])
    return end + max((number for number, line in enumerate(inside, 1) if line.strip()), default=0)


def body_of(node: Definition) -> list[ast.stmt]:
    """Return the statements of a definition without its docstring."""
    return node.body[1:] if ast.get_docstring(node) is not None else node.body


@dataclass(eq=False)
class Unit:
    """A statement at the top of a test file."""

    file: "TestFile"
    node: ast.stmt

    @property
    def name(self) -> str:
        """The name of a definition."""
        return getattr(self.node, "name", "")

    @functools.cached_property
    def defines(self) -> set[str]:
        """The names that other statements can use."""
        stored = (node.id for node in ast.walk(self.node) if isinstance(node, ast.Name) and _is_stored(node))
        return {self.name} if isinstance(self.node, Definition) else set(stored)

    @functools.cached_property
    def names(self) -> set[str]:
        """The names that it uses; those of fixtures among them."""
        loaded = {node.id for node in ast.walk(self.node) if isinstance(node, ast.Name) and not _is_stored(node)}
        return loaded | ({item.arg for item in _parameters(self.node)} if self.is_test or self.is_fixture else set())

    @property
    def is_test(self) -> bool:
        """Whether pytest runs it, or what is in it."""
        bases = [_dotted(item)[-1] for item in getattr(self.node, "bases", [])]
        is_class = isinstance(self.node, ast.ClassDef) and (self.name.startswith("Test") or "TestCase" in bases)
        return is_class or (isinstance(self.node, Function) and self.name.startswith("test_"))

    @functools.cached_property
    def is_fixture(self) -> bool:
        """Whether it is a fixture."""
        return any(_dotted(item)[-1:] == ["fixture"] for item in getattr(self.node, "decorator_list", []))

    @property
    def points(self) -> float:
        """What `@points` says; 1 without it."""
        calls = [item for item in getattr(self.node, "decorator_list", []) if _dotted(item) == ["points"]]
        return float(ast.literal_eval(calls[0].args[0])) if calls else 1.0

    @functools.cached_property
    def needs(self) -> list["Unit"]:
        """The statements that define what it uses, in this file or in others."""
        found = (self.file.definition(name) for name in sorted(self.names - {self.name}))
        return [unit for unit in found if unit is not None]

    @functools.cached_property
    def asks(self) -> list[str]:
        """The definitions of the student that it names itself, in the order of its text."""
        found = []
        for node in ast.walk(self.node):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                if self.file.student.get(node.value.id) == "":
                    found.append(node.attr)
            elif isinstance(node, ast.Name) and self.file.student.get(node.id):
                found.append(self.file.student[node.id])
        return list(dict.fromkeys(found))

    @functools.cached_property
    def reached(self) -> list[str]:
        """The definitions of the student that it asks, also through fixtures and helpers."""
        return list(dict.fromkeys([*self.asks, *(name for unit in self._all_needs() for name in unit.asks)]))

    @property
    def takes_student(self) -> bool:
        """Whether it is a helper that gets `student` as its first argument."""
        return isinstance(self.node, ast.FunctionDef) and not (self.is_test or self.is_fixture) and bool(self.reached)

    @functools.cached_property
    def reason(self) -> str:
        """Why it cannot be in a check; empty if it can."""
        own = next(self._reasons(), "")
        through = ((unit, next(unit._reasons(), "")) for unit in self._all_needs())  # noqa: SLF001 - the same class
        return own or next(
            (f"uses `{unit.name or min(unit.defines)}`, which {why}" for unit, why in through if why), ""
        )

    def _all_needs(self) -> list["Unit"]:
        found: dict[Unit, None] = {}
        pending = list(self.needs)
        while pending:
            unit = pending.pop(0)
            if unit not in found and unit is not self:
                found[unit] = None
                pending += unit.needs
        return list(found)

    def _reasons(self) -> Iterator[str]:
        student, outside = self.file.student, _outside(self.node)
        for name in sorted(self.names & self.file.missing.keys()):
            yield f"needs the module {self.file.missing[name]}, which is not installed here"
        for node in ast.walk(self.node):
            yield from _of_node(node, student)
        for name in self.asks:
            if name not in self.file.exercises:
                yield f"asks for `{name}`, which is no function and no class with methods in {self.file.module}.py"
        if isinstance(self.node, ast.ClassDef) and (self.is_test or self.reached):
            yield (
                "is a class that uses `self`; write functions" if self.is_test else "is a class that calls student code"
            )
        if any(isinstance(node, ast.Name) and node.id in student for part in outside for node in ast.walk(part)):
            yield "calls the student's code while the file is loaded"
        if isinstance(self.node, ast.AsyncFunctionDef):
            yield "is async"
        if self.is_test:
            yield from self._of_test()
        if self.is_test or self.is_fixture:
            yield from self._of_parameters()

    def _of_test(self) -> Iterator[str]:
        for decorator in getattr(self.node, "decorator_list", []):
            words = _dotted(decorator)
            if words[-1] in REFUSED_MARKS:
                yield REFUSED_MARKS[words[-1]]
            if words[0] not in KNOWN_DECORATORS:
                yield PATCHES if "patch" in words else f"is wrapped in `@{'.'.join(words)}`"
        if not self.reached:
            yield "calls nothing of the student's"

    def _of_parameters(self) -> Iterator[str]:
        known = {"student", "request", *_given_names(self.node)}
        for name in (item.arg for item in _parameters(self.node)):
            unit = self.file.definition(name)
            if name in REFUSED_FIXTURES:
                yield REFUSED_FIXTURES[name]
            elif name not in known and (unit is None or not unit.is_fixture):
                yield f"needs the fixture `{name}`, which is not in this folder"


class TestFile:
    """A file of tests, fixtures or helpers.

    Args:
        stem: the name of the file, without `.py`.
        text: what it contains.
        module: the name of the module under test.
        exercises: the functions and classes that it defines.
        stems: the names of the modules of the same folder, this one among them.
        paths: the other files of the folder, by what a test may call them: the name beside the tests, and the rest.
    """

    __test__ = False  # for pytest, which would take it for a test

    def __init__(
        self,
        stem: str,
        text: str,
        *,
        module: str,
        exercises: Sequence[str],
        stems: Sequence[str],
        paths: Mapping[str, tuple[str, str]],
    ) -> None:
        self.stem, self.module, self.exercises = stem, module, exercises
        self.data, self.tree, self._files = text.encode(), parsed(text, f"{stem}.py"), paths
        self.others: Mapping[str, TestFile] = {}  # the files of the same folder, by the name of the module
        self.student: dict[str, str] = {}  # by the name in this file: what it is there; empty for the module itself
        self.missing: dict[str, str] = {}  # by name: the module that it is from, which is not installed
        self._imported: dict[str, tuple[str, str]] = {}  # by name: the file that it is from, and its name there
        self._edits: list[Edit] = []
        inner = {child for node in self.tree.body for child in ast.walk(node)} - set(self.tree.body)
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import | ast.ImportFrom):
                lines = [line for line in self._imports(node, stems) if line]
                text = f"\n{' ' * node.col_offset}".join(lines or ["pass"] * (node in inner))
                start, end = self._span(node)
                if lines != [ast.unparse(node)]:
                    self._edits.append((start, end if text else self._line((node.end_lineno or 0) + 1), text))
        self.units = [Unit(self, node) for node in self.tree.body if not isinstance(node, ast.Import | ast.ImportFrom)]

    def definition(self, name: str) -> Unit | None:
        """Return what defines a name here, in a file that it is imported from, or as a fixture for all."""
        for unit in self.units:
            if name in unit.defines:
                return unit
        file, original = self._imported.get(name, ("conftest", name))
        other = self.others.get(file)
        return other.definition(original) if other is not None and other is not self else None

    def source(self, unit: Unit) -> str:
        """Return the text of a statement as it was."""
        start = self._line(first_line(unit.node))
        return self.data[start : self._span(unit.node)[1]].decode()

    def changed(self, left_out: Mapping[Unit, str], exercises: Mapping[Unit, str]) -> str:
        """Return the text of a file of checks.

        Args:
            left_out: the tests that it does not have.
            exercises: the exercise of each test.
        """
        edits, paths = list(self._edits), list(self._paths())
        for unit in self.units:
            if unit.reason or unit in left_out:
                removed = (self._line(first_line(unit.node)), self._line((unit.node.end_lineno or 0) + 1))
                edits = [item for item in edits if not removed[0] <= item[0] < removed[1]] + [(*removed, "")]
                paths = [item for item in paths if not removed[0] <= item[0] < removed[1]]
                continue
            edits += self._of_unit(unit)
            if unit in exercises:
                line = self._line(first_line(unit.node))
                edits.append((line, line, f'@pytest.mark.exercise("{exercises[unit]}")\n'))
        has_tests = any(unit in exercises for unit in self.units)
        head = [f"from .{FIXTURES} import *"] * (has_tests and "conftest" in self.others)
        head += ["import pytest"] * has_tests + ["from pathlib import Path"] * bool(paths)
        return self._with(edits + paths, head)

    def _with(self, edits: Sequence[Edit], head: Sequence[str]) -> str:
        docstring = self.tree.body[: ast.get_docstring(self.tree) is not None]
        future = [node for node in self.tree.body if getattr(node, "module", "") == "__future__"]
        place = self._line(max((node.end_lineno or 0 for node in [*docstring, *future]), default=0) + 1)
        data, end = b"", 0
        first = (place, place, "".join(f"{line}\n" for line in head))
        for start, stop, text in sorted([first, *edits], key=lambda edit: edit[:2]):
            data += self.data[end:start] + text.encode()
            end = stop
        return (data + self.data[end:]).decode().strip("\n") + "\n"

    def _of_unit(self, unit: Unit) -> Iterator[Edit]:
        """Give a function the parameter `student`, names for what it asks, and its helpers the argument."""
        node = unit.node
        if not isinstance(node, ast.FunctionDef) or not (unit.is_test or unit.reached) or not body_of(node):
            return
        if not any(item.arg == "student" for item in _parameters(node)):
            yield self._argument(self.data.index(b"(", self.data.index(b"def ", self._span(node)[0])))
        for call in (item for item in ast.walk(node) if isinstance(item, ast.Call) and isinstance(item.func, ast.Name)):
            helper = self.definition(call.func.id)  # type: ignore[attr-defined]
            if helper is not None and helper.takes_student:
                yield self._argument(self.data.index(b"(", self._span(call.func)[1]))
        used = {item.id for item in ast.walk(node) if isinstance(item, ast.Name)} & self.student.keys()
        lines = [f"{name} = student{'.' * bool(self.student[name])}{self.student[name]}" for name in sorted(used)]
        if lines:
            start = body_of(node)[0]
            line, indent = self._line(first_line(start)), " " * start.col_offset
            place = line + start.col_offset
            end = "; " if self.data[line:place].strip() else f"\n{indent}"  # of a function in one line
            yield place, place, "".join(f"{line}{end}" for line in lines)

    def _argument(self, bracket: int) -> Edit:
        alone = self.data[bracket + 1 :].lstrip().startswith(b")")
        return bracket + 1, bracket + 1, "student" if alone else "student, "

    def _imports(self, node: ast.Import | ast.ImportFrom, stems: Sequence[str]) -> Iterator[str]:
        """Yield what becomes of an import; note what its names are."""
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield self._import(alias, stems)
            return
        last = (node.module or "").rpartition(".")[2]
        if last == self.module:
            names = [*self.exercises] if node.names[0].name == "*" else []
            self.student |= dict(zip(names, names, strict=True))
            self.student |= {alias.asname or alias.name: alias.name for alias in node.names if alias.name != "*"}
        elif not last or any(alias.name in (self.module, *stems) for alias in node.names):
            for alias in node.names:
                yield self._import(alias, stems)
        elif last in stems:
            self._imported |= {alias.asname or alias.name: (last, alias.name) for alias in node.names}
            node.module, node.level = FIXTURES if last == "conftest" else last, 1
            yield ast.unparse(node)
        elif node.level or not is_installed(node.module or ""):
            self.missing |= {alias.asname or alias.name: node.module or "" for alias in node.names}
        else:
            yield ast.unparse(node)

    def _import(self, alias: ast.alias, stems: Sequence[str]) -> str:
        name, (top, _, _), last = alias.asname or alias.name, alias.name.partition("."), alias.name.rpartition(".")[2]
        if last == self.module:
            self.student[alias.asname or last] = ""
        elif last in stems:
            return f"from . import {last}" + f" as {alias.asname}" * bool(alias.asname)
        elif not is_installed(alias.name):
            self.missing[alias.asname or top] = alias.name
        else:
            return f"import {alias.name}" + f" as {name}" * bool(alias.asname)
        return ""

    def _paths(self) -> Iterator[Edit]:
        """Yield the texts that name a file of the folder from where pytest is run."""
        others = [node for node in ast.walk(self.tree) if isinstance(node, ast.Expr | ast.JoinedStr)]
        passed = {child for node in others for child in ast.iter_child_nodes(node)}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in passed:
                path = self._files.get(node.value.rstrip("/"))
                if path:
                    rest = f' / "{path[1]}"' if path[1] else ""
                    yield *self._span(node), f'str(Path(__file__).with_name("{path[0]}"){rest})'

    def _line(self, number: int) -> int:
        """Return where a line begins."""
        return sum(len(line) for line in self.data.splitlines(keepends=True)[: number - 1])

    def _span(self, node: ast.stmt | ast.expr) -> tuple[int, int]:
        start = self._line(node.lineno) + node.col_offset
        return start, self._line(node.end_lineno or 0) + (node.end_col_offset or 0)


def _of_node(node: ast.AST, student: Mapping[str, str]) -> Iterator[str]:
    """Yield what a test does to the student's module or classes that only works in one process."""
    if isinstance(node, ast.Name | ast.Attribute) and _is_stored(node) and _dotted(node)[0] in student:
        yield f"changes `{ast.unparse(node)}` in the student's module"
    for base in getattr(node, "bases", []):
        if _dotted(base)[0] in student:
            yield f"makes a subclass of the student's `{ast.unparse(base)}`"
    if isinstance(node, ast.Call):
        name, words = _dotted(node.func), [_dotted(item)[0] for item in node.args]
        if name[0] in ("isinstance", "issubclass") and words[-1] in student:
            yield f"compares with the student's class `{words[-1]}`"
        if (name[0] == "inspect" or name == ["setattr"]) and words[:1] and words[0] in student:
            yield f"calls `{'.'.join(name)}` on the student's code"
        if "patch" in name:
            yield PATCHES


def _is_stored(node: ast.Name | ast.Attribute) -> bool:
    return isinstance(node.ctx, ast.Store | ast.Del)


def _parameters(node: ast.AST) -> list[ast.arg]:
    args = getattr(node, "args", None)
    return [*args.posonlyargs, *args.args, *args.kwonlyargs] if isinstance(args, ast.arguments) else []


def _outside(node: ast.stmt) -> list[ast.AST]:
    """Return the parts of a statement that run while the file is loaded."""
    if not isinstance(node, Definition):
        return [node]
    defaults = [*node.args.defaults, *filter(None, node.args.kw_defaults)] if hasattr(node, "args") else []
    return [*node.decorator_list, *defaults]


def _dotted(node: ast.AST) -> list[str]:
    """Return the words of a name such as `pytest.mark.skip`, also where it is called."""
    while isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Attribute):
        return [*_dotted(node.value), node.attr]
    return [node.id] if isinstance(node, ast.Name) else [""]


def _given_names(node: ast.stmt) -> Iterator[str]:
    """Yield the parameters of a test that `parametrize` and `given` fill."""
    parameters = [item.arg for item in _parameters(node)]
    for decorator in getattr(node, "decorator_list", []):
        if not isinstance(decorator, ast.Call):
            continue
        if _dotted(decorator)[-1] == "parametrize" and decorator.args:
            names = decorator.args[0]
            texts = names.elts if isinstance(names, ast.List | ast.Tuple) else [names]
            for text in (item.value for item in texts if isinstance(item, ast.Constant)):
                yield from (name.strip() for name in str(text).split(","))
        if _dotted(decorator)[-1] == "given":
            yield from (item.arg for item in decorator.keywords if item.arg)
            yield from parameters[len(parameters) - len(decorator.args) :]


@functools.cache
def is_installed(module: str) -> bool:
    """Whether a module can be imported here."""
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False
