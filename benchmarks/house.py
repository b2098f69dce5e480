"""Prints figures of the layout of the code: sizes, names, imports, and the files from a check to its feedback.

    python -m benchmarks.house [CHECKOUT] [--no-trace]

CHECKOUT is any checkout of this repository, this one by default. Nothing is imported from it: its files are parsed, and
the traced run grades with a copy (`house_trace.py`). The figures describe the layout and are not limits.
"""

import argparse
import ast
import itertools
import statistics
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.house_trace import Trace, trace
from benchmarks.shared_names import SHARED_NAMES

ROOT = Path(__file__).parents[1]
# Packages from the ground up: each may import those before it. Packages of one tuple share a level.
LEVELS = (
    ("errors", "printable", "wording", "student_kit"),
    ("results", "course"),
    ("edits",),
    ("sandbox",),
    ("intake", "variants"),
    ("checking",),
    ("diagnosis",),
    ("grading",),
    ("repair",),
    ("policies",),
    ("reports",),
    ("execution",),
    ("similarity", "audit", "authoring", "platforms"),
    ("verification",),
    ("cli",),
)
FORMER_NAMES = {
    "checks": "checking",
    "classroom": "execution",
    "channels": "platforms",
    "exports": "platforms",
    "similar": "similarity",
    "commands": "cli",
    "__main__": "cli",
}
COURSE_IN_PACKAGE = ("checks/", "oracle/", "diagnosis/catalogue_")  # course code of old checkouts


@dataclass(frozen=True)
class Module:
    """A parsed file of the package."""

    name: str  # autograder.grading.scoring
    path: str  # below the checkout
    lines: int
    tree: ast.Module
    is_package: bool

    @property
    def room(self) -> str:
        """The top-level package that it belongs to, by its present name."""
        part = self.name.split(".")[1] if "." in self.name else ""
        return FORMER_NAMES.get(part, part)

    @property
    def is_course(self) -> bool:
        """Whether it belongs to this course and not to the engine."""
        return self.path.removeprefix("autograder/").startswith(COURSE_IN_PACKAGE)


@dataclass(frozen=True)
class Import:
    """One module that imports another."""

    importer: str
    imported: str
    line: int
    at_import_time: bool


def main() -> None:
    """Print all sections."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path, nargs="?", default=ROOT)
    parser.add_argument("--no-trace", action="store_true", help="do not grade: parse only")
    options = parser.parse_args()
    checkout = options.checkout.resolve()
    modules = read_modules(checkout)
    for lines in sections(checkout, modules, None if options.no_trace else trace(checkout)):
        print("\n".join(lines), end="\n\n")


def sections(checkout: Path, modules: list[Module], traced: Trace | None) -> Iterator[list[str]]:
    """Yield the lines of each section: first the figures, then the lists that they count."""
    lists = list(_lists(checkout, modules))
    rows = [
        *_size_rows(checkout, modules),
        *((title, str(len(lines))) for title, lines in lists),
        *(_trace_rows(traced) if traced else ()),
    ]
    width = max(len(name) for name, _ in rows)
    yield [f"{name:<{width}}  {value}" for name, value in rows]
    yield ["## Modules and lines by package", *_room_lines(modules)]
    for title, lines in lists:
        yield [f"## {title[0].upper()}{title[1:]}", *lines]
    yield [
        "## Packages and what they import (Mermaid; arrows that others imply are left out)",
        *drawing(read_imports(modules), modules),
    ]
    if traced:
        yield from _trace_sections(traced)


def _lists(checkout: Path, modules: list[Module]) -> Iterator[tuple[str, list[str]]]:
    """Yield title and lines of every list whose length is one of the figures."""
    engine = [module for module in modules if not module.is_course]
    names = repeated_names(engine)
    yield "public names defined twice or more", [_name_line(name, names[name]) for name in sorted(names)]
    yield "public names defined twice or more, without a reason", sorted(names.keys() - SHARED_NAMES.keys())
    literals = exercise_literals(engine, exercise_names(checkout))
    yield "string literals that equal an exercise's name", list(_literal_lines(literals))
    imports = read_imports(modules)
    cycles = import_cycles(item for item in imports if item.at_import_time)
    yield "cycles of imports, at import time", [" -> ".join(cycle) for cycle in cycles]
    loose = import_cycles(imports)
    yield "cycles of imports, those in functions included", [" -> ".join(cycle) for cycle in loose]
    yield "imports upward", list(map(_import_line, upward_imports(imports, modules)))
    yield "imports of course code by the engine", list(map(_import_line, imports_of_course(imports, modules)))


# Sizes


def read_modules(checkout: Path) -> list[Module]:
    """Return every Python file of the package."""
    return [_read_module(path, checkout) for path in sorted((checkout / "autograder").rglob("*.py"))]


def _read_module(path: Path, checkout: Path) -> Module:
    text = path.read_text(encoding="utf-8")
    relative = path.relative_to(checkout)
    parts = relative.with_suffix("").parts
    is_package = parts[-1] == "__init__"
    name = ".".join(parts[:-1] if is_package else parts)
    return Module(name, relative.as_posix(), len(text.splitlines()), ast.parse(text), is_package)


def _size_rows(checkout: Path, modules: list[Module]) -> Iterator[tuple[str, str]]:
    engine = [module.lines for module in modules if not module.is_course]
    inside = [module.lines for module in modules if module.is_course]
    files = [path for folder in ("solutions", "assignments") for path in (checkout / folder).rglob("*.py")]
    data = next(iter([*checkout.glob("course.toml"), *checkout.glob("autograder/*/course.toml")]), None)
    sizes = [len(path.read_text(encoding="utf-8").splitlines()) for path in [*files, *([data] if data else [])]]
    yield "modules of the package", str(len(modules))
    yield "modules of the engine", str(len(engine))
    yield "lines of the engine", str(sum(engine))
    yield "lines of a module of the engine, median (mean)", _middle(engine)
    yield "modules of the course inside the package", str(len(inside))
    yield "lines of the course inside the package", str(sum(inside))
    yield "files of the course outside the package", str(len(sizes))
    yield "lines of the course outside the package", str(sum(sizes))


def _middle(sizes: list[int]) -> str:
    return f"{statistics.median(sizes):g} ({statistics.fmean(sizes):.0f})" if sizes else "-"


def _room_lines(modules: list[Module]) -> Iterator[str]:
    rooms: defaultdict[str, list[int]] = defaultdict(list)
    for module in modules:
        folder = module.name.split(".")[1] if module.name.count(".") else "(top)"
        rooms[folder].append(module.lines)
    for room, sizes in sorted(rooms.items()):
        yield f"{room:<12} {len(sizes):4} modules {sum(sizes):6} lines, median {statistics.median(sizes):g}"


# Names


def repeated_names(modules: Iterable[Module]) -> dict[str, list[str]]:
    """Return the public classes, functions and modules whose name the package defines twice or more, with their files.

    A module that defines its own name, as `choose.py` with `choose`, counts once. Whether two definitions mean
    different things cannot be computed: all are returned.
    """
    places: defaultdict[str, set[str]] = defaultdict(set)
    for module in modules:
        for name in {*_defined_names(module), module.name.rpartition(".")[2]}:
            if not name.startswith("_"):
                places[name].add(module.path)
    return {name: sorted(paths) for name, paths in places.items() if len(paths) > 1}


def _defined_names(module: Module) -> Iterator[str]:
    for statement in module.tree.body:
        if isinstance(statement, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield statement.name


def _name_line(name: str, places: list[str]) -> str:
    reason = f" ({SHARED_NAMES[name]})" if name in SHARED_NAMES else ""
    return f"{name}{reason}: {', '.join(places)}"


# Names of exercises


def exercise_names(checkout: Path) -> set[str]:
    """Return the names of all exercises in course.toml."""
    path = next(iter([*checkout.glob("course.toml"), *checkout.glob("autograder/*/course.toml")]))
    course = tomllib.loads(path.read_text(encoding="utf-8"))
    files = itertools.chain.from_iterable(part["file"] for part in course["assignment"])
    return {exercise["name"] for file in files for exercise in file["exercises"]}


def exercise_literals(modules: Iterable[Module], exercises: set[str]) -> dict[str, list[str]]:
    """Return the places of string literals that equal the name of an exercise, by that name."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for module in modules:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in exercises:
                places[node.value].append(f"{module.path}:{node.lineno}")
    return places


def _literal_lines(literals: dict[str, list[str]]) -> Iterator[str]:
    for name, places in sorted(literals.items()):
        yield from (f"{name}: {place}" for place in places)


# Imports


def read_imports(modules: list[Module]) -> list[Import]:
    """Return every import of one module of the package by another."""
    names = {module.name for module in modules}
    imports = (item for module in modules for item in _imports_of(module, names))
    return [item for item in imports if item.importer != item.imported]


def _imports_of(module: Module, names: set[str]) -> Iterator[Import]:
    for node, at_import_time in _import_statements(module.tree.body, at_import_time=True):
        for imported in _imported_modules(node, module, names):
            yield Import(module.name, imported, node.lineno, at_import_time)


def _import_statements(
    nodes: Iterable[ast.AST], *, at_import_time: bool
) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    """Yield all import statements, and whether each is executed when the module is imported."""
    for node in nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node, at_import_time
            continue
        later = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) or _is_for_types_only(node)
        yield from _import_statements(ast.iter_child_nodes(node), at_import_time=at_import_time and not later)


def _is_for_types_only(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)


def _imported_modules(node: ast.Import | ast.ImportFrom, module: Module, names: set[str]) -> Iterator[str]:
    """Yield the modules of the package that a statement imports; `from package import name` may import either."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name in names)
        return
    package = _absolute(node, module)
    targets = {f"{package}.{alias.name}" for alias in node.names}
    yield from targets & names
    if targets - names and package in names:
        yield package


def _absolute(node: ast.ImportFrom, module: Module) -> str:
    if not node.level:
        return node.module or ""
    parts = module.name.split(".")
    base = parts[: len(parts) - node.level + module.is_package]
    return ".".join([*base, *([node.module] if node.module else [])])


def import_cycles(imports: Iterable[Import]) -> list[list[str]]:
    """Return the groups of modules that import one another, directly or indirectly; each is sorted."""
    arrows: defaultdict[str, set[str]] = defaultdict(set)
    for item in imports:
        arrows[item.importer].add(item.imported)
    reachable = {module: _reachable(module, arrows) for module in list(arrows)}
    cycles = {
        frozenset({module, *(other for other in others if module in reachable.get(other, ()))})
        for module, others in reachable.items()
        if module in others
    }
    return sorted(sorted(cycle) for cycle in cycles)


def _reachable(module: str, arrows: dict[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    waiting = [module]
    while waiting:
        new = arrows.get(waiting.pop(), set()) - seen
        seen |= new
        waiting += new
    return seen


def upward_imports(imports: Iterable[Import], modules: list[Module]) -> list[Import]:
    """Return the imports of a package by a lower one, and those by or of a package that `LEVELS` does not list."""
    rooms = {module.name: module.room for module in modules}
    level = {room: number for number, group in enumerate(LEVELS) for room in group}
    level[""] = -1  # the package itself
    return [
        item
        for item in imports
        if (importer := rooms[item.importer]) != (imported := rooms[item.imported])
        and importer != "oracle"
        and imported != "oracle"  # course code of old checkouts, counted separately
        and level.get(importer, -2) < level.get(imported, len(LEVELS))
    ]


def imports_of_course(imports: Iterable[Import], modules: list[Module]) -> list[Import]:
    """Return the imports of course code by the engine."""
    is_course = {module.name: module.is_course for module in modules}
    return [item for item in imports if is_course[item.imported] and not is_course[item.importer]]


def drawing(imports: Iterable[Import], modules: list[Module]) -> list[str]:
    """Return a Mermaid flowchart of the packages, without arrows that others imply."""
    rooms = {module.name: module.room or "(top)" for module in modules}
    arrows: defaultdict[str, set[str]] = defaultdict(set)
    for item in imports:
        if rooms[item.importer] != rooms[item.imported]:
            arrows[rooms[item.importer]].add(rooms[item.imported])
    lines = ["flowchart TD"]
    for room, others in sorted(arrows.items()):
        implied = {far for near in others for far in _reachable(near, arrows) if near not in _reachable(far, arrows)}
        lines += [f"    {room} --> {other}" for other in sorted(others - implied)]
    return lines


def _import_line(item: Import) -> str:
    when = "" if item.at_import_time else " (in a function, or for types)"
    return f"{item.importer}:{item.line} -> {item.imported}{when}"


# From a check to its feedback


def _is_engine(path: str) -> bool:
    return not path.removeprefix("autograder/").startswith(COURSE_IN_PACKAGE)


def _is_framework(path: str) -> bool:
    """Whether a file belongs to the engine; in old checkouts, also code in `checks/` that is no test file."""
    return _is_engine(path) or (path.startswith("autograder/checks/") and "/test_" not in path)


def _count(paths: Iterable[str], belongs: Callable[[str], bool] = _is_engine) -> int:
    return sum(map(belongs, paths))


def _trace_rows(traced: Trace) -> Iterator[tuple[str, str]]:
    yield "files from the student's wrong softmax to feedback.html", str(len(traced.judged))
    yield "  of the engine", str(_count(traced.judged))
    yield "  of these, inside the sandbox", str(_count(traced.judged, traced.is_guest))
    yield (
        "  of the engine, autograder/checks without its test files included",
        str(_count(traced.judged, _is_framework)),
    )
    yield "files from the first check of softmax, recorded on the solution", str(len(traced.checked))
    yield "  of the engine", str(_count(traced.checked))
    yield "files of the whole command", str(len(traced.whole))
    yield "  of the engine", str(_count(traced.whole))


def _trace_sections(traced: Trace) -> Iterator[list[str]]:
    yield [
        f"## Files from the student's softmax ({traced.outcome}) to feedback.html, at isolation {traced.isolation}",
        _by_room(traced.judged),
        *traced.judged,
    ]
    earlier = sorted(set(traced.checked) - set(traced.judged))
    yield ["## Files that run before, from the first check of softmax on", _by_room(earlier), *earlier]
    rest = sorted(set(traced.whole) - set(traced.checked))
    yield ["## Files of the whole command only", _by_room(rest), *rest]


def _by_room(paths: Iterable[str]) -> str:
    rooms = Counter(path.split("/")[1] for path in paths)
    return ", ".join(f"{room} {count}" for room, count in sorted(rooms.items()))


if __name__ == "__main__":
    main()
