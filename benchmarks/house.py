"""Print figures of the layout of the code: sizes, names, imports, and the files from a failing check to its page.

    python -m benchmarks.house [CHECKOUT] [--list] [--no-trace] [--judge FUNCTION]

CHECKOUT is any checkout of this repository, this one by default; `--list` also prints what is counted. Files are
parsed, and nothing of the checkout is imported. For the last figures, a copy of it grades one file whose `softmax` is
wrong, and notes when each function of the engine is called first, in the grader and in the sandbox. The walk begins
when a check calls the student's `softmax`. The verdict is there when FUNCTION returns, which runs the checks of an
exercise; the page, when `feedback.html` is written. A returning file is one that is entered again after another file,
by a function that was not called before.

The figures describe the layout and are not limits.
"""

import argparse
import ast
import functools
import inspect
import itertools
import json
import mmap
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Figure = tuple[str, str, Sequence[str]]  # a title, the value, and what is counted


@dataclass(frozen=True)
class Module:
    """A parsed file of the engine."""

    name: str  # autograder.grading.scoring
    path: str  # below the checkout
    lines: int
    tree: ast.Module

    @property
    def package(self) -> str:
        """The top-level package that it belongs to."""
        return Path(self.path).parts[1].removesuffix(".py")

    @functools.cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All nodes of the tree."""
        return tuple(ast.walk(self.tree))


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path, nargs="?", default=ROOT)
    parser.add_argument("--list", action="store_true", help="also print what is counted")
    parser.add_argument("--no-trace", action="store_true", help="do not grade: parse only")
    parser.add_argument("--judge", default="run_checks", help="the function that runs the checks (default: run_checks)")
    options = parser.parse_args()
    checkout = options.checkout.resolve()
    found = figures(checkout)
    if not options.no_trace:
        found += walk_figures(trace(checkout, options.judge))
    width = max(len(title) for title, _, _ in found)
    for title, value, _ in found:
        print(f"{title:<{width}}  {value}")
    print("", *package_table(read_modules(checkout)), sep="\n")
    for title, _, listed in found if options.list else ():
        if listed:
            print(f"\n## {title}", *listed, sep="\n")


def figures(checkout: Path) -> list[Figure]:
    """Return all figures that are counted without grading."""
    modules = read_modules(checkout)
    sizes = [module.lines for module in modules]
    names = repeated_names(modules)
    cycles = import_cycles(read_imports(modules))
    literals = exercise_literals(modules, exercise_names(checkout))
    subscripts = [place for module in modules for place in string_subscripts(module)]
    helpers = [helper for module in modules for helper in private_helpers(module)]
    once = [place for place, count in helpers if count == 1]
    share = f"{len(once) / max(1, len(helpers)):.0%}"
    course = _count_lines(checkout, ("course.toml", "solutions", "assignments"), (".py", ".toml"))
    return [
        ("modules of the engine", str(len(modules)), ()),
        ("lines of the engine", str(sum(sizes)), ()),
        ("lines of the course (.py, .toml)", str(course), ()),
        ("lines of the tests (.py)", str(_count_lines(checkout, ("tests",), (".py",))), ()),
        ("lines of a module, median (mean)", f"{statistics.median(sizes):g} ({statistics.fmean(sizes):.0f})", ()),
        (
            "public names bound in several modules",
            str(len(names)),
            [f"{name}: {', '.join(paths)}" for name, paths in sorted(names.items())],
        ),
        ("import cycles", str(len(cycles)), [" -> ".join(cycle) for cycle in cycles]),
        ('string subscripts, x["key"]', str(len(subscripts)), subscripts),
        ("private functions referred to once", f"{len(once)} of {len(helpers)} ({share})", once),
        (
            "literals that name an exercise",
            str(sum(map(len, literals.values()))),
            [f"{name}: {', '.join(places)}" for name, places in sorted(literals.items())],
        ),
    ]


def walk_figures(walk: "Walk") -> list[Figure]:
    """Return the figures of the files from a failing check to its page."""
    to_verdict = set(walk.to_verdict)
    later = [path for path in dict.fromkeys(walk.to_page) if path not in to_verdict]
    return [
        ("files from a failing check to its verdict", str(len(to_verdict)), list(dict.fromkeys(walk.to_verdict))),
        ("  returns to a file on this way", str(returns(walk.to_verdict)), ()),
        ("files from the same check to its page", str(len(set(walk.to_page))), ["...", *later]),
        ("  returns to a file on this way", str(returns(walk.to_page)), ()),
    ]


def package_table(modules: Iterable[Module]) -> Iterator[str]:
    """Yield a line for each top-level package."""
    yield f"{'package':<14} modules   lines  median  string subscripts"
    for package, group in itertools.groupby(sorted(modules, key=lambda module: module.package), lambda m: m.package):
        own = list(group)
        sizes = [module.lines for module in own]
        subscripts = sum(len(string_subscripts(module)) for module in own)
        yield f"{package:<14} {len(own):7} {sum(sizes):7} {statistics.median(sizes):7g} {subscripts:18}"


@functools.cache
def read_modules(checkout: Path) -> tuple[Module, ...]:
    """Return every Python file of the engine."""
    modules = []
    for path in sorted((checkout / "autograder").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        relative = path.relative_to(checkout)
        name = ".".join(relative.with_suffix("").parts).removesuffix(".__init__")
        modules.append(Module(name, relative.as_posix(), len(text.splitlines()), ast.parse(text)))
    return tuple(modules)


def _count_lines(checkout: Path, names: Iterable[str], suffixes: Iterable[str]) -> int:
    """Return the lines of files, and of all files with one of the suffixes in folders."""
    paths = (path for name in names for path in ((checkout / name), *(checkout / name).rglob("*")))
    files = (path for path in paths if path.suffix in suffixes and path.is_file())
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)


# Names


def repeated_names(modules: Iterable[Module]) -> dict[str, list[str]]:
    """Return the public classes, functions and constants that several modules bind, with their files."""
    paths: defaultdict[str, list[str]] = defaultdict(list)
    for module in modules:
        for name in set(_bound_names(module.tree.body)):
            if not name.startswith("_"):
                paths[name].append(module.path)
    return {name: found for name, found in paths.items() if len(found) > 1}


def _bound_names(statements: Iterable[ast.stmt]) -> Iterator[str]:
    """Yield the names that statements at module level bind, but for imported ones."""
    for statement in statements:
        if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
            yield statement.name
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            nodes = itertools.chain.from_iterable(map(ast.walk, targets))
            yield from (node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
        else:
            blocks = [getattr(statement, field, []) for field in ("body", "orelse", "finalbody")]
            blocks += [handler.body for handler in getattr(statement, "handlers", ())]
            yield from _bound_names(itertools.chain(*blocks))


def private_helpers(module: Module) -> list[tuple[str, int]]:
    """Return the places of private functions and methods, and how often the module refers to each."""
    references = Counter(
        node.id if isinstance(node, ast.Name) else node.attr
        for node in module.nodes
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load)
    )
    return [
        (f"{module.path}:{node.lineno} {node.name}", references[node.name])
        for node in module.nodes
        if isinstance(node, FUNCTIONS) and node.name.startswith("_") and not node.name.startswith("__")
    ]


# Strings


def string_subscripts(module: Module) -> list[str]:
    """Return the places of subscripts with a literal string, annotations left out."""
    annotations = (
        annotation
        for node in module.nodes
        for annotation in (getattr(node, "annotation", None), getattr(node, "returns", None))
        if isinstance(annotation, ast.expr)
    )
    left_out = {node for annotation in annotations for node in ast.walk(annotation)}
    found = [node for node in module.nodes if isinstance(node, ast.Subscript) and _is_string(node.slice)]
    return [f"{module.path}:{node.lineno} {ast.unparse(node)}" for node in found if node not in left_out]


def exercise_names(checkout: Path) -> set[str]:
    """Return the names of all exercises in course.toml."""
    course = tomllib.loads((checkout / "course.toml").read_text(encoding="utf-8"))
    files = itertools.chain.from_iterable(part["file"] for part in course["assignment"])
    return {exercise["name"] for file in files for exercise in file["exercises"]}


def exercise_literals(modules: Iterable[Module], exercises: set[str]) -> dict[str, list[str]]:
    """Return the places of string literals that equal the name of an exercise, by that name."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for module in modules:
        for node in module.nodes:
            if _is_string(node) and node.value in exercises:
                places[node.value].append(f"{module.path}:{node.lineno}")
    return places


def _is_string(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


# Imports


def read_imports(modules: Sequence[Module]) -> dict[str, set[str]]:
    """Return for each module the other modules of the engine that it imports anywhere."""
    names = {module.name for module in modules}
    return {module.name: {name for name in _imported(module, names) if name != module.name} for module in modules}


def _imported(module: Module, names: set[str]) -> Iterator[str]:
    """Yield the modules that a module imports; `from package import name` may import the package or a module."""
    for node in module.nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in names)
        elif isinstance(node, ast.ImportFrom):
            package = _absolute(node, module)
            targets = {f"{package}.{alias.name}" for alias in node.names}
            yield from targets & names
            if targets - names and package in names:
                yield package


def _absolute(node: ast.ImportFrom, module: Module) -> str:
    if not node.level:
        return node.module or ""
    folders = Path(module.path).parts[: -node.level]
    return ".".join([*folders, *([node.module] if node.module else [])])


def import_cycles(imports: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Return the groups of modules that import one another, directly or indirectly; each is sorted."""
    reachable = {module: _reachable(module, imports) for module in imports}
    cycles = {
        frozenset(other for other in others if module in reachable.get(other, ()))
        for module, others in reachable.items()
        if module in others
    }
    return sorted(sorted(cycle) for cycle in cycles)


def _reachable(module: str, imports: Mapping[str, Iterable[str]]) -> set[str]:
    seen: set[str] = set()
    waiting = [module]
    while waiting:
        new = set(imports.get(waiting.pop(), ())) - seen
        seen |= new
        waiting += new
    return seen


# From a failing check to its page

ASSIGNMENT, FILE, EXERCISE = "01_self_attention", "self_attention.py", "softmax"
WRONG_SOFTMAX = '''"""One exercise of the part, wrong: it normalises over all entries."""

import torch
from torch import Tensor


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    exponentials = torch.exp(z - z.amax(dim=dim, keepdim=True))
    return exponentials / exponentials.sum()
'''
SANDBOX = "autograder/sandbox/guest"  # what runs inside it
COPIED = ("autograder", "solutions", "assignments", "course.toml", "pyproject.toml")
IMPORTS = "import json, mmap, os, sys, threading, time\nfrom pathlib import Path\nfrom typing import Any"  # of the copy
MILESTONES = 4  # the first call of the student's function, the latest, the verdict, the page


@dataclass(frozen=True)
class Walk:
    """The file of each function, in the order of their first calls."""

    to_verdict: list[str]
    to_page: list[str]


def returns(files: Sequence[str]) -> int:
    """Return how often a file is entered again after it was left."""
    return sum(1 for _ in itertools.groupby(files)) - len(set(files))


def note_first_calls(plan_file: str, *, in_sandbox: bool) -> None:
    """Note when each function of the engine is called first, once the student's function has been called.

    The source of this function is put into the copy, so it uses nothing of this module but imports. The times are in
    memory that the grader, the warm process and the workers share. It is mapped before a worker gives up its rights, so
    a worker writes no file. This works wherever the sandbox reads the checkout itself, so up to landlock.
    """
    if sys.getprofile():  # the grader imports the code of the sandbox, too
        return
    plan = json.loads(Path(plan_file).read_text(encoding="utf-8"))
    with Path(plan["times"]).open("r+b") as file:
        times = memoryview(mmap.mmap(file.fileno(), 0)).cast("Q")
    first, latest, verdict, page = range(4)
    slots = {(path, line): slot for path, line, slot in plan["functions"]}
    began = 0

    def note(frame: Any, event: str, _: object) -> None:
        nonlocal began
        code = frame.f_code
        key = code.co_filename, code.co_firstlineno
        if event == "call":
            if in_sandbox and [code.co_filename, code.co_name] == plan["student"]:
                times[latest] = time.monotonic_ns()
                times[first] = times[first] or times[latest]
            elif key in slots and times[first] and not times[slots[key]]:
                times[slots[key]] = time.monotonic_ns()
            if code.co_name == plan["judge"] and key in slots:
                began = time.monotonic_ns()
        elif event == "return" and code.co_name == plan["judge"] and key in slots and not times[verdict]:
            times[verdict] = time.monotonic_ns() if times[latest] > began else 0

    def note_page(event: str, arguments: Any) -> None:
        if event == "os.rename" and os.fsdecode(arguments[1]).endswith("feedback.html"):
            times[page] = times[page] or time.monotonic_ns()

    sys.addaudithook(note_page)
    threading.setprofile(note)
    sys.setprofile(note)


def trace(checkout: Path, judge: str = "run_checks") -> Walk:
    """Grade with a copy of `checkout` that notes first calls.

    Raises:
        RuntimeError: the run failed, no check of softmax failed, or no page was written.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        copy = folder / "checkout"
        for source in (checkout / name for name in COPIED):
            if source.is_dir():
                shutil.copytree(source, copy / source.name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, copy)
        functions = [(module.path, line) for module in read_modules(checkout) for line in _first_lines(module)]
        times = folder / "times"
        times.write_bytes(bytes(8 * (MILESTONES + len(functions))))
        places = [(f"{copy}/{path}", line, MILESTONES + number) for number, (path, line) in enumerate(functions)]
        plan = {"times": str(times), "functions": places, "student": [FILE, EXERCISE], "judge": judge}
        (folder / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
        for package, in_sandbox in (("autograder", "False"), (SANDBOX, '"." not in __name__')):
            call = f"note_first_calls({str(folder / 'plan.json')!r}, in_sandbox={in_sandbox})"
            with (copy / package / "__init__.py").open("a", encoding="utf-8") as file:
                file.write(f"{IMPORTS}\n\n{inspect.getsource(note_first_calls)}\n\n{call}\n")
        _grade(copy, folder)
        first, _, verdict, page, *found = memoryview(times.read_bytes()).cast("Q")
    if not first or not verdict or not page:
        raise RuntimeError(f"{checkout}: {EXERCISE} was not called, {judge} did not judge it, or no page was written")
    called = sorted((time, path) for time, (path, _) in zip(found, functions, strict=True) if first <= time <= page)
    return Walk([path for time, path in called if time <= verdict], [path for _, path in called])


def _first_lines(module: Module) -> Iterator[int]:
    """Yield the first line of each function, as its code object has it."""
    for node in module.nodes:
        if isinstance(node, FUNCTIONS):
            yield min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _grade(copy: Path, folder: Path) -> None:
    submission = folder / "class" / "student" / ASSIGNMENT
    submission.mkdir(parents=True)
    (submission / FILE).write_text(WRONG_SOFTMAX, encoding="utf-8")
    command = [sys.executable, "-m", "autograder", "grade", str(folder / "class"), "--out", str(folder / "graded")]
    environment = os.environ | {"PYTHONPATH": str(copy), "AUTOGRADER_COURSE": str(copy)}
    command += ["--jobs", "1", "--isolation", "landlock"]
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"grading ended with status {done.returncode}: {done.stderr.strip()[-2000:]}")


if __name__ == "__main__":
    main()
