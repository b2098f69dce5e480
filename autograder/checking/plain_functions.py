"""Plain pytest functions of a check file as checks: `def test_ties(student): assert student.ties(2) == 1`.

Such a function needs no mark. Its exercise is that of `@pytest.mark.exercise("ties")`, else that of its file's name
(`test_01_ties.py`), else the only one that it names, or that there is. Its title is the first line of its docstring,
else its name in words; a line `Hint: …` of the docstring is its hint. Without `@points(n)` it shares what the
exercise's other checks leave. Fixtures that its file defines or imports are made anew for each run.
"""

import contextlib
import functools
import inspect
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType, SimpleNamespace
from typing import Any, Literal, TypeVar

from autograder.checking.plain_student import PlainStudent
from autograder.checking.student import Student
from autograder.course import Assignment, CourseError
from autograder.course.find import course_folder
from autograder.sandbox.host.isolation import SandboxError

Level = Literal["core", "robustness"]
Function = TypeVar("Function", bound=Callable[..., Any])
Fixture = Callable[..., Any]  # as it is written
Values = Mapping[str, Any]  # of a set of parameters, by name
HINT = re.compile(r"^\s*Hint:\s*(.+?)\s*$", re.MULTILINE)
REFUSED_MARKS = ("skip", "skipif", "xfail", "usefixtures")


def points(number: float, *, level: Level = "core") -> Callable[[Function], Function]:
    """Say what a plain pytest function of a check file is worth, in place of its share.

    Args:
        number: the points.
        level: `core` is the exercise itself; `robustness` is stability, dtype, device, side effects.
    """

    def mark(function: Function) -> Function:
        function.points = (number, level)  # type: ignore[attr-defined]
        return function

    return mark


@dataclass(frozen=True)
class PlainFunction:
    """A plain pytest function of a check file.

    Attributes:
        function: as it is written, with hypothesis around it if it draws examples.
        parts: the sets of values that `pytest.mark.parametrize` gives to its parameters.
    """

    function: Callable[..., None]
    parts: Sequence[Values]

    def exercise(self, assignment: Assignment) -> str:
        """Return the name of its exercise.

        Raises:
            CourseError: it is not known.
        """
        return _exercise_of(self.function, assignment)

    @property
    def title(self) -> str:
        """The first line of its docstring; empty without one."""
        return (inspect.getdoc(self.function) or "").split("\n")[0].strip().rstrip(".")

    @property
    def hint(self) -> str:
        """What its docstring says after `Hint:`; empty if it does not."""
        found = HINT.search(inspect.getdoc(self.function) or "")
        return found[1] if found else ""

    @property
    def worth(self) -> tuple[float, "Level"]:
        """Its points, 0 for a share, and its level."""
        worth: tuple[float, Level] = getattr(self.function, "points", (0.0, "core"))
        return worth

    def as_check(self) -> Callable[..., None]:
        """Return a function of a student, and of the number of the part, that runs it."""
        function, parts = written(self.function), self.parts

        @functools.wraps(function)
        def run(student: Student, part: int = 0, **example: Any) -> None:
            plain = PlainStudent(student.target)
            try:
                with contextlib.ExitStack() as stack:
                    given = Given(function, plain, stack)
                    for name in _used_by_all(function):
                        given.value(name, function)
                    wanted = {name: given.value(name, function) for name in _asked(function, {*parts[part], *example})}
                    function(**wanted, **parts[part], **example)
            except SandboxError:
                raise
            except BaseException:
                if plain.lost is None:
                    raise
            if plain.lost is not None:
                raise plain.lost

        return run


def written(function: Callable[..., None]) -> Callable[..., None]:
    """Return a function as it is written, without what hypothesis puts around it."""
    handle = getattr(function, "hypothesis", None)
    inner: Callable[..., None] = getattr(function, "as_written", getattr(handle, "inner_test", function))
    return inner


def plain_functions(module: ModuleType) -> Iterator[PlainFunction]:
    """Yield the plain pytest functions of a check file.

    Raises:
        CourseError: something in it looks like a test and cannot be a check.
    """
    for name, item in vars(module).items():
        if getattr(item, "__module__", None) != module.__name__ or hasattr(item, "check"):
            continue
        if inspect.isclass(item) and name.startswith("Test"):
            tests = filter(inspect.isfunction, vars(item).values())
            place = next(map(place_of, tests), _file(module.__file__))
            raise CourseError(f"{place}: {name} is a class; write its tests as functions, each of which is a check")
        if inspect.isfunction(item) and name.startswith("test_") and not hasattr(item, "illustration"):
            yield plain_function(item)


def plain_function(function: Callable[..., None]) -> PlainFunction:
    """Return a plain pytest function.

    Raises:
        CourseError: it cannot be a check.
    """
    marks = list(getattr(function, "pytestmark", ()))
    refused = next((mark.name for mark in marks if mark.name in REFUSED_MARKS), "")
    if refused:
        raise CourseError(f"{place_of(function)}: a check cannot have the mark {refused}; remove the mark or the test")
    parametrized = [mark for mark in marks if mark.name == "parametrize"]
    if parametrized and hasattr(function, "hypothesis"):
        raise CourseError(f"{place_of(function)}: has both parametrize and given; write a test for each")
    sets = [_sets(function, *mark.args, **mark.kwargs) for mark in parametrized]
    parts = [dict(itertools.chain(*map(dict.items, one))) for one in itertools.product(*sets)]
    if not parts:
        raise CourseError(f"{place_of(function)}: parametrize gives no values")
    if "student" not in inspect.signature(function).parameters:
        raise CourseError(
            f"{place_of(function)}: takes no `student`, through which a check asks the submission; "
            "add the parameter, or give what is no test another name"
        )
    for name in (*_used_by_all(function), *_asked(function, parts[0])):
        _check_fixture(name, function, function)
    return PlainFunction(function, parts)


class Given:
    """The fixtures of one run of a plain function, each made once.

    Args:
        function: the plain function.
        student: the fixture `student`.
        stack: ends fixtures that yield.
    """

    def __init__(self, function: Callable[..., None], student: PlainStudent, stack: contextlib.ExitStack) -> None:
        config = SimpleNamespace(getoption=lambda _, default=None: default)
        request = SimpleNamespace(node=SimpleNamespace(name=function.__name__), config=config)
        self._made: dict[str, Any] = {"student": student, "request": request}
        self._stack = stack

    def value(self, name: str, user: Callable[..., Any]) -> Any:
        """Return the fixture that a function, or another fixture, takes under this name."""
        if name not in self._made:
            _, fixture = _markers_in(user)[name]
            wanted = {other: self.value(other, fixture) for other in inspect.signature(fixture).parameters}
            if inspect.isgeneratorfunction(fixture):
                self._made[name] = self._stack.enter_context(contextlib.contextmanager(fixture)(**wanted))
            else:
                self._made[name] = fixture(**wanted)
        return self._made[name]


def _asked(function: Callable[..., Any], known: Iterable[str]) -> list[str]:
    """Return the fixtures that a function takes: those among its parameters that nothing else gives."""
    return [name for name in inspect.signature(function).parameters if name not in set(known)]


def _markers_in(user: Callable[..., Any]) -> dict[str, tuple[Any, Fixture]]:
    """Return pytest's marker and the function of each fixture in the file of a function, by the name it is taken by."""
    found = {}
    for name, item in written(user).__globals__.items():
        marker = getattr(item, "_fixture_function_marker", getattr(item, "_pytestfixturefunction", None))
        if marker is not None and callable(item):
            found[marker.name or name] = (marker, inspect.unwrap(item))
    return found


def _used_by_all(function: Callable[..., Any]) -> list[str]:
    """Return the fixtures in the file of a function that each test uses."""
    return [name for name, (marker, _) in _markers_in(function).items() if marker.autouse]


def _check_fixture(name: str, user: Callable[..., Any], function: Callable[..., None]) -> None:
    """Refuse what a function, or a fixture, takes under a name if a check cannot have it.

    Raises:
        CourseError: the file does not have the fixture, or it has parameters.
    """
    if name in ("student", "request"):
        return
    marker, fixture = _markers_in(user).get(name, (None, None))
    if fixture is None or fixture is user:
        file = _file(written(user).__code__.co_filename)
        raise CourseError(
            f"{place_of(function)}: takes {name}, a fixture that {file} neither defines nor imports; define it there"
        )
    if getattr(marker, "params", None) is not None:
        raise CourseError(f"{place_of(function)}: takes {name}, a fixture with params; parametrize the test instead")
    for other in inspect.signature(fixture).parameters:
        _check_fixture(other, fixture, function)


def _sets(function: Callable[..., None], names: Any, values: Iterable[Any], **options: Any) -> list[dict[str, Any]]:
    """Return the sets of values of one `parametrize`."""
    if options.get("indirect"):
        raise CourseError(f"{place_of(function)}: parametrize with indirect needs fixtures, which a check has not")
    split = [name.strip() for name in names.split(",") if name.strip()] if isinstance(names, str) else list(names)
    rows = []
    for value in values:
        row = value.values if hasattr(value, "marks") else value if len(split) > 1 else (value,)
        if len(row) != len(split):
            raise CourseError(f"{place_of(function)}: parametrize names {', '.join(split)}, and gives {row!r:.80}")
        rows.append(dict(zip(split, row, strict=True)))
    return rows


def _exercise_of(function: Callable[..., None], assignment: Assignment) -> str:
    names = [exercise.name for exercise in assignment.exercises]
    namespace = written(function).__globals__
    of_module = namespace.get("pytestmark", [])
    marks = [*getattr(function, "pytestmark", ()), *(of_module if isinstance(of_module, list) else [of_module])]
    marked = next((str(mark.args[0]) for mark in marks if mark.name == "exercise" and mark.args), "")
    if marked and marked not in names:
        raise CourseError(f"{place_of(function)}: {assignment.id} has no exercise {marked!r}")
    stem = Path(namespace["__file__"]).stem
    of_file = sorted((name for name in names if f"_{stem}".endswith(f"_{name}")), key=len)
    used = [name for name in names if name in set(_names_in(written(function).__code__))]
    found = [marked] if marked else of_file[-1:] or (used if len(used) == 1 else names)
    if len(found) > 1:
        raise CourseError(
            f"{place_of(function)}: belongs to no exercise of {assignment.id}; name the file after one "
            f'(test_{names[0]}.py), or mark it with @pytest.mark.exercise("{names[0]}")'
        )
    return found[0]


def _names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for item in code.co_consts:
        if isinstance(item, CodeType):
            yield from _names_in(item)


def place_of(function: Callable[..., None]) -> str:
    """Return the file and the line of a function, for a message."""
    code = written(function).__code__
    return f"{_file(code.co_filename)}, line {code.co_firstlineno}"


def _file(name: str | None) -> str:
    path = Path(name or "")
    return str(path.relative_to(course_folder())) if path.is_relative_to(course_folder()) else path.name
