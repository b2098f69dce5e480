"""Files that are the same, or the same apart from names, comments and order: one cluster, whatever their number."""

import ast
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

SAME_TEXT = "the same text"
SAME_CODE = "the same apart from names, comments and order"
MOSTLY_SAME = "mostly the same, in code that is left out as common"
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class NormalisedStatement:
    """A statement of a program, or the head of a compound one.

    Attributes:
        form: its code with `V` for every name that its author chose.
        first: its first line.
        last: its last line.
    """

    form: str
    first: int
    last: int


@dataclass(frozen=True)
class Cluster:
    """Students whose versions of a file are the same.

    Attributes:
        assignment: the id of the assignment.
        file: the name of the file.
        students: their ids.
        kind: in what way they are the same: SAME_TEXT, SAME_CODE or MOSTLY_SAME.
    """

    assignment: str
    file: str
    students: tuple[str, ...]
    kind: str


def statements_of(text: str) -> list[NormalisedStatement]:
    """Return all statements of a program in their order; none if it does not parse."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    found: list[NormalisedStatement] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and not _is_docstring(node):
            found.append(NormalisedStatement(_form(node), node.lineno, _last_line(node)))
    return sorted(found, key=lambda item: (item.first, item.form))


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _last_line(node: ast.stmt) -> int:
    """Return the last line of a statement without its body."""
    body = getattr(node, "body", None)
    return max(node.lineno, body[0].lineno - 1) if body else node.end_lineno or node.lineno


def _form(node: ast.stmt) -> str:
    """Return the code of a statement without its body, with names and texts made equal."""
    parts = [type(node).__name__]
    todo: list[ast.AST] = [node]
    while todo:
        item = todo.pop()
        parts.append(_word(item))
        todo += [child for child in ast.iter_child_nodes(item) if not isinstance(child, ast.stmt)]
    return " ".join(part for part in parts if part)


def _word(node: ast.AST) -> str:
    """Return what is left of a node: operators, numbers and what is called of a library."""
    if isinstance(node, ast.Name | ast.arg):
        return "V"
    if isinstance(node, ast.Constant):
        if isinstance(node.value, int):  # Python refuses to write very long ones with decimal digits
            return f"{node.value:x}"
        return "S" if isinstance(node.value, str) else repr(node.value)
    if isinstance(node, ast.Attribute):
        own = isinstance(node.value, ast.Name) and node.value.id == "self"
        return ".V" if own else f".{node.attr}"
    if isinstance(node, ast.Load | ast.Store | ast.stmt | ast.arguments):
        return ""
    return type(node).__name__


def clusters(
    place: tuple[str, str], texts: Mapping[str, str], stub: str, least: int
) -> tuple[list[Cluster], dict[str, str]]:
    """Group the students whose versions of a file are the same.

    Args:
        place: the assignment and the file.
        texts: the versions, by student.
        stub: what was handed out.
        least: the number of letters of own statements below which a file says nothing about its author.

    Returns:
        The clusters of several students, and for each student the first one of the cluster.
    """
    given = Counter(item.form for item in statements_of(stub))
    by_code: dict[object, list[str]] = {}
    for student, text in texts.items():
        own = Counter(item.form for item in statements_of(text)) - given
        key: object = frozenset(own.items()) if sum(len(form) * n for form, n in own.items()) >= least else student
        if not own and _plain(text) != _plain(stub) and len(text) >= least:
            key = _plain(text)  # it does not parse
        by_code.setdefault(key, []).append(student)
    first = {student: students[0] for students in by_code.values() for student in students}
    found = [_cluster(place, students, texts) for students in by_code.values() if len(students) > 1]
    return found, first


def _cluster(place: tuple[str, str], students: Iterable[str], texts: Mapping[str, str]) -> Cluster:
    names = tuple(sorted(students))
    same = len({_plain(texts[name]) for name in names}) == 1
    return Cluster(*place, names, SAME_TEXT if same else SAME_CODE)


def _plain(text: str) -> str:
    """Return a text without white space at the ends of lines, and without empty lines."""
    return "\n".join(line.rstrip() for line in text.splitlines() if line.strip())
