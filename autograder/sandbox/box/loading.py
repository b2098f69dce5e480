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

# Statements that define; everything else at the top of a file is left out where running it ends or hangs the worker.
DEFINING = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.AsyncFunctionDef)


@dataclass
class Submission:
    """The modules of one assignment of one student, by file name."""

    sources: dict[str, bytes]
    definitions_only: bool
    modules: dict[str, ModuleType] = field(default_factory=dict)
    failures: dict[str, dict[str, Any]] = field(default_factory=dict)

    def load(self, file: str) -> ModuleType:
        """Run `file` once, keep whatever it defined, and remember what stopped it."""
        if file not in self.modules:
            name = file.removesuffix(".py")
            module = self.modules[file] = ModuleType(name)
            module.__file__ = file
            previous = sys.modules.get(name)
            sys.modules[name] = module
            try:
                exec(self.compiled(file), module.__dict__)  # noqa: S102 - this is what the sandbox is for
            except BaseException as error:  # noqa: BLE001 - SystemExit and worse must not end the worker
                self.failures[file] = describe_failure(error, self.sources)
            if previous is not None:
                sys.modules[name] = previous
        return self.modules[file]

    def compiled(self, file: str) -> Any:
        """The code of `file`; without its top-level calls where those cannot be run."""
        if not self.definitions_only:
            return compile(self.sources[file], file, "exec", dont_inherit=True)
        tree = ast.parse(self.sources[file], file)
        tree.body = [node for node in tree.body if isinstance(node, DEFINING)]
        return compile(tree, file, "exec", dont_inherit=True)


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
