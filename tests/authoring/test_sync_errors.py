"""How `autograder sync` says what is wrong with a solution file, and in which line."""

import pytest

from autograder.__main__ import main
from tests.helpers.course_builder import DOUBLE, HEAD, PICTURE, TWICE

BEGIN, END = "    ### BEGIN SOLUTION\n", "    ### END SOLUTION\n"


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        (BEGIN, "", 21, "`### END SOLUTION` without a `### BEGIN SOLUTION` in front of it"),
        (END, "", 19, "`### BEGIN SOLUTION` without an `### END SOLUTION`"),
        (BEGIN, BEGIN + BEGIN, 20, "`### BEGIN SOLUTION` inside of the region that begins in line 19"),
        ("### BEGIN", "# BEGIN", 19, "a mark stands alone in its line and reads"),
        ("from torch", BEGIN.strip() + "\n" + END.strip() + "\nfrom torch", 7, "marks belong into the code cell"),
        ("# # 01", "# 01", 1, "the file begins with a markdown cell, and that with a title"),
        ("## `double`", "## double", 1, "`double` has 0 headings, not 1"),
        ("## `double`", "## `dubble`", 10, "`dubble` is no exercise of the course in this file; name it in "),
        ("●○○ · about", "easy, about", 11, "below the heading of `double` stands `*difficulty: "),
        ("def double", "def dubble", 17, "the cell of `double` does not define it"),
        ("def double(", "def double((", 17, "no Python: "),
        ("\n\n# %%\ndef", "\n\n# %% [markdown]\n# %%\ndef", 10, "no code cell follows the heading of `double`"),
        (
            BEGIN + DOUBLE.split(BEGIN)[1],
            "    return 2 * x\n",
            17,
            "the cell of `double` leaves nothing to write: it has no `### BEGIN SOLUTION`",
        ),
    ],
)
def test_a_mistake_in_a_solution_file_is_named_with_its_line(author, old, new, line, sentence):
    text = HEAD + DOUBLE + "\n" + TWICE
    assert old in text
    author.write(text.replace(old, new, 1))
    status, said = author.sync()
    assert status == 1
    assert any(item.startswith(f"autograder: solutions/01_doubling/doubling.py:{line}: {sentence}") for item in said)
    assert not author.folder.exists()


def test_another_order_than_the_course_is_named(author):
    author.write(HEAD + TWICE + "\n" + DOUBLE)
    assert author.sync()[1] == [
        "autograder: solutions/01_doubling/doubling.py:10: the exercises stand in another order than in the course"
    ]


def test_what_takes_too_much_with_it_is_named(author):
    author.write((HEAD + DOUBLE + "\n" + TWICE).replace("    secret", "    if True:\n" + END + "        secret", 1))
    text = author.solution.read_text(encoding="utf-8")
    author.write(text.replace("    return secret * x\n" + END, "        return secret * x\n", 1))
    status, said = author.sync()
    assert status == 1
    assert said[0].startswith(
        "autograder: 01_doubling/doubling.py: without the solutions it is no Python: unexpected i"
    )


def test_a_solution_without_an_exercise_is_named(author):
    author.solution.with_name("halving.py").write_text(HEAD, encoding="utf-8")
    assert author.sync() == (
        1,
        ["autograder: solutions/01_doubling/halving.py: the course has no exercise in this file"],
    )


def test_a_missing_solution_is_named(author):
    author.solution.unlink()
    assert author.sync() == (
        1,
        ["autograder: solutions/01_doubling/doubling.py: is missing; the course has exercises in it"],
    )


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ("# with", "with", 25, "every line is a comment, so that the file does not run it"),
        ("picture():", "picture(:", 25, "no Python: "),
        ('["active-ipynb"]', '["picture"]', 24, "a cell begins with one of `# %%`, `# %% [markdown]`, `# %% tags="),
        ("# with", '# """\n### BEGIN SOLUTION\n### END SOLUTION\n# """\n# with', 26, "marks belong into the code cell"),
    ],
)
def test_a_mistake_in_a_picture_is_named_with_its_line(author, old, new, line, sentence):
    author.write(HEAD + DOUBLE + PICTURE.replace(old, new) + TWICE)
    status, said = author.sync()
    assert status == 1
    found = [item for item in said if sentence in item]
    assert [item.split(":")[2] for item in found] == [str(line)], said


def test_where_the_texts_are_not_written_nothing_else_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    monkeypatch.setattr("autograder.authoring.sync.run_sync", lambda *_, **__: 1)
    for name in ("lookalikes.run_lookalikes", "record_fingerprints.run_fingerprints", "tables.run_tables"):
        monkeypatch.setattr(f"autograder.authoring.{name}", lambda *_, name=name, **__: made.append(name) or [])
    assert main(["sync"]) == 1
    assert made == []
