"""Rules: each row of the data file is read and used, and one that is wrong is refused with the name of its key."""

import ast
from pathlib import Path

import pytest

from autograder.course import CourseError
from autograder.repair import rules
from autograder.repair.drawn_words import DRAWN
from autograder.repair.rule_words import PLACES, SORTS
from autograder.repair.rules import Row, edits_by_rules, known_kinds, known_rules, lines_by_rules, rules_of
from autograder.repair.scope import Scope
from autograder.repair.source import EXCHANGES


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (Row("f(", "X"), "find: is 'f(', expected an expression, a slice or statements"),
        (Row("f(X)", "X +"), "put: is 'X +', expected"),
        (Row("f(X)", "Y"), "put: is 'Y', which does not exist"),
        (Row("f|g|h(X)", "X.g|h()"), "put: is 'X.g|h()'"),
        (Row("X + Y", "X << Y"), "put: is '<<', which does not exist"),
        (Row("for X in Y:\n    BODY", "BODY", shown=3), "shown: is 3, expected a line of 2"),
        (Row("f(X)", "X", where="retuned"), "where: is 'retuned', .* (did you mean returned?)"),
    ],
)
def test_a_row_that_is_no_rule_is_refused_with_its_key(row: Row, said: str) -> None:
    with pytest.raises(CourseError) as error:
        list(rules_of(row, "kind", EXCHANGES))
    first, _, last = said.partition(" .* ")
    assert str(error.value).startswith(first)
    assert last in str(error.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[call]\nsentence = "a"\ncopied = "cals"\n', "rules.toml: call.copied: is 'cals', expected one of call"),
        ('[call]\nsentense = "a"\n', "rules.toml: call.sentense: unknown key"),
        ('[call]\nsentence = "a"\nadds = [{find = "X"}]\n', "rules.toml: call.adds[0]: the key 'put' is missing"),
        ('[call]\nsentence = "a"\nadds = [{find = "X", put = "Y"}]\n', "rules.toml: call.adds[0]: put: is 'Y'"),
    ],
)
def test_a_file_with_a_mistake_is_refused_with_its_place(
    text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (file := tmp_path / "rules.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(rules, "FILE", file)
    monkeypatch.setattr(rules, "known_kinds", rules.known_kinds.__wrapped__)
    with pytest.raises(CourseError) as error:
        rules.known_rules.__wrapped__()
    assert str(error.value).startswith(said)


def test_every_row_is_a_rule_and_every_word_and_place_is_used() -> None:
    every = [rule for group in known_rules().values() for rule in group]
    rows = [row for kind in known_kinds().values() for row in (*kind.leaves_out, *kind.exchanges, *kind.adds)]
    texts = " ".join(str((row.find, row.put)) for row in rows)
    assert len(every) >= len(rows)
    assert {row.where for row in rows} == {"", *PLACES}
    assert [word for word in (*SORTS, *DRAWN) if word not in texts] == []


@pytest.mark.parametrize(
    ("code", "kind", "new"),
    [
        ("torch.max(x)", "each slice", ["x.amax(dim=-1, keepdim=True)"]),
        ("x.max()", "each slice", ["x.amax(dim=-1, keepdim=True)"]),
        ("max(x)", "each slice", []),
        ("x.max(dim=0)", "each slice", []),
        ("math.exp(x)", "shift", []),
        ("x[:, y]", "each row", ["x[torch.arange(x.shape[0], device=x.device), y]"]),
        ("torch.ones(2, dtype=x)", "dtype", []),
        ("(x + y).exp()", "call", ["x + y"]),
        ("f(*x)", "call", []),
    ],
)
def test_a_function_and_a_method_are_alike_but_not_what_is_of_numbers(code: str, kind: str, new: list[str]) -> None:
    tree = ast.parse(f"def f(x, y):\n    z = {code}\n")
    assigned = next(item for item in ast.walk(tree) if isinstance(item, ast.Assign))
    changes = edits_by_rules(assigned.value, Scope(tree.body[0]))
    assert [ast.unparse(tree) for rule, tree in changes if rule.kind == kind] == new


@pytest.mark.parametrize(
    ("code", "kind", "new"),
    [
        ("x + y + x", "parentheses", []),
        ("x - y - x", "parentheses", ["x - (y - x)"]),
        ("x + y * x", "parentheses", ["(x + y) * x"]),
        ("x + y", "order", []),
        ("x % y", "operator", ["x // y"]),
    ],
)
def test_operators_stand_for_any_but_not_for_two_that_need_no_parentheses(code: str, kind: str, new: list[str]) -> None:
    tree = ast.parse(f"def f(x, y):\n    z = {code}\n")
    assigned = next(item for item in ast.walk(tree) if isinstance(item, ast.Assign))
    changes = edits_by_rules(assigned.value, Scope(tree.body[0]))
    assert [ast.unparse(tree) for rule, tree in changes if rule.kind == kind] == new


def test_a_block_stands_for_all_statements_but_those_beside_it_and_the_line_that_is_shown_is_the_student_s() -> None:
    loop = "for x in xs:\n    i = xs.index(x)\n    a(i)\n    b(i)\n    y = x"
    block = ast.parse(loop).body
    found = {change.kind: change for change in lines_by_rules(block, 0, Scope(block[0]))}
    assert found["counting"].text == "for i, x in enumerate(xs):\n    a(i)\n    b(i)\n    y = x"
    assert found["counting"].shown is block[0].body[0]
    assert found["order of lines"].text.endswith("    b(i)\ny = x")
    assert found["order of lines"].shown is block[0].body[-1]
