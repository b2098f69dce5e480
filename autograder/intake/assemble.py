"""Assembles one file from exercises of several sources; runs in a `ParserProcess`."""

import ast
import importlib.util
import re
import symtable
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from autograder.intake.outline import GAP, Handout, Signature, drop_given, drop_stubs, dump_statement, imports_in
from autograder.intake.programs import POSTPONED_ANNOTATIONS, ParsedProgram, read_program
from autograder.sandbox.guest.slicing import BUILTINS, Statement, dependency_slice

ENCODING = re.compile(r"\A((?:[ \t\f]*(?:#.*)?\n)??[ \t\f]*#.*?coding[:=][ \t]*)[-\w.]+")  # the pattern of PEP 263


@dataclass(frozen=True)
class Piece:
    """A source, and the exercises that are taken from it.

    Attributes:
        label: what messages call it.
        data: its content.
        names: the exercises that are taken from it.
        notebook: whether it is a notebook.
        whole: whether it stays as it is, followed by what is taken from the other pieces.
    """

    label: str
    data: bytes
    names: tuple[str, ...]
    notebook: bool = False
    whole: bool = False

    @property
    def is_stub(self) -> bool:
        """Whether it only contributes unsolved exercises."""
        return not (self.whole or self.names)


@dataclass(frozen=True)
class Assembled:
    """The assembled file, and the sources that could not be included: label and reason."""

    source: bytes
    refused: tuple[tuple[str, str], ...] = ()


def assemble(pieces: tuple[Piece, ...], handout: Handout, handouts: tuple[Handout, ...]) -> Assembled:
    """Assemble a file from several sources, each exercise with the definitions that it needs in its own source.

    Where two sources use one name for different things, that of the later source is renamed.
    """
    programs = [_program(piece, handout, handouts) for piece in pieces]
    shares = _distribute(pieces, programs, handout)
    meant: dict[str, Signature] = {}
    for program, own in zip(programs, shares, strict=True):
        meant |= {name: sign for name, sign in _signatures(program.statements).items() if name in own}
    file = _AssembledFile(meant)
    parts = list(zip(pieces, programs, shares, strict=True))
    if any(_has_star(program.statements) for program in programs):
        parts.sort(key=lambda part: part[0].is_stub)  # unsolved exercises must not keep an `import *` out
    for piece, program, own in parts:
        file.add(piece, program, own)
    return Assembled(file.source(), tuple(file.refused))


def _program(piece: Piece, handout: Handout, handouts: tuple[Handout, ...]) -> ParsedProgram:
    program = read_program(piece.data, handout.exercises, notebook=piece.notebook)
    if piece.whole:
        return program
    return replace(program, statements=tuple(drop_given(program.statements, handout, handouts)))


def _distribute(pieces: Sequence[Piece], programs: list[ParsedProgram], handout: Handout) -> list[tuple[str, ...]]:
    """Return the exercises of each piece; unsolved ones come unchanged from the first piece that has them.

    The stub of an exercise is removed from every program if another source solves it.
    """
    solved = {name for piece in pieces for name in piece.names}
    left = [] if pieces[0].whole else [name for name in handout.exercises if name not in solved]
    shared: list[tuple[str, ...]] = []
    for place, piece in enumerate(pieces):
        if not piece.whole:
            statements = drop_stubs(programs[place].statements, handout, solved - set(piece.names))
            programs[place] = replace(programs[place], statements=tuple(statements))
        mine = {name for name in left if any(name in item.binds for item in programs[place].statements)}
        left = [name for name in left if name not in mine]
        shared.append(tuple(name for name in handout.exercises if name in mine or name in piece.names))
    return shared


def _signatures(part: Sequence[Statement]) -> dict[str, Signature]:
    """Return what each name means: what is imported, or else the statements that define it."""
    signatures: dict[str, Signature] = {}
    for item in part:
        imported = dict(imports_in(item))
        for name in item.binds:
            sign = imported.get(name) or dump_statement(item)
            if signatures.get(name, ())[-1:] != (sign,):
                signatures[name] = (*signatures.get(name, ()), sign)
    return signatures


class _AssembledFile:
    """The file that is being assembled.

    Args:
        meant: the definitions of all exercises.
    """

    def __init__(self, meant: Mapping[str, Signature]) -> None:
        self.refused: list[tuple[str, str]] = []
        self._texts: list[str] = []
        self._meant = meant
        self._defined: dict[str, Signature] = {}
        self._postpones_annotations = False
        self._star_from = ""  # the label of the included source with an `import *`
        self._open: set[str] = set()  # names that this source uses and does not bind: the `import *` may bind them

    def source(self) -> bytes:
        """Return the content of the file."""
        texts = [text for text in self._texts if text]
        if self._postpones_annotations and texts:
            texts[0] = postpone_annotations(texts[0])
        return (GAP.join(texts) + "\n").encode()

    def add(self, piece: Piece, program: ParsedProgram, own: Sequence[str]) -> None:
        """Add the exercises *own* of a piece, or refuse it where a conflicting name cannot be renamed."""
        part = program.statements if piece.whole else dependency_slice(program.statements, own)
        if piece.whole:
            text = importlib.util.decode_source(piece.data).rstrip("\n")
            self._texts.append(ENCODING.sub(r"\1utf-8", text, count=1))
        else:
            others = self._others(part, own)
            if why := self._clash(part, others) or ("" if piece.is_stub else self._star_clash(part, own)):
                self.refused.append((piece.label, why))
                return
            part = self._adapted(part, own, {name: self._free(name, piece.label) for name in others})
            self._texts.append(GAP.join(item.text for item in part))
        self._defined |= _signatures(part)
        self._postpones_annotations |= program.postpones_annotations
        if _has_star(part):
            self._star_from, self._open = piece.label, _unbound(part)
            self._defined |= dict.fromkeys(self._open - BUILTINS, ("*",))

    @staticmethod
    def _clash(part: Sequence[Statement], others: Sequence[str]) -> str:
        clash = next((name for name in others if not all(_renamable(name, item) for item in part)), None)
        return f"{clash} means something else there" if clash else ""

    def _star_clash(self, part: Sequence[Statement], own: Sequence[str]) -> str:
        """Say why an `import *`, which may bind any name, keeps this source out of the file."""
        if any(self._texts) and _has_star(part):
            return "its `import *` could give other names in the file another meaning"
        taken = _unbound(part) & BUILTINS | self._open & set(own) if self._star_from else set()
        return f"the `import *` in {self._star_from} could give {min(taken)} another meaning" if taken else ""

    def _others(self, part: Sequence[Statement], own: Sequence[str]) -> list[str]:
        """Return the names that mean something else in these statements than in the file."""
        meanings = {**self._defined, **self._meant}
        mine = _signatures(part)
        return sorted(name for name in mine if name not in own and meanings.get(name, mine[name]) != mine[name])

    def _adapted(self, part: Sequence[Statement], own: Sequence[str], names: Mapping[str, str]) -> list[Statement]:
        """Return the statements with new names, without what the file defines already."""
        mine = _signatures(part)
        defined = {name for name in mine if name not in own and self._defined.get(name) == mine[name]}
        return [_renamed(item, names) for item in part if not item.binds or not item.binds <= defined]

    def _free(self, name: str, label: str) -> str:
        """Return an unused name: `scale_part2`."""
        suffix = re.sub(r"\W+", "_", label.rpartition("/")[2].rpartition(".")[0]).strip("_") or "other"
        name = f"{name}_{suffix}"
        while name in self._meant or name in self._defined:
            name += "_"
        return name


def _has_star(part: Iterable[Statement]) -> bool:
    nodes = (node for item in part for node in ast.walk(ast.parse(item.text)))
    return any(isinstance(node, ast.ImportFrom) and node.names[0].name == "*" for node in nodes)


def _unbound(part: Sequence[Statement]) -> set[str]:
    """Return the names that a program uses and does not bind: builtins, and names from an `import *`."""
    return {name for item in part for name in item.needs} - {name for item in part for name in item.binds}


def postpone_annotations(text: str) -> str:
    """Return a program with the future import that postpones annotations, at the line where Python requires it."""
    first = ast.parse(text).body[0]
    lines = text.split("\n")
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        line = lines[(first.end_lineno or 1) - 1].encode()
        before, after = line[: first.end_col_offset].decode(), line[first.end_col_offset :].decode()
        lines[(first.end_lineno or 1) - 1] = f"{before}; {POSTPONED_ANNOTATIONS}{after}"
    else:
        decorators = getattr(first, "decorator_list", [])
        lines.insert(min([first.lineno, *(item.lineno for item in decorators)]) - 1, POSTPONED_ANNOTATIONS)
    return "\n".join(lines)


def _renamable(name: str, item: Statement) -> bool:
    """Whether every use of a name in a statement refers to the top-level name."""
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
    """Renames top-level names."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """Rename a use."""
        node.id = self._names.get(node.id, node.id)
        return node

    def visit_alias(self, node: ast.alias) -> ast.alias:
        """Rename what an import binds."""
        bound = node.asname or node.name
        if bound in self._names:
            node.asname = self._names[bound]
        return node

    def visit_Global(self, node: ast.Global) -> ast.Global:
        """Rename in a `global` declaration."""
        node.names = [self._names.get(name, name) for name in node.names]
        return node

    def _definition(self, node: ast.AST) -> ast.AST:
        node.name = self._names.get(node.name, node.name)  # type: ignore[attr-defined]
        return self.generic_visit(node)

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _definition  # noqa: N815 - what ast calls them
