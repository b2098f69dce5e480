"""Wherever a student put an exercise, it is graded; and whatever was received and not used is named.

`helpers/submission_cases.py` says how the table is read.
"""

import os
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.intake.read import read_class
from tests.helpers import archives
from tests.helpers.grading import solution
from tests.helpers.submission_cases import (
    ALL,
    CAUSAL,
    COURSE,
    FIRST,
    FORMULAS,
    GIVEN_HEAD,
    HEAD_FORMULAS,
    HEADS,
    SECOND,
    SELF,
    STUBS,
    TWO,
    TWO_GRADED,
    Case,
    Names,
    assert_graded,
    content,
    define,
    graded_of,
    read_case,
    row,
)


def percent(names: Names, tag: str) -> bytes:
    """What jupytext writes."""
    return b"".join(f"# %%\n{define((name,), tag)}\n# %%\n# a try: {name}(3)\n".encode() for name in names)


def script(names: Names, tag: str) -> bytes:
    """What "Save as executable script" writes."""
    head = (
        "#!/usr/bin/env python\n# coding: utf-8\n\n# In[1]:\n\n\nget_ipython().run_line_magic('matplotlib', 'inline')\n"
    )
    cells = (f"\n\n# In[{place}]:\n\n\n{define((name,), tag)}" for place, name in enumerate(names, start=2))
    return (head + "".join(cells) + "\n\nprint(undefined_trial)\n").encode()


def version_3(names: Names, tag: str) -> bytes:
    import json  # noqa: PLC0415 - only here

    cells = [
        {
            "cell_type": "code",
            "input": define((name,), tag).splitlines(keepends=True),
            "outputs": [],
            "language": "python",
        }
        for name in names
    ]
    sheet = {"cells": [{"collapsed": False, "metadata": {}} | cell for cell in cells], "metadata": {}}
    return json.dumps({"metadata": {"name": ""}, "nbformat": 3, "nbformat_minor": 0, "worksheets": [sheet]}).encode()


CASES = {
    "the contract's own layout": row(TWO, {"02": TWO_GRADED}, silent=("taken", "not used", "counts")),
    "two notebooks in one part": row(
        {"02_causal/causal.ipynb": CAUSAL, "02_causal/derivations.ipynb": FORMULAS},
        {"02": {"causal.ipynb": CAUSAL, "derivations.ipynb": FORMULAS}},
        "causal.py was taken from causal.ipynb",
        "derivations.py was taken from derivations.ipynb",
    ),
    "the tenth notebook after the ninth": row(
        {"02_causal/try 9.ipynb": CAUSAL, "02_causal/try 10.ipynb": CAUSAL},
        {"02": {"try 10.ipynb": CAUSAL}},
        "try 9.ipynb was received and not used",
    ),
    "one notebook for all parts": row(
        {"homework.ipynb": tuple(name for names in ALL.values() for name in names)},
        {part: {"homework.ipynb": names} for part, names in ALL.items()},
        "causal.py was taken from homework.ipynb",
        "derivations.py was taken from homework.ipynb",
        silent=("not used",),
    ),
    "one notebook for all parts, in the folder of one": row(
        {"02_causal/everything.ipynb": tuple(name for names in ALL.values() for name in names)},
        {part: {"everything.ipynb": names} for part, names in ALL.items()},
        "multihead.py was taken from everything.ipynb",
    ),
    "one notebook in which the head that 03 gives follows the one of 01": row(
        {"all.ipynb": archives.notebook(define(SELF, "all.ipynb"), GIVEN_HEAD, define(HEADS, "all.ipynb"))},
        {"01": {"all.ipynb": SELF}, "03": {"all.ipynb": HEADS}},
    ),
    "the same in one script": row(
        {"all.py": f"{define(SELF, 'all.py')}\n{GIVEN_HEAD}\n{define(HEADS, 'all.py')}".encode()},
        {"01": {"all.py": SELF}, "03": {"all.py": HEADS}},
        "self_attention.py was taken from all.py",
    ),
    "a notebook saved as percent script": row(
        {"02_causal/02_causal.py": percent(CAUSAL + FORMULAS, "02_causal.py")},
        {"02": {"02_causal.py": CAUSAL + FORMULAS}},
        "derivations.py was taken from 02_causal.py",
    ),
    "a percent script of all parts, under any name": row(
        {"my work.py": percent(tuple(name for names in ALL.values() for name in names), "my work.py")},
        {part: {"my work.py": names} for part, names in ALL.items()},
    ),
    "a notebook saved as executable script": row(
        {"02_causal/untitled.py": script(CAUSAL + FORMULAS, "untitled.py")},
        {"02": {"untitled.py": CAUSAL + FORMULAS}},
        silent=("does not parse",),
    ),
    "a percent script with a cell that does not parse": row(
        {"02_causal/work.py": percent(CAUSAL[:-1], "work.py") + b"# %%\ndef CausalSelfAttention(:\n    pass\n"},
        {"02": {"work.py": CAUSAL[:-1]}},
        "work.py: code cell 13 does not parse (line 2: invalid syntax), ignored",
    ),
    "the same under the name of the notebook": row(
        {"02_causal/02_causal.py": b"# %%\n%matplotlib inline\n" + percent(CAUSAL, "02_causal.py")},
        {"02": {"02_causal.py": CAUSAL}},
        "causal.py was taken from 02_causal.py",
    ),
    "the right file in the wrong part's folder": row(
        TWO | {"02_causal/multihead.py": HEADS, "03_multihead/derivations.py": HEAD_FORMULAS},
        {"02": TWO_GRADED, "03": {"multihead.py": HEADS, "derivations.py": HEAD_FORMULAS}},
        "multihead.py was taken from 02_causal/multihead.py",
    ),
    "the only file of a part in another part's folder": row(
        TWO | {"02_causal/cross.py": ("CrossAttention",)},
        {"02": TWO_GRADED, "04": {"cross.py": ("CrossAttention",)}},
    ),
    "derivations.py of another part": row(
        {"02_causal/causal.py": CAUSAL, "02_causal/derivations.py": HEAD_FORMULAS, "03_multihead/multihead.py": HEADS},
        {"02": {"causal.py": CAUSAL}, "03": {"multihead.py": HEADS, "derivations.py": HEAD_FORMULAS}},
        "derivations.py was taken from 02_causal/derivations.py",
    ),
    "one file that holds the exercises of both": row(
        {"02_causal/causal.py": CAUSAL + FORMULAS},
        {"02": {"causal.py": CAUSAL + FORMULAS}},
        "derivations.py was taken from causal.py",
    ),
    "a notebook whose cells are strings": row(
        {"hand in.ipynb": archives.notebook("import torch\n" + define(CAUSAL, "hand in.ipynb"))},
        {"02": {"hand in.ipynb": CAUSAL}},
    ),
    "a notebook of version 3": row(
        {"old format.ipynb": version_3(CAUSAL, "old format.ipynb")},
        {"02": {"old format.ipynb": CAUSAL}},
    ),
    "the same notebook twice": row(
        {"02_causal/work.ipynb": CAUSAL, "02_causal/work (1).ipynb": CAUSAL[:4]},
        {"02": {"work (1).ipynb": CAUSAL[:4]}},
        "work.ipynb was received and not used",
    ),
    "an earlier attempt with more in it": row(
        {
            "02_causal/attempt 1/causal.py": FIRST,
            "02_causal/attempt 1/rest.py": SECOND,
            "02_causal/attempt 2/causal.py": FIRST,
        },
        {"02": {"causal.py": FIRST}},
        "2 attempts were handed in; the last one, in 02_causal/attempt 2, counts",
    ),
    "a helper that nobody imports, a report and notes": row(
        TWO
        | {
            "02_causal/helpers.py": b"def helper():\n    return 1\n",
            "report.pdf": b"%PDF",
            "02_causal/notes.txt": b"x",
        },
        {"02": TWO_GRADED},
        "helpers.py, notes.txt and report.pdf were received and not used",
        instructor=("ada: 02_causal/helpers.py, 02_causal/notes.txt and report.pdf were received and not used",),
    ),
    "the data and the program that a part is handed out with": row(
        TWO | {"06_language_model/payoff.py": b"changed = 1\n", "06_language_model/racing.py": b"import learning\n"},
        {"02": TWO_GRADED},
        silent=("payoff.py", "racing.py"),
    ),
    "more files than one wants to read of": row(
        TWO | {f"02_causal/figure{number}.png": b"" for number in range(9)},
        {"02": TWO_GRADED},
        "figure0.png, figure1.png, figure2.png, figure3.png, figure4.png and 4 more were received and not used",
    ),
    "a helper that is imported": row(
        {
            "02_causal/causal.py": b"from helpers import tag\n" + define(CAUSAL, "x").replace("'x'", "tag()").encode(),
            "02_causal/helpers.py": b"import more\ndef tag():\n    return more.name\n",
            "02_causal/more.py": b"name = 'causal.py'\n",
        },
        {"02": {"causal.py": CAUSAL}},
        "helpers.py was included, because causal.py imports it",
        "more.py was included, because helpers.py imports it",
        silent=("not used",),
    ),
    "a package that is imported": row(
        {
            "02_causal/causal.py": b"from mylib.helper import tag\n" + define(CAUSAL, "causal.py").encode(),
            "02_causal/mylib/__init__.py": b"",
            "02_causal/mylib/helper.py": b"tag = 1\n",
        },
        {"02": {"causal.py": CAUSAL}},
        "mylib/helper.py was not included: a module of your own has to be a file beside causal.py",
    ),
    "a file of 01 that 02 imports": row(
        {
            "01_self_attention/self_attention.py": SELF,
            "02_causal/causal.py": b"from self_attention import softmax\n" + define(CAUSAL, "causal.py").encode(),
        },
        {"01": {"self_attention.py": SELF}, "02": {"causal.py": CAUSAL}},
        "self_attention.py was included, because causal.py imports it",
    ),
    "the head that 03 gives is not 01's exercise": row(
        {
            "01_self_attention/self_attention.py": SELF[:-2],
            "03_multihead/multihead.py": GIVEN_HEAD.encode() + define(HEADS, "multihead.py").encode(),
        },
        {"01": {"self_attention.py": SELF[:-2]}, "03": {"multihead.py": HEADS}},
        silent=("SelfAttention",),
    ),
    "a softmax that helps in 02 is not 01's exercise": row(
        {
            "01_self_attention/self_attention.py": ("build_vocab",),
            "02_causal/causal.py": define((*CAUSAL[:3], "softmax"), "causal.py").encode()
            + b"def masked_softmax(*_):\n    return softmax()\n",
        },
        {"01": {"self_attention.py": ("build_vocab",)}, "02": {"causal.py": (*CAUSAL[:3], "masked_softmax")}},
        silent=("softmax",),
    ),
    "a variable that is called like an exercise": row(
        {"03_multihead/multihead.py": HEADS, "03_multihead/try.py": b"head_dim = 64\nsplit_heads = head_dim\n"},
        {"03": {"multihead.py": HEADS}},
    ),
    "nothing but one exercise": row({"x.py": ("softmax",)}, {"01": {"x.py": ("softmax",)}}),
    "the whole handout, worked on": row(
        {
            f"assignments/{item.id}/{name}": data
            for item in COURSE
            for name, data in {**STUBS[item.id], "README.md": b"", "test_x.py": b"def softmax(): pass\n"}.items()
        }
        | {"assignments/_support/x.py": define(SELF, "x").encode(), "assignments/02_causal/causal.py": CAUSAL},
        {"02": {"causal.py": CAUSAL}},
        silent=("taken", "not used"),
    ),
}


@pytest.mark.process
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_every_exercise_is_graded_and_what_is_not_used_is_named(case: Case, tmp_path: Path, course: Course) -> None:
    assert_graded(case, tmp_path, course)


HOSTILE = {
    "deep brackets": b"causal_mask = " + b"(" * 100_000,
    "deep signs": b"def causal_mask(): return " + b"-" * 100_000 + b"1",
    "a NUL": b"def causal_mask():\n    return '\0'\n",
    "another encoding": b"# coding: utf-16\ndef causal_mask():\n    return 1\n",
    "a codec of bytes": b"# coding: hex\ndef causal_mask():\n    return 1\n",
    "a codec that fails": b"# coding: undefined\ndef causal_mask():\n    return 1\n",
    "no text": b"\xff\xfe\xfadef causal_mask():\n    return 1\n",
    "a return outside": b"def causal_mask():\n    return 1\nreturn 2\n",
    "a notebook of it": archives.notebook("def causal_mask():\n    return 1\n" + "[" * 50_000),
}


def test_work_under_the_name_of_a_file_that_was_handed_out_is_refused_and_not_missing(
    tmp_path: Path, course: Course
) -> None:
    for part in ("02_causal", "06_language_model"):
        path = tmp_path / "class/ada" / part / "racing.py"
        path.parent.mkdir(parents=True)
        path.write_text("mask = 1\n", encoding="utf-8")
    found = {item.assignment: item for item in read_class(tmp_path / "class", course, ()).submissions}
    assert {name: item.received for name, item in found.items() if item.received} == {
        "02_causal": ("racing.py",),
        "06_language_model": ("racing.py",),
    }


@pytest.mark.process
@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_source_costs_itself_and_nothing_else(data: bytes, tmp_path: Path, course: Course) -> None:
    name = "02_causal/odd.ipynb" if data.startswith(b"{") else "02_causal/odd.py"
    case = row({"02_causal/causal.py": CAUSAL[1:], name: data, "02_causal/derivations.ipynb": FORMULAS}, {})
    found, _ = read_case(case, tmp_path, course)
    graded = graded_of(found["02_causal"], course)
    assert graded["causal.py"] == [*CAUSAL[1:]]
    assert graded["derivations.ipynb"] == [*FORMULAS]


@pytest.mark.process
@pytest.mark.parametrize("codec", ["hex", "rot13", "zlib", "base64"])
def test_an_encoding_of_bytes_is_one_files_problem_and_not_the_classs(
    codec: str, tmp_path: Path, course: Course
) -> None:
    odd = f"# coding: {codec}\n{define(SECOND, 'odd')}".encode()
    files = dict.fromkeys(("ada/02_causal/part1.py", "ada/02_causal/part2.py"), odd)
    files["ada/02_causal/causal.py"] = define(FIRST, "causal.py").encode()
    files["ada/02_causal/part3.py"] = define(SECOND, "part3.py").encode()
    archives.folder(tmp_path / "class", files | {"ben/02_causal/causal.py": define(CAUSAL, "causal.py").encode()})
    intake = read_class(tmp_path / "class", course, ())
    ada, ben = intake.submissions
    assert (ada.student, ben.student) == ("ada", "ben")
    assert graded_of(ada, course) == {"causal.py": [*FIRST], "part3.py": [*SECOND]}
    assert any("part1.py and part2.py" in note for note in ada.notes), ada.notes


def test_a_name_that_is_no_text_is_written_like_any_other(tmp_path: Path, course: Course) -> None:
    archives.folder(tmp_path / "class", {f"ada/{name}": content(name, given) for name, given in TWO.items()})
    (tmp_path / "class/ada/02_causal" / os.fsdecode(b"r\xe9sum\xe9\n.pdf")).write_bytes(b"")
    intake = read_class(tmp_path / "class", course, ())
    assert intake.submissions[0].notes == ("r?sum??.pdf was received and not used",)
    assert intake.ignored == ("ada: 02_causal/r?sum??.pdf was received and not used",)


def test_the_contracts_own_layout_is_taken_byte_for_byte_and_nothing_is_parsed(
    tmp_path: Path, course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask(*_: object) -> None:
        raise AssertionError("nothing has to be parsed")

    monkeypatch.setattr("autograder.intake.parser_process.ParserProcess.run", ask)
    files = {(item.id, file): solution(item.id, file) for item in course for file in item.files}
    archives.folder(tmp_path / "class", {f"ada/{part}/{file}": data for (part, file), data in files.items()})
    intake = read_class(tmp_path / "class", course, ())
    assert {(s.assignment, file): data for s in intake.submissions for file, data in s.sources.items()} == files
    assert [s.notes for s in intake.submissions] == [()] * len(ALL)
    assert intake.ignored == ()
