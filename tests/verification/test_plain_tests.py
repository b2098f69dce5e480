"""A course whose hidden checks are plain pytest functions: graded, verified, and what each reader sees."""

import json
from pathlib import Path

import pytest

from tests.helpers.scaffold import edit, pytest_in, run_in

pytestmark = pytest.mark.walk
TESTS = '''
import pytest


def test_largest(student):
    """The largest of some numbers."""
    assert student.largest([3.0, 7.0, 5.0]) == 7.0


@pytest.mark.parametrize(("numbers", "right"), [([2, 9], 9), ([1234, 4], 1234)])
def test_of_two(student, numbers, right):
    assert student.largest(numbers) == right


def test_none(student):
    with pytest.raises(ValueError):
        student.largest([])
'''
SLIP = """

def test_slip(student):
    assert student.n_entries(2, 3) / 0 == 1
"""
WRONG = "return numbers[0] if numbers else None"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course with an exercise whose checks are plain functions, and one from a specification."""
    folder = tmp_path_factory.mktemp("plain") / "sorting"
    assert run_in(folder.parent, "new", "course", folder, "--part", "01_order", "--exercise", "largest").returncode == 0
    assert run_in(folder, "new", "exercise", "01", "n_entries", "--kind", "derivation").returncode == 0
    part = folder / "solutions/01_order"
    edit(part / "order.py", "return x.mean(dim=-1)  # (...)", "return max(x)")
    (part / "checks/test_01_largest.py").write_text(TESTS)
    (part / "programs/largest.py").write_text(
        "# %% by_sort | right\n# the last of the sorted numbers\ndef largest(x):\n"
        "    if not x:\n        raise ValueError\n    return sorted(x)[-1]\n\n\n"
        "# %% first | wrong | values | core | mistake: n-entries-added\n# the first number\n"
        "# -     return max(x)\n# +     return x[0]\n"
    )
    for student, line in {"ada": "return max(x)", "ben": WRONG.replace("numbers", "x")}.items():
        handed_in = folder / "class" / student / "01_order/order.py"
        handed_in.parent.mkdir(parents=True)
        handed_in.write_text((part / "order.py").read_text().replace("return max(x)", line))
    return folder


def graded(course: Path, out: str) -> dict[str, str]:
    """The words that ben reads, and the entry of each failed check in his result."""
    done = run_in(course, "grade", "class", "--out", out)
    assert done.returncode == 0, done.stdout + done.stderr
    return {path.name: path.read_text() for path in (course / out / "ben/01_order").iterdir()}


def test_a_student_reads_the_call_and_the_instructor_the_assertion(course: Path) -> None:
    files = graded(course, "graded")
    right = json.loads((course / "graded/ada/01_order/result.json").read_text())
    assert {item["name"]: item["outcome"] for item in right["exercises"]} == {"largest": "right", "n_entries": "right"}
    checks = json.loads(files["result.json"])["exercises"][0]["checks"]
    assert [(item["id"], item["outcome"]) for item in checks] == [
        ("largest.largest", "wrong values"),
        ("largest.of_two", "wrong values"),
        ("largest.none", "wrong values"),
    ]
    assert sum(item["max_score"] for item in checks) == 2
    assert checks[0]["message"] == "largest([3, 7, 5]) gives 3, which is not right"
    assert "assert 3.0 == 7.0" in checks[0]["explanation"]
    assert "solutions/01_order/checks/test_01_largest.py, line 7: " in checks[0]["explanation"]
    for page in ("feedback.md", "feedback.html"):
        assert "gives 3, which is not right" in files[page].replace("\\", "")
        assert "== 7" not in files[page].replace("\\", "")
    assert "DID NOT RAISE" in checks[2]["explanation"]
    assert "assert 3.0 == 7.0" in run_in(course, "check", "graded/ben/01_order", "largest").stdout
    assert run_in(course, "review", "graded").returncode == 0
    assert any("assert 3.0 == 7.0" in page.read_text() for page in (course / "graded/.review").rglob("*.html"))


def test_where_the_course_shows_what_is_expected_the_student_reads_the_assertion_too(course: Path) -> None:
    file = course / "course.toml"
    before = file.read_text()
    file.write_text(f"{before}\n[visibility]\nshow_expected = true\n")
    try:
        assert "assert 3.0 == 7.0" in graded(course, "shown")["feedback.md"].replace("\\", "")
    finally:
        file.write_text(before)


def test_pytest_runs_the_same_file_by_hand_on_the_solution_and_on_a_submission(course: Path) -> None:
    right = pytest_in(course, "solutions/01_order/checks/test_01_largest.py")
    assert "4 passed" in right.stdout, right.stdout + right.stderr
    wrong = pytest_in(course, "solutions/01_order/checks/test_01_largest.py", "--submission=class/ben/01_order")
    assert "assert 3.0 == 7.0" in wrong.stdout
    assert "3 failed, 1 passed" in wrong.stdout


def test_a_slip_is_told_at_the_line_of_the_author_and_the_other_exercises_go_on(course: Path) -> None:
    file = course / "solutions/01_order/checks/test_01_n_entries.py"
    before = file.read_text()
    file.write_text(before + SLIP)
    line = file.read_text().splitlines().index("    assert student.n_entries(2, 3) / 0 == 1") + 1
    sentence = (
        "01_order.n_entries: the check slip ends in an error: "
        f"solutions/01_order/checks/test_01_n_entries.py, line {line}: ZeroDivisionError: division by zero"
    )
    try:
        verified, audited = run_in(course, "verify", "01"), run_in(course, "audit")
        checked = run_in(course, "check", "class/ben/01_order")
    finally:
        file.write_text(before)
    assert [item.strip() for item in verified.stdout.splitlines() if "ZeroDivision" in item] == [sentence]
    assert "1 right, 1 wrong" in verified.stdout  # those of the other exercise
    assert sentence in audited.stdout.splitlines()
    assert "1 right, 1 wrong; 0 verdicts to mend" in audited.stdout
    assert checked.stderr.splitlines() == [f"autograder: {sentence}"]
    assert "Traceback" not in verified.stdout + verified.stderr + audited.stderr
