"""Loads the files of one folder, each when one of its names is first needed."""

import builtins
import re
import sys
import traceback
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.util import decode_source
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

LIBRARIES = Path(__file__).with_name("libraries.txt")
PARSE_ERRORS = (SyntaxError, ValueError, RecursionError, MemoryError)
OWN = "assignments"  # the package of this file
PAYOFF = "payoff.py"  # the program of a part that puts to use what was built there
WINDOW = 70  # columns of a line that does not parse
WORD = re.compile(r"\w+")
DEFINED = re.compile(r"^\s*(?:(?:async\s+)?def|class)\s+(\w+)", re.MULTILINE)


class LoadError(Exception):
    """A file does not load; the text is the line to show, with the line of code below it if it does not parse."""


class NotDefinedError(Exception):
    """A name is not defined in any file; the text is the line to show."""


class Folder:
    """The student's files of one assignment."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self.files = {
            file.stem: file
            for file in sorted(path.glob("*.py"))
            if not file.name.startswith("test_") and file.stem != "conftest"
        }
        self.paths = frozenset(str(file) for file in self.files.values())
        self.problems: dict[str, str] = {}
        self.lost: dict[str, str] = {}  # names whose definitions do not parse, and why
        self._modules: dict[str, ModuleType] = {}

    def find(self, name: str, first: str) -> Any:
        """Return what `name` is; if several files define it, the file `first` counts.

        Raises:
            LoadError: the file that should define it does not load.
            NotDefinedError: no file defines it.
        """
        for stem in self._candidates(name, first):
            module = self.load(stem)
            if name in vars(module):
                return vars(module)[name]
            if stem in self.problems:
                raise LoadError(self.lost.get(name, self.problems[stem]))
        place = self.files[first].name if first in self.files else " or ".join(f"{stem}.py" for stem in self.files)
        raise NotDefinedError(f"{name} is not defined in {self.name}/{place or '(no file is there)'}")

    def _candidates(self, name: str, first: str) -> list[str]:
        """Return the files that mention `name`, those that define it first; other files are not run."""
        candidates = [stem for stem, words in self._words.items() if stem == first or name in words]
        return sorted(candidates, key=lambda stem: (name not in self._defined[stem], stem != first, stem))

    @cached_property
    def _words(self) -> dict[str, set[str]]:
        """The words of each file."""
        return {stem: set(WORD.findall(text)) for stem, text in self._texts.items()}

    @cached_property
    def _defined(self) -> dict[str, set[str]]:
        """The names of functions and classes that each file defines, at any place."""
        return {stem: set(DEFINED.findall(text)) for stem, text in self._texts.items()}

    @cached_property
    def _texts(self) -> dict[str, str]:
        return {stem: file.read_bytes().decode(errors="replace") for stem, file in self.files.items()}

    def sources(self) -> Mapping[str, str]:
        """Return the texts in which the student's definitions are, by their names."""
        return self._texts

    def load(self, stem: str) -> ModuleType:
        """Run a file once; keep what it defined before anything stopped it, and remember what did."""
        if stem not in self._modules:
            name = f"_student_{self.name}.{stem}"  # not the plain name: every folder has its own `derivations`
            module = self._modules[stem] = sys.modules[name] = ModuleType(name)
            module.__file__ = str(self.files[stem])
            vars(module)["__builtins__"] = {**vars(builtins), "__import__": self._import}
            try:
                self._run(stem, module)
            except LoadError as problem:
                self.problems[stem] = str(problem)
        return self._modules[stem]

    def _run(self, stem: str, module: ModuleType) -> None:
        """Run a file; as for the grader, a line that does not parse costs only the definition that it is in."""
        file = self.files[stem]
        text, broken = self._parsable(file)
        try:
            self._execute(compile(text, str(file), "exec", dont_inherit=True), module, file)
        except LoadError:
            if not broken:
                raise
        for sentence, names in broken.items():
            self.lost |= dict.fromkeys(names - vars(module).keys(), sentence)
        if broken:
            raise LoadError(next(iter(broken)))

    def _parsable(self, file: Path) -> tuple[str | bytes, dict[str, frozenset[str]]]:
        """Return what parses of a file, and for the rest each sentence with the names that are defined there."""
        data = file.read_bytes()
        try:
            compile(data, str(file), "exec", dont_inherit=True)
        except PARSE_ERRORS as error:
            from .mending import mend  # noqa: PLC0415 - mostly everything parses

            try:
                mended = mend(decode_source(data), str(file))
            except (SyntaxError, UnicodeDecodeError):  # it is no text
                raise LoadError(self._does_not_parse(file, error)) from None
            return mended.text, {self._does_not_parse(file, part.error): part.names for part in mended.broken}
        return data, {}

    def _does_not_parse(self, file: Path, error: BaseException) -> str:
        first = f"{self.name}/{file.name}{_place(error)}: does not parse: {_text(error)}"
        return "\n".join([first, *_marked_line(error)])

    def _execute(self, code: CodeType, module: ModuleType, file: Path) -> None:
        try:
            exec(code, vars(module))  # noqa: S102 - the student's own file, on the student's own machine
        except (LoadError, KeyboardInterrupt):
            raise
        except BaseException as error:  # noqa: BLE001 - sys.exit() must not end the tests
            lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(file)]
            reason = f"{type(error).__name__}: {_text(error)}".removesuffix(": ")
            raise LoadError(f"{self.name}/{file.name}, line {lines[-1]}: stopped there by {reason}") from None

    def _import(
        self,
        name: str,
        globals: Mapping[str, Any] | None = None,  # noqa: A002 - the signature of __import__
        locals: Mapping[str, Any] | None = None,  # noqa: A002 - the same
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> Any:
        """Import as the student's files do: another file of the folder is found by its name."""
        if level or name not in self.files or name in sys.stdlib_module_names or name in sys.modules:
            if not level:
                _require_allowed(name)
            return builtins.__import__(name, globals, locals, fromlist or (), level)
        module = self.load(name)
        if name in self.problems and not all(hasattr(module, item) for item in fromlist or ("?",)):
            raise LoadError(self.problems[name])
        return module


def _require_allowed(module: str) -> None:
    """Stop at a library that the course does not allow, as the grader does, which does not have it.

    Raises:
        ModuleNotFoundError: it is not one of those in `libraries.txt`.
    """
    name = module.partition(".")[0]
    allowed = LIBRARIES.read_text(encoding="utf-8").split() if LIBRARIES.is_file() else [name]
    if name and name not in (*allowed, *sys.stdlib_module_names, OWN):
        text = f"the grader does not have {name}; the libraries of the course are {', '.join(allowed)}"
        raise ModuleNotFoundError(text, name=name)


class StudentDefinitions:
    """The definitions in the student's files: `student.softmax` is the student's own."""

    def __init__(self, folder: Folder, first: str) -> None:
        self._folder = folder
        self._first = first

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # looked up by tools, not by tests
            raise AttributeError(name)
        return self._folder.find(name, self._first)

    def __repr__(self) -> str:
        return f"<your files in {self._folder.name}>"


def _place(error: BaseException) -> str:
    line, column = getattr(error, "lineno", None), getattr(error, "offset", None)
    return (f", line {line}" if line else "") + (f", column {column}" if line and column else "")


def _marked_line(error: BaseException) -> list[str]:
    """Return the line that does not parse, with a caret below the place; nothing if Python does not tell."""
    text, column = getattr(error, "text", None), getattr(error, "offset", None)
    if not text or not column:
        return []
    line, before = text.rstrip().expandtabs(4), text[: column - 1].expandtabs(4)
    start = max(0, len(before) - WINDOW + 1)
    return [f"    {line[start : start + WINDOW]}", f"    {' ' * (len(before) - start)}^"]


def _text(error: BaseException) -> str:
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    return text.strip().splitlines()[0] if text.strip() else ""
