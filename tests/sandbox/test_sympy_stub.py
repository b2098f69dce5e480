"""Shapes of plain numbers need no symbols: stand-ins answer as the real functions do, and load them for all else."""

import importlib
import subprocess
import sys
from typing import Any

import pytest
import torch

from autograder.sandbox.guest import warmup
from tests.helpers.paths import ROOT

TRUTHS: list[tuple[Any, ...]] = [(True,), (False,)]
PAIRS = [(first, second) for first in (True, False) for second in (True, False)]
SIZES = [0, 1, 7]
SHAPES = [(), (2,), (2, 3), torch.Size([2, 3]), [2, 3], (2, 3, 4)]
QUESTIONS: dict[str, list[tuple[Any, ...]]] = {
    "sym_and": [*TRUTHS, *PAIRS, *((*pair, True) for pair in PAIRS)],
    "sym_or": [*TRUTHS, *PAIRS, *((*pair, False) for pair in PAIRS)],
    "sym_eq": [(one, other) for alike in (SIZES, SHAPES) for one in alike for other in alike],  # type: ignore[union-attr]
    "free_unbacked_symbols": [(torch.ones(2, 3),), (torch.ones(2, 3, device="meta"),)],
    "is_nested_int": [(size,) for size in SIZES],
}
FAILS = "import torch\ntry: torch.ones(2, 3, 4, device='meta') @ torch.ones(2, 5, 3, device='meta')\n"
SYMBOLIC_SIZE = (
    "import torch; from torch.fx.experimental.symbolic_shapes import sym_eq, guard_or_false\n"
    "from torch.fx.experimental.symbolic_shapes import ShapeEnv; from torch._subclasses import FakeTensorMode\n"
    "fake = FakeTensorMode(shape_env=ShapeEnv()).from_tensor(torch.ones(5, 3))\n"
    "print(type(sym_eq(fake.shape, (5, 3))).__name__, guard_or_false(fake.shape[0] == 5), guard_or_false(True))"
)
PROGRAMS = {
    "import sys; print('sympy.core' in sys.modules, hasattr(sys.modules['sympy'], '__file__'))": "False False",
    f"{FAILS}except RuntimeError as error: print('to be' in str(error), 'sympy.core' in sys.modules)": "True False",
    "import sympy; x = sympy.Symbol('x'); print(x + 1, isinstance(x, sympy.Basic), 'sympy.core' in sys.modules)": (
        "x + 1 True True"
    ),
    "import sympy.core.numbers as numbers; print(numbers.Integer(3))": "3",
    "from sympy import *; print(Integer(4))": "4",
    "import torch.fx.experimental.symbolic_shapes as shapes; print(shapes.ShapeEnv().__class__.__name__)": "ShapeEnv",
    SYMBOLIC_SIZE: "SymBool True True",
}
EACH_IN_A_FORK = """
import os, sys
from autograder.sandbox.guest.warmup import warm_up

warm_up()
for code in sys.argv[1:]:
    sys.stdout.flush()
    if not os.fork():
        exec(code)
        sys.stdout.flush()
        os._exit(0)
    os.wait()
"""


@pytest.mark.process
def test_a_warm_process_has_no_symbols_and_whoever_wants_them_gets_them() -> None:
    command = [sys.executable, "-c", EACH_IN_A_FORK, *PROGRAMS]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    assert dict(zip(PROGRAMS, done.stdout.splitlines(), strict=True)) == PROGRAMS


@pytest.mark.filterwarnings("ignore:guard_size_oblivious:FutureWarning")
@pytest.mark.parametrize("name", warmup.PLAIN_ANSWERS)
def test_a_plain_answer_is_the_real_one(name: str) -> None:
    real = getattr(importlib.import_module("torch.fx.experimental.symbolic_shapes"), name)
    assert [warmup.PLAIN_ANSWERS[name](*given) for given in QUESTIONS.get(name, TRUTHS)] == [
        real(*given) for given in QUESTIONS.get(name, TRUTHS)
    ]
