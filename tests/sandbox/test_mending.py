"""What does not parse is taken out of a program, with the definition that it stands in and no other."""

import textwrap

import pytest

from autograder.sandbox.guest.mending import mend, needed_python

AROUND = "import math\n\n\ndef first(x):\n    return x\n\n\n{}\n\n\ndef last(x):\n    return math.sqrt(x)\n"
BROKEN = {
    "a merge marker": "def middle(x):\n    y = x\n<<<<<<< HEAD\n    return y\n=======\n    return x\n>>>>>>> other",
    "a tab": "def middle(x):\n    y = x\n\treturn y",
    "a print of Python 2": 'def middle(x):\n    print "x"\n    return x',
    "a bracket that stays open": "def middle(x):\n    return (x",
    "a text that stays open": 'def middle(x):\n    """Say\nwhat it does.\n    return x',
    "nothing inside": "def middle(x):",
    "a return at the margin": "def middle(x):\n    y = x\nreturn y",
    "a method": "class middle:\n    def f(self):\n        return x x\n\n    def g(self):\n        return 1",
    "below a decorator": "@staticmethod\ndef middle(x):\n    return x x",
    "a lambda": "middle = lambda x: x x",
}


def names_of(text: str) -> dict[str, object]:
    names: dict[str, object] = {}
    exec(compile(text, "file.py", "exec", dont_inherit=True), names)
    return names


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_line_costs_its_definition_and_no_other(what: str) -> None:
    text = AROUND.format(BROKEN[what])
    with pytest.raises(SyntaxError):
        compile(text, "file.py", "exec")
    mended = mend(text, "file.py")
    names = names_of(mended.text)
    assert {"first", "last", "math"} <= names.keys()
    assert "middle" not in names or what == "a return at the margin"
    assert {name for part in mended.broken for name in part.names} <= {"middle"}
    assert len(mended.text.splitlines()) == len(text.splitlines())


def test_an_error_is_told_with_its_line_in_the_whole_file() -> None:
    (part,) = mend(AROUND.format(BROKEN["a print of Python 2"]), "file.py").broken
    assert (part.names, part.error.filename, part.error.lineno) == ({"middle"}, "file.py", 9)
    assert part.error.text == '    print "x"\n'


def test_markers_around_whole_definitions_cost_none() -> None:
    one, other = "def middle(x):\n    return 1", "def middle(x):\n    return 2"
    mended = mend(AROUND.format(f"<<<<<<< HEAD\n{one}\n=======\n{other}\n>>>>>>> other"), "file.py")
    assert names_of(mended.text)["middle"](0) == 2  # type: ignore[operator]
    assert all(not part.names for part in mended.broken)


def test_long_texts_and_statements_at_the_margin_stay_whole() -> None:
    text = textwrap.dedent('''
        """What this is.

        Lines at the margin.
        """
        rows = [
        1,
        2,
        ]
        if rows:
            size = 2
        else:
            size = 0
        def broken(:
            pass
        ''')
    names = names_of(mend(text, "file.py").text)
    assert (names["size"], names["rows"]) == (2, [1, 2])


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("def softmax[T](z: T, dim: int = -1) -> T:\n    return z\n", "3.12"),
        ("class Head[T](list):\n    pass\n", "3.12"),
        ("type Rows = list[int]\n", "3.12"),
        ("""x = f"{names["a"]}"\n""", "3.12"),
        ("x = t'{1}'\n", "3.14"),
    ],
)
def test_what_only_a_newer_python_reads_is_told_apart(text: str, version: str) -> None:
    try:
        compile(text, "file.py", "exec")
    except SyntaxError:
        assert needed_python(text).startswith(f"needs Python {version}, for ")
    else:
        assert needed_python(text) == ""


@pytest.mark.parametrize("text", [*BROKEN.values(), 'print f"{1}"', "def f[(x):\n    pass\n", "type x", 'x = f"{y"'])
def test_what_no_python_reads_needs_no_newer_one(text: str) -> None:
    assert needed_python(text) == ""
