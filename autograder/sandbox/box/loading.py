"""Loading a submission from the bytes that came over the wire. No file of it ever exists in the sandbox."""

import ast
import builtins
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from .failures import describe_failure

# Statements that define; everything else at the top of a file is left out where running it ends or hangs the worker,
# and below a statement that stopped the file.
DEFINING = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.AsyncFunctionDef)


@dataclass
class Submission:
    """The modules of one assignment of one student, by file name."""

    sources: dict[str, bytes]
    definitions_only: bool
    modules: dict[str, ModuleType] = field(default_factory=dict)
    failures: dict[str, dict[str, Any]] = field(default_factory=dict)

    def load(self, file: str) -> ModuleType:
        """Run `file` once, keep whatever it defined, and remember what stopped it first."""
        if file not in self.modules:
            name = file.removesuffix(".py")
            module = self.modules[file] = ModuleType(name)
            module.__file__ = file
            previous = sys.modules.get(name)
            sys.modules[name] = module
            line: int | None = 0
            while line is not None:
                line = self._run(file, module, line)
            if previous is not None:
                sys.modules[name] = previous
        return self.modules[file]

    def _run(self, file: str, module: ModuleType, below: int) -> int | None:
        """Run what stands below a line; the line of the statement that stops it, if one does and there is more."""
        try:
            exec(self.compiled(file, below), module.__dict__)  # noqa: S102 - this is what the sandbox is for
        except BaseException as error:  # noqa: BLE001 - SystemExit and worse must not end the worker
            self.failures.setdefault(file, describe_failure(error, self.sources))
            line = _line_reached(error, module)
            return line if line > below else None
        return None

    def compiled(self, file: str, below: int = 0) -> Any:
        """The code of `file`; without its top-level calls where those cannot be run, or below a line."""
        if not self.definitions_only and not below:
            return compile(self.sources[file], file, "exec", dont_inherit=True)
        tree = ast.parse(self.sources[file], file)
        tree.body = [node for node in tree.body if isinstance(node, DEFINING) and _counts_below(node, below)]
        return compile(tree, file, "exec", dont_inherit=True)


def _counts_below(node: ast.stmt, line: int) -> bool:
    """Whether a statement begins below a line, or changes how all others are read."""
    first = min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", []))])
    return first > line or (isinstance(node, ast.ImportFrom) and node.module == "__future__")


def _line_reached(error: BaseException, module: ModuleType) -> int:
    """The line at the top of the file that was running; 0 where none was, as in a file that does not parse."""
    frames = error.__traceback__
    while frames is not None and frames.tb_frame.f_globals is not module.__dict__:
        frames = frames.tb_next
    return (frames.tb_lineno or 0) if frames is not None else 0


class SubmissionFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Lets one file of a submission import another by name, and nothing of the submission shadow a library."""

    def __init__(self, submission: Submission) -> None:
        self.submission = submission

    def find_spec(self, fullname: str, path: Sequence[str] | None = None, target: Any = None) -> Any:
        """Found only where no library of this name exists, because this finder stands last."""
        del path, target
        if f"{fullname}.py" not in self.submission.sources:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, origin=f"{fullname}.py")

    def create_module(self, spec: Any) -> ModuleType:
        """Run the file (or take it, if it is there already)."""
        return self.submission.load(f"{spec.name}.py")

    def exec_module(self, module: ModuleType) -> None:
        """Nothing is left to do: the file ran when the module was created."""


def load_submission(
    sources: dict[str, bytes], file: str, *, definitions_only: bool, replace: dict[str, str]
) -> Submission:
    """Load `file` of a submission; definitions named in `replace` are put in place of the student's.

    `replace` maps names to the source of a plain library call: a caller is judged with its callee's mistake taken out.
    """
    submission = Submission(sources, definitions_only)
    sys.meta_path.append(SubmissionFinder(submission))
    builtins.input = _no_input
    module = submission.load(file)
    for name, source in replace.items():
        if name in module.__dict__:
            replacement: dict[str, Any] = {}
            exec(source, replacement)  # noqa: S102 - comes from the grader
            module.__dict__[name] = replacement[name]
    return submission


def _no_input(prompt: object = "") -> str:
    del prompt
    raise EOFError("nobody is there to answer input()")
