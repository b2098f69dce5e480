"""Loads a submission from the bytes that came over the wire. None of its files ever exists in the sandbox."""

import __future__

import ast
import builtins
import contextlib
import importlib.abc
import importlib.machinery
import importlib.util
import linecache
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from types import CodeType, ModuleType
from typing import Any

from .exceptions import NOT_BOUND, describe_exception
from .mending import PARSE_ERRORS, MendedText, mend
from .slicing import Statement, defined, dependency_slice, statements
from .stand_ins import find_stand_ins

Substitutes = dict[str, Any]  # by name
SUBSTITUTES = "__substitutes__"  # where a module has its own while it is run
UNEVALUATED = __future__.annotations.compiler_flag  # annotations are not evaluated: they change no response


@dataclass
class LoadedSubmission:
    """The modules of one assignment of one student, by file name."""

    sources: dict[str, bytes]
    definitions_only: bool
    wanted: dict[str, list[str]] = field(default_factory=dict)  # the graded names, by file
    modules: dict[str, ModuleType] = field(default_factory=dict)
    failures: dict[str, dict[str, Any]] = field(default_factory=dict)
    lost: dict[str, dict[str, Any]] = field(default_factory=dict)  # why a wanted name could not be defined
    substitutes: dict[str, Substitutes] = field(default_factory=dict)  # of definitions, by file
    codes: dict[str, CodeType] = field(default_factory=dict)  # by file, of those that were compiled before
    mended: dict[str, MendedText] = field(default_factory=dict)  # by file, of those that do not parse as a whole
    stops: dict[str, int] = field(default_factory=dict)  # by file: the line that stopped it

    def load(self, file: str) -> ModuleType:
        """Run `file` once and record what stopped it; the wanted names are defined as far as possible."""
        if file not in self.modules:
            name = file.removesuffix(".py")
            module = self.modules[file] = ModuleType(name)
            module.__file__ = file
            previous = sys.modules.get(name)
            sys.modules[name] = module
            self._show_source(file)
            if own := self.substitutes.get(file):
                module.__dict__.update(own | {SUBSTITUTES: own})
            if not self.definitions_only:
                self._run(file, module)
            if self.definitions_only or (file in self.failures and file in self.wanted):
                self._define(file, module)
            self._lose_broken_parts(file, module)
            module.__dict__.pop(SUBSTITUTES, None)
            if previous is not None:
                sys.modules[name] = previous
        return self.modules[file]

    def _show_source(self, file: str) -> None:
        """Let `inspect.getsource` find the text, which is not on disk; `torch.jit.script` reads it."""
        with contextlib.suppress(SyntaxError, ValueError, LookupError):
            text = importlib.util.decode_source(self.sources[file])
            linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)

    def _run(self, file: str, module: ModuleType) -> None:
        try:
            exec(self.compiled(file), module.__dict__)  # noqa: S102 - this is what the sandbox is for
        except BaseException as error:  # noqa: BLE001 - SystemExit and worse must not end the worker
            self.failures[file] = describe_exception(error, self.sources)
            self.stops[file] = _top_level_line(error, file)

    def compiled(self, file: str) -> Any:
        """Return the compiled code of `file`, with the substitutes of its definitions, without what does not parse."""
        own = self.substitutes.get(file)
        if not own and file in self.codes:
            return self.codes[file]
        try:
            code = compile(self.sources[file], file, "exec", dont_inherit=True)
            if not own:
                return code
        except PARSE_ERRORS:
            self.mended[file] = mend(importlib.util.decode_source(self.sources[file]), file)
        program = ast.parse(self._parsable(file), file)
        if own:
            program = ast.fix_missing_locations(SubstituteDefinitions(own).visit(program))
        return compile(program, file, "exec", dont_inherit=True)

    def _parsable(self, file: str) -> str | bytes:
        return self.mended[file].text if file in self.mended else self.sources[file]

    def _lose_broken_parts(self, file: str, module: ModuleType) -> None:
        """Say of each name why it is not defined, if its definition does not parse, and of the file that one did not.

        If there is another definition of that name, it counts.
        """
        broken = self.mended[file].broken if file in self.mended else ()
        for part in broken:
            told = describe_exception(part.error, self.sources)
            lost = {name for name in part.names if name not in module.__dict__}
            self.lost |= dict.fromkeys(lost, told)
            if told["refused"]:
                NOT_BOUND.update(dict.fromkeys(lost, told["refused"]))
            self.failures.setdefault(file, told | {"parses": True})

    def _define(self, file: str, module: ModuleType) -> None:
        """Run the statements that the wanted names need; what is defined already stays as it is.

        What changes it is run, unless that was before the line that stopped the file.
        """
        existing = set(module.__dict__)
        try:
            self.compiled(file)  # it may have to be mended
            text = self._parsable(file)
            program = statements(text if isinstance(text, str) else importlib.util.decode_source(text))
            names = set(self.wanted.get(file) or defined(program))
            stop = self.stops.get(file, 0)
            needed = [
                item
                for item in dependency_slice(program, names)
                if not item.binds <= existing or not item.binds or (item.changes and item.line >= stop)
            ]
        except BaseException as error:  # noqa: BLE001 - it does not parse
            self.failures.setdefault(file, describe_exception(error, self.sources))
            return
        for item in needed:
            failure = self._run_statement(file, item, module)
            if failure:
                self.lost |= dict.fromkeys(item.binds & names, failure)
            if failure and failure["refused"]:
                for name in item.changes:  # a method that a missing library adds to a class
                    module.__dict__.pop(name, None)
                NOT_BOUND.update(dict.fromkeys(item.binds, failure["refused"]))

    def _run_statement(self, file: str, item: Statement, module: ModuleType) -> dict[str, Any] | None:
        """Run the statements of some lines one by one; return why the first that failed did so."""
        tree = ast.increment_lineno(ast.parse(item.text), item.line - 1)
        failures = [self._run_node(file, node, module, adorned=bool(item.changes)) for node in tree.body]
        own = self.substitutes.get(file, {})
        module.__dict__.update({name: own[name] for name in own.keys() & item.binds})
        return next(filter(None, failures), None)

    def _run_node(self, file: str, node: ast.stmt, module: ModuleType, *, adorned: bool) -> dict[str, Any] | None:
        """Run a statement; a definition without its decorators, if need be, unless they give it to a class."""
        failure = None
        for tree in [ast.Module([node], [])] if adorned else _with_and_without_decorators(node):
            try:
                exec(compile(tree, file, "exec", UNEVALUATED, dont_inherit=True), module.__dict__)  # noqa: S102 - as above
            except BaseException as error:  # noqa: BLE001 - as above
                failure = failure or describe_exception(error, self.sources)
            else:
                return None
        return failure


class SubstituteDefinitions(ast.NodeTransformer):
    """Puts an assignment of its substitute behind whatever binds one of some names at the top level of a program.

    So a class that inherits from one of them, an instance or another name for it all have the substitute as well.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset(names)

    def visit(self, node: ast.AST) -> Any:
        """Return a statement with what follows it; what is inside of functions and classes is left alone."""
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            return self._followed(node, {node.name})
        if isinstance(node, ast.Import | ast.ImportFrom):
            return self._followed(node, {item.asname or item.name.partition(".")[0] for item in node.names})
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            return self._followed(node, set(_stored(node)))
        return self.generic_visit(node)

    def _followed(self, node: ast.stmt, bound: set[str]) -> list[ast.stmt]:
        names = sorted(bound & self._names)
        return [node, *(ast.copy_location(_assignment(name), node) for name in names)]


def _stored(node: ast.AST) -> Iterator[str]:
    for item in ast.walk(node):
        if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Store):
            yield item.id


def _assignment(name: str) -> ast.Assign:
    value = ast.Subscript(ast.Name(SUBSTITUTES, ast.Load()), ast.Constant(name), ast.Load())
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _top_level_line(error: BaseException, file: str) -> int:
    """Return the line of a file at whose top level an error came up; 0 if it did not come up there."""
    frames = error.__traceback__
    while frames is not None:
        code = frames.tb_frame.f_code
        if code.co_filename == file and code.co_name == "<module>":
            return frames.tb_lineno
        frames = frames.tb_next
    return 0


def _with_and_without_decorators(node: ast.stmt) -> Iterator[ast.Module]:
    """Yield a statement as it is, and then, if it is a definition, without its decorators."""
    yield ast.Module([node], [])
    if getattr(node, "decorator_list", []):
        node.decorator_list = []  # type: ignore[attr-defined]
        yield ast.Module([node], [])


class SubmissionFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Lets the files of a submission import one another by name. None of them can shadow a library."""

    def __init__(self, submission: LoadedSubmission) -> None:
        self.submission = submission

    def find_spec(self, fullname: str, path: Sequence[str] | None = None, target: Any = None) -> Any:
        """Find a file of the submission. This finder is the last one, so libraries of the same name come first."""
        del path, target
        if f"{fullname}.py" not in self.submission.sources:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, origin=f"{fullname}.py")

    def create_module(self, spec: Any) -> ModuleType:
        """Run the file, unless it was loaded already."""
        return self.submission.load(f"{spec.name}.py")

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: the file ran when the module was created."""


def load_submission(
    sources: dict[str, bytes],
    file: str,
    wanted: list[str],
    replace: dict[str, str],
    *,
    definitions_only: bool,
    code: CodeType | None = None,
) -> LoadedSubmission:
    """Load `file` of a submission.

    Args:
        sources: the files of the submission.
        file: the one to run.
        wanted: the graded names; if the file is not run to its end, what they need of it is run.
        replace: names and the source of a definition that replaces (or adds) theirs, so that a caller is graded
            without the mistake of its callee. It does so from the start: for classes that inherit from one, too.
        definitions_only: whether to run only what the wanted names need.
        code: the compiled file, if it was compiled before.
    """
    substitutes = {name: _defined(source, name) for name, source in replace.items()}
    wanted_in = {file: wanted} if wanted else {}
    submission = LoadedSubmission(sources, definitions_only, wanted_in, substitutes={file: substitutes})
    if code is not None:
        submission.codes[file] = code
    find_stand_ins(sources)
    sys.meta_path.append(SubmissionFinder(submission))
    builtins.input = _no_input
    submission.load(file).__dict__.update(substitutes)
    return submission


def _defined(source: str, name: str) -> Any:
    namespace: dict[str, Any] = {}
    exec(source, namespace)  # noqa: S102 - comes from the grader
    return namespace[name]


def _no_input(prompt: object = "") -> str:
    del prompt
    raise EOFError("nobody is there to answer input()")
