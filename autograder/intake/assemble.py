"""Puts one file together from several sources; runs in the process of `NotebookReader`."""

import ast
import importlib.util
import re
import symtable
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from autograder.intake.outline import (
    GAP,
    Handout,
    Signature,
    dumped,
    imports_in,
    without_given,
    without_stubs,
)
from autograder.intake.programs import POSTPONED, Program, read_program
from autograder.sandbox.guest.slicing import BUILTINS, Statement, dependency_slice

ENCODING = re.compile(r"\A((?:[ \t\f]*(?:#.*)?\n)??[ \t\f]*#.*?coding[:=][ \t]*)[-\w.]+")  # as PEP 263 has it


@dataclass(frozen=True)
class Piece:
    """A source, and the exercises that are taken from it."""

    label: str
    data: bytes
    names: tuple[str, ...]
    notebook: bool = False
    whole: bool = False  # it stays as it is, and the others follow

    @property
    def is_stub(self) -> bool:
        """Whether it only has what nobody has solved."""
        return not (self.whole or self.names)


@dataclass(frozen=True)
class Assembled:
    """The file, and what could not be brought into it: the label of a source, and why."""

    source: bytes
    refused: tuple[tuple[str, str], ...] = ()


def assemble(pieces: tuple[Piece, ...], handout: Handout, handouts: tuple[Handout, ...]) -> Assembled:
    """One file with each exercise from its own source, and with it what it needs there.

    Where two sources mean different things by one name, the later one's is renamed.
    """
    programs = [_program(piece, handout, handouts) for piece in pieces]
    shares = _shared_out(pieces, programs, handout)
    meant: dict[str, Signature] = {}
    for program, own in zip(programs, shares, strict=True):
        meant |= {name: sign for name, sign in _signatures(program.statements).items() if name in own}
    file = _File(meant)
    parts = list(zip(pieces, programs, shares, strict=True))
    if any(_has_star(program.statements) for program in programs):
        parts.sort(key=lambda part: part[0].is_stub)  # what nobody has solved must not keep an `import *` out
    for piece, program, own in parts:
        file.add(piece, program, own)
    return Assembled(file.source(), tuple(file.refused))


def _program(piece: Piece, handout: Handout, handouts: tuple[Handout, ...]) -> Program:
    program = read_program(piece.data, handout.exercises, notebook=piece.notebook)
    if piece.whole:
        return program
    return replace(program, statements=tuple(without_given(program.statements, handout, handouts)))


def _shared_out(pieces: Sequence[Piece], programs: list[Program], handout: Handout) -> list[tuple[str, ...]]:
    """The exercises of each piece; those that nobody has solved come, as they are, from the first that has them.

    A stub is taken out of every program where another source has the exercise.
    """
    solved = {name for piece in pieces for name in piece.names}
    left = [] if pieces[0].whole else [name for name in handout.exercises if name not in solved]
    shared: list[tuple[str, ...]] = []
    for place, piece in enumerate(pieces):
        if not piece.whole:
            statements = without_stubs(programs[place].statements, handout, solved - set(piece.names))
            programs[place] = replace(programs[place], statements=tuple(statements))
        mine = {name for name in left if any(name in item.binds for item in programs[place].statements)}
        left = [name for name in left if name not in mine]
        shared.append(tuple(name for name in handout.exercises if name in mine or name in piece.names))
    return shared


def _signatures(part: Sequence[Statement]) -> dict[str, Signature]:
    """What each name stands for: an import by what is imported, all else by the program that makes it."""
    found: dict[str, Signature] = {}
    for item in part:
        imported = dict(imports_in(item))
        for name in item.binds:
            sign = imported.get(name) or dumped(item)
            if found.get(name, ())[-1:] != (sign,):
                found[name] = (*found.get(name, ()), sign)
    return found


class _File:
    """A file that is put together: its text so far, what is there, and what is meant by the names of exercises."""

    def __init__(self, meant: Mapping[str, Signature]) -> None:
        self.refused: list[tuple[str, str]] = []
        self._texts: list[str] = []
        self._meant = meant
        self._there: dict[str, Signature] = {}
        self._postponed = False
        self._star_from = ""  # the label of the source in it that has an `import *`
        self._open: set[str] = set()  # names that this source uses and does not bind: they may come from there

    def source(self) -> bytes:
        """The file as it is written."""
        texts = [text for text in self._texts if text]
        if self._postponed and texts:
            texts[0] = postponing(texts[0])
        return (GAP.join(texts) + "\n").encode()

    def add(self, piece: Piece, program: Program, own: Sequence[str]) -> None:
        """Add the exercises *own* of a piece, or refuse it where one of its names cannot be kept apart."""
        part = program.statements if piece.whole else dependency_slice(program.statements, own)
        if piece.whole:
            text = importlib.util.decode_source(piece.data).rstrip("\n")
            self._texts.append(ENCODING.sub(r"\1utf-8", text, count=1))
        else:
            others = self._others(part, own)
            if why := self._clash(part, others) or ("" if piece.is_stub else self._star_clash(part, own)):
                self.refused.append((piece.label, why))
                return
            part = self._fitted(part, own, {name: self._free(name, piece.label) for name in others})
            self._texts.append(GAP.join(item.text for item in part))
        self._there |= _signatures(part)
        self._postponed |= program.postponed
        if _has_star(part):
            self._star_from, self._open = piece.label, _unbound(part)
            self._there |= dict.fromkeys(self._open - BUILTINS, ("*",))

    @staticmethod
    def _clash(part: Sequence[Statement], others: Sequence[str]) -> str:
        clash = next((name for name in others if not all(_renamable(name, item) for item in part)), None)
        return f"{clash} means something else there" if clash else ""

    def _star_clash(self, part: Sequence[Statement], own: Sequence[str]) -> str:
        """Why an `import *` forbids that this is in one file with the rest; it may bind any name."""
        if any(self._texts) and _has_star(part):
            return "its `import *` could give other names in the file another meaning"
        taken = _unbound(part) & BUILTINS | self._open & set(own) if self._star_from else set()
        return f"the `import *` in {self._star_from} could give {min(taken)} another meaning" if taken else ""

    def _others(self, part: Sequence[Statement], own: Sequence[str]) -> list[str]:
        """Names by which these statements mean something else than the file does."""
        known = {**self._there, **self._meant}
        mine = _signatures(part)
        return sorted(name for name in mine if name not in own and known.get(name, mine[name]) != mine[name])

    def _fitted(self, part: Sequence[Statement], own: Sequence[str], names: Mapping[str, str]) -> list[Statement]:
        """The statements under their new names, without what is there already."""
        mine = _signatures(part)
        known = {name for name in mine if name not in own and self._there.get(name) == mine[name]}
        return [_renamed(item, names) for item in part if not item.binds or not item.binds <= known]

    def _free(self, name: str, label: str) -> str:
        """A name that nothing has yet: `scale_part2`."""
        suffix = re.sub(r"\W+", "_", label.rpartition("/")[2].rpartition(".")[0]).strip("_") or "other"
        name = f"{name}_{suffix}"
        while name in self._meant or name in self._there:
            name += "_"
        return name


def _has_star(part: Iterable[Statement]) -> bool:
    nodes = (node for item in part for node in ast.walk(ast.parse(item.text)))
    return any(isinstance(node, ast.ImportFrom) and node.names[0].name == "*" for node in nodes)


def _unbound(part: Sequence[Statement]) -> set[str]:
    """What a program uses and does not bind: builtins, and what an `import *` gives."""
    return {name for item in part for name in item.needs} - {name for item in part for name in item.binds}


def postponing(text: str) -> str:
    """A program that does not evaluate its annotations; the import stands where Python demands it."""
    first = ast.parse(text).body[0]
    lines = text.split("\n")
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        line = lines[(first.end_lineno or 1) - 1].encode()
        before, after = line[: first.end_col_offset].decode(), line[first.end_col_offset :].decode()
        lines[(first.end_lineno or 1) - 1] = f"{before}; {POSTPONED}{after}"
    else:
        decorators = getattr(first, "decorator_list", [])
        lines.insert(min([first.lineno, *(item.lineno for item in decorators)]) - 1, POSTPONED)
    return "\n".join(lines)


def _renamable(name: str, item: Statement) -> bool:
    """Whether every use of a name in a statement is of the name of the top level."""
    if name not in item.binds | item.needs:
        return True
    for node in ast.walk(ast.parse(item.text)):
        if isinstance(node, ast.Import) and any(a.name.startswith(f"{name}.") and not a.asname for a in node.names):
            return False
        if isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name == name:
            return False
    return not any(_is_local(name, table) for table in symtable.symtable(item.text, "part", "exec").get_children())


def _is_local(name: str, table: symtable.SymbolTable) -> bool:
    own = name in table.get_identifiers() and table.lookup(name).is_local()
    return own or any(_is_local(name, inner) for inner in table.get_children())


def _renamed(item: Statement, names: Mapping[str, str]) -> Statement:
    if not (item.binds | item.needs) & set(names):
        return item
    tree = _Renamer(names).visit(ast.parse(item.text))
    binds = frozenset(names.get(name, name) for name in item.binds)
    needs = frozenset(names.get(name, name) for name in item.needs)
    return Statement(ast.unparse(tree), item.line, binds, needs, item.defines, item.star)


class _Renamer(ast.NodeTransformer):
    """Gives names of the top level other names."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """A use."""
        node.id = self._names.get(node.id, node.id)
        return node

    def visit_alias(self, node: ast.alias) -> ast.alias:
        """An import."""
        bound = node.asname or node.name
        if bound in self._names:
            node.asname = self._names[bound]
        return node

    def visit_Global(self, node: ast.Global) -> ast.Global:
        """A declaration."""
        node.names = [self._names.get(name, name) for name in node.names]
        return node

    def _definition(self, node: ast.AST) -> ast.AST:
        node.name = self._names.get(node.name, node.name)  # type: ignore[attr-defined]
        return self.generic_visit(node)

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _definition  # noqa: N815 - what ast calls them
