"""The exercises of one file come from several sources of a student; `submission_cases` says how the table is read."""

from pathlib import Path

import pytest

from autograder.course import Course
from autograder.intake.assemble import Piece, assemble
from autograder.intake.outline import Handout
from tests.helpers import archives
from tests.helpers.submission_cases import (
    CAUSAL,
    FIRST,
    FORMULAS,
    SECOND,
    SELF,
    STUBS,
    TWO,
    TWO_GRADED,
    Case,
    assert_graded,
    define,
    read_case,
    row,
)

SCALED = "def scale(x):\n    return x + {0!r}\n\ndef {1}(*_):\n    return scale('')\n"
LOCAL = "def scale(x):\n    return x + {0!r}\n\ndef {1}(*_):\n    return (lambda scale: scale)(scale(''))\n"
STAR = "from math import *\n\n"
MASK = "def causal_mask(T):\n    return 'é'\n"
CLASS = "class CausalSelfAttention:\n    def clone(self) -> CausalSelfAttention:\n        return self\n"

CASES = {
    "two notebooks that share the exercises of one file": row(
        {"02_causal/a.ipynb": FIRST, "02_causal/b.ipynb": SECOND},
        {"02": {"a.ipynb": FIRST, "b.ipynb": SECOND}},
        "causal_mask, padding_mask and additive_causal_mask were taken from a.ipynb",
    ),
    "two notebooks that both define an exercise": row(
        {"02_causal/a.ipynb": CAUSAL, "02_causal/b.ipynb": ("causal_mask", *FORMULAS)},
        {"02": {"a.ipynb": CAUSAL[1:], "b.ipynb": ("causal_mask", *FORMULAS)}},
        "causal_mask is defined in a.ipynb and in b.ipynb; the one in b.ipynb counts",
    ),
    "a notebook that is called as the file, and a trial": row(
        {"02_causal/causal.ipynb": CAUSAL, "02_causal/scratch.py": ("causal_mask",)},
        {"02": {"causal.ipynb": CAUSAL}},
        "causal_mask is defined in scratch.py and in causal.ipynb; the one in causal.ipynb counts",
    ),
    "part1.py and part2.py that split a file": row(
        {"02_causal/part1.py": FIRST, "02_causal/part2.py": SECOND, "02_causal/derivations.py": FORMULAS},
        {"02": {"part1.py": FIRST, "part2.py": SECOND, "derivations.py": FORMULAS}},
        "causal_mask, padding_mask and additive_causal_mask were taken from part1.py",
    ),
    "part_1.py and part_2.py, which look like copies": row(
        {"02_causal/part_1.py": FIRST[:2], "02_causal/part_2.py": FIRST[2:], "02_causal/derivations.py": FORMULAS},
        {"02": {"part_1.py": FIRST[:2], "part_2.py": FIRST[2:], "derivations.py": FORMULAS}},
        "causal_mask and padding_mask were taken from part_1.py",
    ),
    "halves in an archive without folders": row(
        {
            "02_causal.zip": archives.zipped(
                {f"p{n}.py": define(x, f"p{n}.py").encode() for n, x in ((1, FIRST), (2, SECOND))}
            )
        },
        {"02": {"p1.py": FIRST, "p2.py": SECOND}},
    ),
    "three files with an exercise or two each, and no folder": row(
        {"masks.py": FIRST[:2], "weights.py": FIRST[2:] + SECOND[:1], "layers.py": SECOND[1:]},
        {"02": {"masks.py": FIRST[:2], "weights.py": FIRST[2:] + SECOND[:1], "layers.py": SECOND[1:]}},
    ),
    "both halves in copies of one stub": row(
        {
            "02_causal/part1.py": STUBS["02_causal"]["causal.py"] + define(FIRST, "part1.py").encode(),
            "02_causal/part2.py": STUBS["02_causal"]["causal.py"] + define(SECOND, "part2.py").encode(),
        },
        {"02": {"part1.py": FIRST, "part2.py": SECOND}},
        silent=("counts",),
    ),
    "the stub as it was, and the work beside it": row(
        {"02_causal/causal.py": STUBS["02_causal"]["causal.py"], "02_causal/my_work.py": CAUSAL},
        {"02": {"my_work.py": CAUSAL}},
        "causal.py was taken from my_work.py, because causal.py is the unchanged stub",
    ),
    "half of the file done, the other half in another one": row(
        {
            "02_causal/causal.py": STUBS["02_causal"]["causal.py"] + define(FIRST, "causal.py").encode(),
            "02_causal/rest.py": SECOND,
        },
        {"02": {"causal.py": FIRST, "rest.py": SECOND}},
        "masked_softmax, SingleHeadSelfAttention and CausalSelfAttention were taken from rest.py",
    ),
    "a file of the contract, and another version of one exercise": row(
        TWO | {"02_causal/experiment.py": ("causal_mask",)},
        {"02": TWO_GRADED},
        "causal_mask is defined in causal.py and in experiment.py; the one in causal.py counts",
    ),
    "an older version beside the file": row(
        TWO | {"02_causal/causal_old.py": CAUSAL},
        {"02": TWO_GRADED},
        "; the ones in causal.py count",
    ),
    "two sources with different helpers of one name": row(
        {
            "02_causal/one.py": SCALED.format("one.py", "causal_mask").encode() + define(FIRST[1:], "one.py").encode(),
            "02_causal/two.py": SCALED.format("two.py", "masked_softmax").encode(),
        },
        {"02": {"one.py": FIRST, "two.py": ("masked_softmax",)}},
        "masked_softmax was taken from two.py",
    ),
    "two sources whose helpers cannot be told apart": row(
        {
            "02_causal/causal.py": SCALED.format("causal.py", "causal_mask").encode(),
            "02_causal/two.py": LOCAL.format("two.py", "masked_softmax").encode(),
        },
        {"02": {"causal.py": ("causal_mask",)}},
        "masked_softmax was not taken from two.py: scale means something else there",
    ),
    "a second source that imports everything from somewhere": row(
        {
            "02_causal/causal.py": SCALED.format("causal.py", "causal_mask").encode(),
            "02_causal/two.py": b"from os.path import *\n\ndef masked_softmax(*_):\n    return join('two.py')\n",
        },
        {"02": {"causal.py": ("causal_mask",)}},
        "masked_softmax was not taken from two.py: its `import *` could give other names in the file another meaning",
    ),
    "a SelfAttention that could be for 01 or for 03": row(
        {
            "01_self_attention/self_attention.py": SELF[:-2],
            "extra.py": ("SelfAttention", "split_heads"),
            "03_multihead/multihead.py": ("merge_heads",),
        },
        {
            "01": {"self_attention.py": SELF[:-2]},
            "03": {"multihead.py": ("merge_heads",), "extra.py": ("split_heads",)},
        },
        "SelfAttention in extra.py could be for 01_self_attention or for 03_multihead, and is not used",
    ),
    "a star import in a later source": row(
        {
            "02_causal/causal.py": b"def sqrt():\n    return 'causal.py'\n\ndef causal_mask(*_):\n    return sqrt()\n",
            "02_causal/two.py": f"{STAR}def masked_softmax(*_):\n    return 'two.py' if pi > 3 else ''\n".encode(),
        },
        {"02": {"causal.py": ("causal_mask",)}},
        "masked_softmax was not taken from two.py: its `import *` could give other names in the file another meaning",
    ),
    "a star import beside the stub": row(
        {
            "02_causal/causal.py": STUBS["02_causal"]["causal.py"],
            "02_causal/mine.py": f"{STAR}def masked_softmax(*_):\n    return 'mine.py' if pi > 3 else ''\n".encode(),
        },
        {"02": {"mine.py": ("masked_softmax",)}},
        "because causal.py is the unchanged stub",
    ),
    "a star import in the first source, and sources that it could and could not change": row(
        {
            "02_causal/causal.py": f"{STAR}def causal_mask(*_):\n    return 'causal.py' if pi > 3 else ''\n".encode(),
            "02_causal/three.py": b"def masked_softmax(*_):\n    return 'three.py' if pow(5, 2, 3) else ''\n",
            "02_causal/two.py": b"pi = 2\n\ndef additive_causal_mask(*_):\n    return 'two.py' if pi == 2 else ''\n",
        },
        {"02": {"causal.py": ("causal_mask",), "two.py": ("additive_causal_mask",)}},
        "masked_softmax was not taken from three.py: the `import *` in causal.py could give pow another meaning",
    ),
    "an exercise that is a lambda, alone in a file": row(
        {"02_causal/causal.py": CAUSAL[1:], "02_causal/mask.py": b"causal_mask = lambda *_: 'mask.py'\n"},
        {"02": {"causal.py": CAUSAL[1:], "mask.py": ("causal_mask",)}},
        "causal_mask was taken from mask.py",
    ),
}


@pytest.mark.process
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_exercises_of_one_file_are_put_together(case: Case, tmp_path: Path, course: Course) -> None:
    assert_graded(case, tmp_path, course)


@pytest.mark.process
def test_what_a_source_imports_from_the_future_comes_first(tmp_path: Path, course: Course) -> None:
    future = b"from __future__ import annotations\n\n\ndef masked_softmax(*_) -> Unheard:\n    return 'two.py'\n"
    files = {"02_causal/causal.py": ("causal_mask",), "02_causal/two.py": future}
    submissions, _ = read_case(row(files, {}), tmp_path, course)
    assert submissions["02_causal"].sources["causal.py"].startswith(b"from __future__ import annotations\n")


FUTURE = "from __future__ import annotations"


def put_together(*pieces: Piece) -> bytes:
    handout = Handout("02_causal", "causal.py", CAUSAL, STUBS["02_causal"]["causal.py"])
    other = Piece("b.py", f"{FUTURE}\n{CLASS}".encode(), CAUSAL[-1:])
    assembled = assemble((*pieces, other), handout, (handout,))
    assert assembled.refused == ()
    return assembled.source


def run(source: bytes) -> dict[str, object]:
    names: dict[str, object] = {}
    exec(compile(source, "causal.py", "exec", dont_inherit=True), names)
    return names


@pytest.mark.parametrize(
    "head",
    [
        "",
        "# a comment\n\n",
        '"""What it is."""\n',
        '"""What\nis é?"""; import math  # or not\n',
        f'"""What it is."""\n{FUTURE}\n',
        "import functools\n",
        "@staticmethod\ndef first(): ...\n",
    ],
)
def test_annotations_that_one_source_does_not_evaluate_are_not_evaluated_in_the_file(head: str) -> None:
    data = (head + MASK).encode()
    names = run(put_together(Piece("causal.py", data, CAUSAL[:1], whole=True)))
    assert {"causal_mask", "CausalSelfAttention"} <= set(names)
    assert names.get("__doc__") == run(data).get("__doc__")
    assert {"causal_mask", "CausalSelfAttention"} <= set(run(put_together(Piece("a.py", data, CAUSAL[:1]))))


@pytest.mark.parametrize("head", ["# coding: latin-1\n", "#!/usr/bin/python\n# -*- coding: latin-1 -*-\n"])
def test_a_file_in_another_encoding_is_completed_in_utf_8(head: str) -> None:
    whole = Piece("causal.py", (head + MASK).encode("latin-1"), CAUSAL[:1], whole=True)
    assert run(put_together(whole))["causal_mask"](1) == "é"
