"""No line of a test is shown to a student, whatever the code returns or raises: all exercises are wrong at once."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.student_folder import Handout

WRONG = {"none": "return None", "text": 'return "words"', "error": 'raise KeyError("of my own")'}
FUNCTION = "\n\ndef {name}(*arguments, **named):\n    {body}\n"
METHOD = "\n\ndef {name}(self, *arguments, **named):\n    {body}\n\n\n{owner}.{name} = {name}\n"
LONG = 20  # characters of a statement that cannot be there by chance
DONE_BY_TESTS = (".backward()", ".copy_(", "'NoneType' object")
pytestmark = pytest.mark.process


def wrong_definitions(text: str, exercises: set[str], body: str) -> Iterator[str]:
    """Definitions that take the place of the right ones, of classes all but `__init__`."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name in exercises:
            yield FUNCTION.format(name=node.name, body=body)
        if isinstance(node, ast.ClassDef) and node.name in exercises:
            methods = [item.name for item in node.body if isinstance(item, ast.FunctionDef) and item.name != "__init__"]
            yield from (METHOD.format(name=name, owner=node.name, body=body) for name in methods)


def spoil(handout: Handout, body: str) -> None:
    handout.solve()
    for test in handout.root.glob("assignments/[0-9]*/test_*.py"):
        file = test.with_name(test.name.removeprefix("test_"))
        exercises = set(re.findall(r'exercise\("(\w+)"\)', test.read_text(encoding="utf-8")))
        text = file.read_text(encoding="utf-8")
        file.write_text(text + "".join(wrong_definitions(text, exercises, body)), encoding="utf-8")


def statements(test: Path) -> Iterator[str]:
    """What the tests of a file do, and the names of what is only there."""
    tree = ast.parse(test.read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            yield from (
                item.id
                for item in ast.walk(node)
                if isinstance(item, ast.Name) and item.id.isupper() and len(item.id) > 1
            )
        if isinstance(node, ast.FunctionDef):
            if not node.name.startswith("test_"):
                yield f"{node.name}("
            done = [item for item in ast.walk(node) if isinstance(item, ast.stmt) and item is not node]
            parts = [ast.unparse(item).split("\n")[0] for item in done if not isinstance(item, ast.With | ast.For)]
            yield from (part for part in parts if not part.startswith(("'", '"')))


@pytest.mark.parametrize("kind", [*WRONG])
def test_no_line_of_a_test_is_shown(tmp_path: Path, kind: str) -> None:
    handout = Handout(tmp_path)
    spoil(handout, WRONG[kind])
    _, screen = handout.pytest("assignments", "--all", "--hints", "3")
    about = screen.split("= FAILURES =")[1].split("= short test summary")[0]
    shown = " ".join(re.sub(r"^(?:where|read) .*\n(?: {12}.*\n)*", "", about, flags=re.MULTILINE).split())
    tests = [*handout.root.glob("assignments/[0-9]*/test_*.py")]
    words = {word for test in tests for word in statements(test) if len(word) >= LONG or word.isupper() or "(" in word}
    leaked = [word for word in {*words, *DONE_BY_TESTS} if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", shown)]
    assert about.count("\ncalled ") > 200
    assert leaked == []
