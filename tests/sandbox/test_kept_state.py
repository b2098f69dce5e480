"""Code that may keep something from one call to the next is found before it runs; ordinary solutions are not."""

import pytest

from autograder.course import Course, load_course
from autograder.sandbox.guest.kept_state import FoundState, kept_state
from autograder.sandbox.guest.parsed_file import parse_file

PLAIN = """
from __future__ import annotations

import math
from typing import Optional

import torch
import torch.nn.functional as F
from torch import Tensor, nn

EPS = 1e-9
SCALES = (1, -2.5)
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
NEGATIVE = -math.inf
torch.manual_seed(0)
x = torch.randn(3, 4)


def softmax(z: Tensor, dim: int = -1, eps: float = EPS) -> Tensor:
    shifted = z - z.max(dim, keepdim=True).values
    shifted[0] = shifted[0] * 1
    shifted += 0
    return shifted.exp() / shifted.exp().sum(dim, keepdim=True)


class Head(nn.Module):
    scale: float = 2.0

    def __init__(self, width: int) -> None:
        super().__init__()
        self.q, self.names = nn.Linear(width, width), []
        self.names.append("q")
        self.register_buffer("mask", torch.ones(width))

    @torch.no_grad()
    def forward(self, x: Optional[Tensor] = None, other: Optional[Head] = None) -> Tensor:
        layers: dict[str, nn.Linear | Head] = {}
        assert isinstance(self, Head) and Head.scale
        layers["q"] = getattr(self, "q")
        return softmax(layers["q"](x) / math.sqrt(self.scale))


def clear(model: nn.Module) -> None:
    for parameter in model.parameters():
        parameter.grad = None


if __name__ == "__main__":
    print(softmax(x), Head(4)(x))
"""

KEEPING = {
    "a dictionary": "SEEN = {}\ndef f(x):\n    SEEN[1] = x\n    return x",
    "a list that grows": "SEEN = []\ndef f(x):\n    SEEN.append(x)\n    return x",
    "another name of a list": "def f(x):\n    return again\nagain = seen = [0]",
    "a tensor": "import torch\nMASK = torch.ones(3)\ndef f(x):\n    return MASK.add_(x)",
    "a name of the file": "count = 0\ndef f(x):\n    global count\n    count += 1",
    "a closure": "def make():\n    n = 0\n    def f(x):\n        nonlocal n\n        n += 1\n    return f\ng = make()",
    "an attribute of a function": "def f(x):\n    f.seen = x\n    return x",
    "an attribute of the class": "class A:\n    def f(self, x):\n        A.seen = x",
    "an attribute of the object's class": "class A:\n    def f(self, x):\n        self.__class__.seen = x",
    "an attribute of its type": "class A:\n    def f(self, x):\n        type(self).seen = x",
    "an attribute by a class method": "class A:\n    @classmethod\n    def f(cls, x):\n        cls.seen = x",
    "a list of a class": "class A:\n    seen = []\n    def f(self, x):\n        self.seen.append(x)",
    "an alias": "def f(x):\n    g = f\n    g.grad = x",
    "a gradient": "def f(x, y):\n    x.grad = y",
    "a gradient of what the file defines": "def f(x):\n    f.grad = None",
    "a function in place of self": "class A:\n    def put(self, x):\n        self.x = x\ndef f(x):\n    A.put(f, x)",
    "its attribute": "class A:\n    def put(self, x):\n        self.x = x\ndef f(x):\n    return f.seen",
    "the library in place of self": "class A:\n    def put(self, x):\n        self.x = x\nput = A.put",
    "the class in place of self": "class A:\n    def put(self, x):\n        self.x = x\ndef f(x):\n    A().put(A)",
    "a function with self": "def put(self, x):\n    self.seen = x",
    "another self": "import torch\ndef f(x):\n    self = torch\n    self.seen = x",
    "an imported self": "def f(x):\n    import torch as self\n    self.seen = x",
    "a function as a value": "def f(x):\n    for g in (f,):\n        g.seen = x",
    "setattr": "def f(x):\n    setattr(f, 'seen', x)",
    "a default value": "def f(x, seen=[]):\n    seen.append(x)",
    "a default value made by a call": "def f(x, *, seen=dict()):\n    seen[1] = x",
    "a default value of a lambda": "f = lambda x, seen=[]: seen.append(x)",
    "an iterator": "import itertools\nCOUNT = itertools.count()\ndef f(x):\n    return next(COUNT)",
    "a cache": "import functools\n@functools.lru_cache\ndef f(x):\n    return x",
    "a cache without a decorator": "from functools import cache\ndef g(x):\n    return x\nf = cache(g)",
    "an attribute of the library": "import torch\ndef f(x):\n    torch.seen = x",
    "an item of the library": "import torch\ndef f(x):\n    torch.nn.seen['x'] = x",
    "a list of the library": "import torch\ndef f(x):\n    torch.__all__.append(x)",
    "a setting": "import torch\ndef f(x):\n    torch.set_num_threads(x)",
    "a setting of numpy": "import numpy\ndef f(x):\n    numpy.setbufsize(x)",
    "a hook for all modules": "from torch import nn\nnn.modules.module.register_module_forward_hook(print)",
    "a file": "def f(x):\n    open('/tmp/seen', 'w').write(str(x))",
    "a file of the library": "import torch\ndef f(x):\n    torch.save(x, '/tmp/seen')",
    "a path": "from pathlib import Path\ndef f(x):\n    return Path('/tmp/seen').exists()",
    "a path that is written to": "def f(path):\n    path.write_text('seen')",
    "the system": "import os\ndef f(x):\n    os.environ['seen'] = x",
    "another file": "from helpers import SEEN\ndef f(x):\n    SEEN.append(x)",
    "everything of a module": "from torch.nn import *",
    "the names of the file": "def f(x):\n    globals()['seen'] = x",
    "code from text": "def f(x):\n    exec('seen = x')",
    "a metaclass": "class A(metaclass=type):\n    pass",
    "a decorator of its own": "def twice(f):\n    return f\n@twice\ndef g(x):\n    return x",
    "what happens when an object ends": "class A:\n    def __del__(self):\n        pass",
    "what does not parse": "def f(x:",
}


def found_in(source: bytes) -> list[FoundState]:
    return kept_state(parse_file(source, "file.py"))


def test_an_ordinary_file_keeps_nothing() -> None:
    assert found_in(PLAIN.encode()) == []


@pytest.mark.parametrize("source", KEEPING.values(), ids=KEEPING)
def test_whatever_may_keep_something_is_found(source: str) -> None:
    assert found_in(source.encode())


def test_the_line_is_named() -> None:
    assert found_in(b"def f(x):\n    x.seen = x\n") == [(2, "an attribute seen of another object than self", "f")]


OWNED = {
    "a name of the file in a function": ("SEEN = []\ndef f(x):\n    SEEN.append(x)", {"f"}),
    "an attribute in a method": ("class A:\n    def f(self, x):\n        A.seen = x", {"A"}),
    "a module in a function": ("def f(x):\n    import sys\n    return sys", {"f"}),
    "a module that a function uses": ("import sys\ndef f(x):\n    return sys.path\ndef g(x):\n    return x", {"f"}),
    "a module that the file uses": ("import sys\nsys.path.append('.')\ndef f(x):\n    return x", {""}),
    "a function of torch by name": ("from torch import set_default_dtype as s\ndef f(x):\n    s(x)", {"f"}),
    "a cache": ("import functools\n@functools.lru_cache(maxsize=None)\ndef f(x):\n    return x", {"f"}),
    "a cache by name": ("from functools import cache\n@cache\ndef f(x):\n    return x", {"f"}),
    "a cache of a method": ("from functools import cache\nclass A:\n    @cache\n    def f(self):\n        pass", {""}),
    "a cache of a class": ("from functools import cache\n@cache\nclass A:\n    pass", {"", "A"}),
    "a module beside another file": ("import sys, helpers\ndef f(x):\n    return x", {""}),
    "a function of another file": ("from helpers import f", {""}),
    "two functions": ("SEEN = {}\ndef f(x):\n    SEEN[1] = x\ndef g(x):\n    return SEEN", {"f", "g"}),
    "a default value": ("def f(x, seen=[]):\n    return seen", {""}),
    "a default value of a method": ("class A:\n    def f(self, seen=[]):\n        return seen", {""}),
    "a decorator": ("def twice(f):\n    return f\n@twice\ndef g(x):\n    return x", {""}),
    "a list of a class": ("class A:\n    seen = []", {""}),
    "a comprehension at the top": ("SEEN = []\ncounts = [SEEN.append(x) for x in (1, 2)]", {""}),
    "a definition that is chosen": ("SEEN = []\nif True:\n    def f(x):\n        SEEN.append(x)", {""}),
}


@pytest.mark.parametrize(("source", "owners"), OWNED.values(), ids=OWNED)
def test_what_only_a_call_could_keep_has_an_owner(source: str, owners: set[str]) -> None:
    assert {owner for _, _, owner in found_in(source.encode())} == owners


@pytest.mark.parametrize("assignment", [item.id for item in load_course()])
def test_no_solution_is_suspected(assignment: str, course: Course) -> None:
    for file in course.assignment(assignment).files:
        source = (course.solutions_folder / assignment / file).read_bytes()
        assert found_in(source) == []
