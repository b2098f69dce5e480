"""Definitions are equal if their code and all that they use are, whatever their comments and lines."""

from collections.abc import Collection

import pytest

from autograder.sandbox.guest.closures import Closure, closures
from autograder.sandbox.guest.parsed_file import parse_file

FILE = """
import torch

EPS = 1e-9


def shifted(z):
    return z - z.max()


def softmax(z, dim=-1):
    exps = shifted(z).exp()
    return exps / (exps.sum(dim, keepdim=True) + EPS)


class Base:
    def scale(self):
        return 2.0


class Head(Base):
    def forward(self, x):
        return softmax(x * self.scale())


double = lambda x: 2 * x


def alone(x):
    return [item for item in x]
"""
NAMES = ("softmax", "Head", "alone")
DIFFERENT = {
    "the code": ("exps / ", "exps * ", {"softmax", "Head"}),
    "a helper": ("z - z.max()", "z + z.max()", {"softmax", "Head"}),
    "a default value": ("dim=-1", "dim=0", set(NAMES)),
    "a constant": ("1e-9", "1e-8", set(NAMES)),
    "a base class": ("return 2.0", "return 3.0", set(NAMES)),
    "a lambda": ("2 * x", "3 * x", set(NAMES)),
    "an import": ("import torch", "import math", set(NAMES)),
    "another name for a helper": ("double = lambda x: 2 * x", "shifted = shifted", set(NAMES)),
    "a comprehension": ("item for item in x]", "(item,) for item in x]", {"alone"}),
    "a decorator": ("def alone", "@torch.no_grad()\ndef alone", set(NAMES)),
    "a name": ("def alone(x)", "def alone(y)", {"alone"}),
    "the type of a number": ("2.0", "2", set(NAMES)),
}


def closures_in(source: bytes, names: Collection[str]) -> dict[str, Closure]:
    return closures(parse_file(source, "file.py"), names)


def closure_digests(source: bytes, names: Collection[str]) -> dict[str, str]:
    return {name: closure["digest"] for name, closure in closures_in(source, names).items()}


def test_comments_and_lines_make_no_difference() -> None:
    commented = "# a comment\n\n" + FILE.replace("return exps", "# another\n\n    return  exps").replace(
        "z.max()", "(z.max())"
    )
    assert closure_digests(commented.encode(), NAMES) == closure_digests(FILE.encode(), NAMES)


@pytest.mark.parametrize(("old", "new", "changed"), DIFFERENT.values(), ids=DIFFERENT)
def test_a_change_counts_for_all_that_use_it(old: str, new: str, changed: set[str]) -> None:
    assert old in FILE
    before, after = (closure_digests(text.encode(), NAMES) for text in (FILE, FILE.replace(old, new)))
    assert {name for name in NAMES if before[name] != after[name]} == changed


def test_a_change_of_what_only_a_lambda_uses_counts_for_all() -> None:
    through = FILE.replace("z - z.max()", "less(z)").replace("double =", "less = lambda z: largest(z)\n\ndouble =")
    through += "\n\ndef largest(z):\n    return z - z.max()\n"
    before, after = (closure_digests(text.encode(), NAMES) for text in (through, through.replace("max()", "min()")))
    assert {name for name in NAMES if before[name] != after[name]} == set(NAMES)


def test_what_is_no_definition_has_no_digest() -> None:
    assert closure_digests(b"def f(x):\n    return x\n\nsoftmax = f\n", ["softmax", "f"]).keys() == {"f"}
    assert closure_digests(b"def f(x:", ["f"]) == {}


USES = {
    "directly": ("def g(x):\n    return f(x)\n", {"f"}),
    "through another": ("def h(x):\n    return f(x)\n\n\ndef g(x):\n    return h(x)\n", {"f", "h"}),
    "through a lambda": ("h = lambda x: f(x)\n\n\ndef g(x):\n    return h(x)\n", {"f", "h"}),
    "through a table": ("h = {'f': f}\n\n\ndef g(x):\n    return h['f'](x)\n", {"f", "h"}),
    "as a base class": ("class g(f):\n    pass\n", {"f"}),
    "in a method of another": (
        "class h:\n    def m(self, x):\n        return f(x)\n\n\ng = h\n\n\ndef g(x):\n    return 1\n",
        {"f", "h"},
    ),
    "in an inner function": ("def g(x):\n    def inner():\n        return f(x)\n\n    return inner()\n", {"f"}),
    "as an attribute": ("def g(x):\n    return x.f()\n", {"f"}),
    "not at all": ("def h(x):\n    return f(x)\n\n\ndef g(x):\n    return x + 1\n", set()),
}


@pytest.mark.parametrize(("text", "used"), USES.values(), ids=USES)
def test_a_closure_names_what_a_definition_may_use(text: str, used: set[str]) -> None:
    closure = closures_in(b"def f(x):\n    return x\n\n\n" + text.encode(), ("f", "g", "h"))["g"]
    assert set(closure["names"]) - {"g"} == used


def test_what_runs_while_a_file_is_loaded_belongs_to_every_definition() -> None:
    source = b"def f(x):\n    return x\nclass A:\n    x: f(1)\ndef g(x):\n    return x\ndef h(x):\n    return g(x)\n"
    found = closures_in(source, ["g", "h"])
    assert {name: closure["definitions"] for name, closure in found.items()} == {"g": ["f", "g"], "h": ["f", "g", "h"]}
