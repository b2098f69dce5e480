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
PREPARE = "import sys; from autograder.sandbox.guest.warmup import warm_up; warm_up()\n"


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", PREPARE + code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_warm_process_has_no_symbols() -> None:
    assert run("print('sympy.core' in sys.modules, hasattr(sys.modules['sympy'], '__file__'))") == "False False"


def test_shapes_that_do_not_fit_need_none_either() -> None:
    fails = "import torch\ntry: torch.ones(2, 3, 4, device='meta') @ torch.ones(2, 5, 3, device='meta')\n"
    assert (
        run(f"{fails}except RuntimeError as error: print('to be' in str(error), 'sympy.core' in sys.modules)")
        == "True False"
    )


def test_whoever_wants_sympy_gets_the_real_one() -> None:
    code = "import sympy; x = sympy.Symbol('x'); print(x + 1, isinstance(x, sympy.Basic), 'sympy.core' in sys.modules)"
    assert run(code) == "x + 1 True True"
    assert run("import sympy.core.numbers as numbers; print(numbers.Integer(3))") == "3"
    assert run("from sympy import *; print(Integer(4))") == "4"


def test_whoever_wants_symbolic_shapes_gets_them() -> None:
    code = "import torch.fx.experimental.symbolic_shapes as shapes; print(shapes.ShapeEnv().var_to_range)"
    assert run(code.replace(".var_to_range", ".__class__.__name__")) == "ShapeEnv"


def test_a_size_that_is_a_symbol_is_answered_by_the_real_function() -> None:
    code = (
        "import torch; from torch.fx.experimental.symbolic_shapes import sym_eq, guard_or_false\n"
        "from torch.fx.experimental.symbolic_shapes import ShapeEnv; from torch._subclasses import FakeTensorMode\n"
        "fake = FakeTensorMode(shape_env=ShapeEnv()).from_tensor(torch.ones(5, 3))\n"
        "print(type(sym_eq(fake.shape, (5, 3))).__name__, guard_or_false(fake.shape[0] == 5), guard_or_false(True))"
    )
    assert run(code) in ("SymBool True True", "bool True True")


@pytest.mark.filterwarnings("ignore:guard_size_oblivious:FutureWarning")
@pytest.mark.parametrize("name", warmup.PLAIN_ANSWERS)
def test_a_plain_answer_is_the_real_one(name: str) -> None:
    real = getattr(importlib.import_module("torch.fx.experimental.symbolic_shapes"), name)
    assert [warmup.PLAIN_ANSWERS[name](*given) for given in QUESTIONS.get(name, TRUTHS)] == [
        real(*given) for given in QUESTIONS.get(name, TRUTHS)
    ]
