"""The mutants of the solutions: what the engine makes, what the reviewed list does, and one small part for real."""

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.audit.mutants.equivalent import read_equivalents
from autograder.audit.mutants.generate import Mutant, mutants_of, mutate
from autograder.audit.mutants.judge import MutationReport, survivors
from autograder.course import Course, CourseError, Exercise
from autograder.execution.prewarm import RecordedChecks
from autograder.sandbox.host.isolation import select_level

MARKED = """
def f({arguments}) -> {result}:
    '''Words.'''
    {before}
    ### BEGIN SOLUTION
{body}
    ### END SOLUTION
"""
LAYERS = """
class C:
    def __init__(self):
        ### BEGIN SOLUTION
        self.a = A()
        self.b = B()
        ### END SOLUTION
"""
EXERCISE = Exercise("00_test", "test.py", "f", 1.0)


def changes(
    body: str, arguments: str = "x: Tensor, y: Tensor", result: str = "Tensor", before: str = "pass"
) -> set[str]:
    """The new lines of all mutants of a function with this body."""
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    text = MARKED.format(arguments=arguments, result=result, before=before, body=lines)
    original, changed = mutate(text, "f")
    return {Mutant(EXERCISE, original, text, b"").change.split(" -> ")[1] for text in changed}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return x - y", {"return x + y", "return y - x", "return x", "return y"}),
        (
            "return x.sum(dim=-1)",
            {"return x.sum(dim=0)", "return x.sum(dim=-2)", "return x.sum()", "return x.mean(dim=-1)"},
        ),
        ("return x.sum(keepdim=True)", {"return x.sum(keepdim=False)", "return x.sum()", "return x"}),
        ("return x.transpose(0, 1)", {"return x", "return x.transpose(0, 0)", "return y.transpose(0, 1)"}),
        ("return torch.exp(x)", {"return x", "return torch.exp(x).detach()", "return torch.exp(y)", "pass"}),
        ("return f(x, y)", {"return f(y, x)", "return f(x)", "return f(y, y)"}),
        ("return x, y", {"return (y, x)", "return (y, y)"}),
        ("return x[0]", {"return x", "return x[1]", "return x[-1]"}),
        ("return [z for z in x if z]", {"return [z for z in x]"}),
        ("if x > 0:\n    y = 2\nreturn y", {"if True:", "if False:", "if x >= 0:", "if x < 0:", "if x > 1:", "y = 1"}),
    ],
)
def test_a_body_is_changed_in_one_place(body: str, expected: set[str]):
    assert expected <= changes(body)


def test_names_of_another_kind_are_left_alone():
    found = changes("return x * n", "x: Tensor, n: int, m: int, g: Callable[[int], int]")
    assert "return x * m" in found
    assert not found & {"return n * n", "return x * x", "return g * n"}


def test_a_name_that_is_bound_later_is_not_used():
    assert "a = b" not in changes("a = x\nb = y\nreturn a + b")


def test_only_what_stands_between_the_marks_is_changed():
    assert all("before" not in line for line in changes("return x", before="before = 1 + 1"))


def test_docstrings_and_words_of_errors_stay():
    found = changes("if x:\n    raise ValueError('some words')\nreturn x")
    assert not any("Words" in line or "ValueError(''" in line for line in found)


def test_a_constructor_makes_its_layers_in_another_order():
    original, changed = mutate(LAYERS, "C")
    lines = original.splitlines()
    assert "\n".join([*lines[:-2], lines[-1], lines[-2]]) in changed


def test_mutants_parse_differ_and_come_once(course: Course):
    for exercise in course.assignment("01").exercises:
        mutants = mutants_of(exercise)
        texts = [mutant.after for mutant in mutants]
        assert len(texts) == len(set(texts)) > 5
        assert all(ast.unparse(ast.parse(text)) == text != mutants[0].before for text in texts)


def test_a_diff_is_one_hunk():
    mutant = Mutant(EXERCISE, "def f():\n    return 1", "def f():\n    return 2", b"")
    assert mutant.diff == "@@ -1,2 +1,2 @@\n def f():\n-    return 1\n+    return 2"


def test_listed_survivors_are_no_holes_and_unneeded_entries_are_stale():
    one, two = (Mutant(EXERCISE, "old", new, b"") for new in ("new", "newer"))
    listed = {("00_test/f", "old -> new"): "why", ("00_test/f", "gone -> new"): "why", ("other/g", "a -> b"): "why"}
    harvest = MutationReport([one, two], [one, two], listed)
    assert harvest.holes == [two]
    assert harvest.stale == ["00_test/f: gone -> new"]
    assert list(harvest.lines())[-1] == "all: 2 mutants, 1 equivalent, 0 killed, 1 survive (0.0%)"


def test_a_killed_mutant_makes_its_entry_stale():
    one = Mutant(EXERCISE, "old", "new", b"")
    assert MutationReport([one], [], {("00_test/f", "old -> new"): "why"}).stale == ["00_test/f: old -> new"]


@pytest.mark.parametrize(
    "text",
    ['exercise = "02_causal/causal_mask"\nreason = "why"', 'exercise = "02_causal/causal_mask"\nchanges = ["a -> b"]'],
)
def test_an_entry_without_reason_or_change_is_refused(tmp_path: Path, text: str):
    path = tmp_path / "equivalent.toml"
    path.write_text(f"[[equivalent]]\n{text}\n", encoding="utf-8")
    with pytest.raises(CourseError, match=r"equivalent\.toml: .* is missing"):
        read_equivalents(path)


@pytest.mark.zoo
def test_every_listed_change_is_a_mutant_of_its_exercise(course: Course):
    known = {
        (f"{exercise.assignment}/{exercise.name}", mutant.change)
        for assignment in course
        for exercise in assignment.exercises
        for mutant in mutants_of(exercise)
    }
    assert set(read_equivalents()) <= known


@pytest.mark.zoo
def test_no_wrong_mutant_of_small_parts_survives(course: Course, recorded_checks: Callable[[str], RecordedChecks]):
    exercises = [*course.assignment("00").exercises, *course.assignment("04").exercises]
    mutants = [mutant for exercise in exercises for mutant in mutants_of(exercise)]
    ready = recorded_checks("00_warmup") | recorded_checks("04_cross")
    survived = survivors(course, select_level(None), ready, mutants, jobs=2)
    harvest = MutationReport(mutants, survived, read_equivalents())
    assert not [mutant.diff for mutant in harvest.holes]
    assert not harvest.stale
