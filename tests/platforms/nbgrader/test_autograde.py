"""A course of nbgrader's, graded in the sandbox and looked at where nbgrader shows it."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from autograder.course import Course
from tests.helpers.browser import CHROMIUM, why_no_browser
from tests.helpers.extras import needs
from tests.helpers.grading import autograder
from tests.helpers.nbgrader_course import gradebook, hand_in, nbgrader, read, scores, solve
from tests.helpers.points import worth

pytestmark = [needs("nbgrader"), pytest.mark.notebook, pytest.mark.filterwarnings("ignore:datetime.datetime.utcnow")]

FIRST, PART = "00_warmup", "02_causal"
QUESTION = {"grade": True, "grade_id": "why-causal", "locked": False, "points": 2, "schema_version": 3}
QUESTION |= {"solution": True, "task": False}
MARKUP = (
    "Because <script>document.title = 'taken over'</script> of <img src=x onerror=\"document.title = 'taken over'\">"
)
SOLVED = {"ada": None, "ben": 5, "chen": 0}  # how many exercises of 02, from the first one


def with_a_question(course: Path) -> None:
    """The instructor adds a written derivation that a person grades."""
    path = course / "source" / PART / f"{PART}.ipynb"
    notebook = read(path)
    cell = {"cell_type": "markdown", "id": "why", "metadata": {"nbgrader": QUESTION}, "source": ["Why?"]}
    notebook["cells"].append(cell)
    path.write_text(json.dumps(notebook), encoding="utf-8")


def say_why(text: str) -> Any:
    def change(notebook: dict[str, Any]) -> None:
        for cell in notebook["cells"]:
            if cell["metadata"].get("nbgrader", {}).get("grade_id") == "why-causal":
                cell["source"] = [text]

    return change


@pytest.fixture(scope="module")
def handed_in(tmp_path_factory: pytest.TempPathFactory, course: Course) -> Path:
    folder = tmp_path_factory.mktemp("nbgrader") / "course"
    assert autograder("nbgrader", "build", folder).returncode == 0
    with_a_question(folder)
    for part in (FIRST, PART):
        assert nbgrader(folder, "generate_assignment", part).returncode == 0
    names = [exercise.name for exercise in course.assignment(PART).exercises]
    for student, number in SOLVED.items():
        path = hand_in(folder, student, PART, solve(folder, PART, names[:number]))
        if student != "chen":
            notebook = read(path)
            say_why(f"{MARKUP} Written by {student}.")(notebook)
            path.write_text(json.dumps(notebook), encoding="utf-8")
    hand_in(folder, "ada", FIRST, solve(folder, FIRST, ["row_sums"]))
    hand_in(folder, "dora", FIRST, lambda notebook: None)
    return folder


@pytest.fixture(scope="module")
def graded(handed_in: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sandboxed") / "course"
    shutil.copytree(handed_in, folder)
    done = autograder("grade", "--nbgrader", folder, "--jobs", 2)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("gradebook.db: 5 scores change, 0 stay; autograded/ and feedback/ are written\n")
    return folder


@pytest.mark.full
def test_the_sandbox_and_nbgrader_itself_give_honest_work_the_same_scores(
    handed_in: Path, graded: Path, tmp_path: Path
) -> None:
    shutil.copytree(handed_in, tmp_path / "course")
    for part in (FIRST, PART):
        assert nbgrader(tmp_path / "course", "autograde", part, "--create").returncode == 0
        assert scores(graded, part) == scores(tmp_path / "course", part)
    assert scores(graded, FIRST) == {"ada": {"row_sums": 2}, "dora": {"row_sums": 0}}
    assert {student: sum(own.values()) for student, own in scores(graded, PART).items()} == {
        "ada": worth("02"),
        "ben": 12,
        "chen": 0,
    }


def test_the_points_are_those_of_the_released_notebook_and_counted_once(graded: Path) -> None:
    with gradebook(graded / "gradebook.db") as book:
        assert book.find_assignment(PART).max_score == worth("02") + QUESTION["points"]
        assert book.find_submission(PART, "ada").timestamp.isoformat() == "2026-03-01T12:00:00"
        comment = book.find_comment("code-masked_softmax", PART, PART, "chen")
        assert comment.auto_comment == "not attempted"


@pytest.mark.full
def test_the_due_date_of_formgrader_counts_and_lateness_is_nbgraders_own_penalty(graded: Path, tmp_path: Path) -> None:
    shutil.copytree(graded, tmp_path / "course")
    with gradebook(tmp_path / "course/gradebook.db") as book:
        book.find_assignment(FIRST).duedate = datetime.fromisoformat("2026-03-01T10:00:00")  # UTC, two hours before
        book.db.commit()
    (tmp_path / "rules.toml").write_text("[policies.late]\nper_day = 10\n")
    more = ("--assignment", "00", "--policies", tmp_path / "rules.toml", "--jobs", 1)
    done = autograder("grade", "--nbgrader", tmp_path / "course", *more)
    assert (done.returncode, done.stderr) == (0, "")
    with gradebook(tmp_path / "course/gradebook.db") as book:
        found = {student: book.find_submission(FIRST, student) for student in ("ada", "dora")}
        assert {student: item.late_submission_penalty for student, item in found.items()} == {"ada": 0.2, "dora": 0}
        assert found["ada"].score == 2
    page = (tmp_path / "course/feedback/ada" / FIRST / f"{FIRST}.html").read_text()
    assert "2 − 10 % late (1 day, rule late.per_day) = 1.8" in page


def test_what_a_person_grades_is_left_to_a_person_and_stays(graded: Path, tmp_path: Path) -> None:
    shutil.copytree(graded, tmp_path / "course")
    with gradebook(tmp_path / "course/gradebook.db") as book:
        asked = {student: book.find_grade("why-causal", PART, PART, student) for student in SOLVED}
        assert {student: grade.needs_manual_grade for student, grade in asked.items()} == {
            "ada": True,
            "ben": True,
            "chen": False,  # wrote nothing
        }
        asked["ada"].manual_score, asked["ada"].needs_manual_grade = 1.5, False
        book.find_grade("causal_mask", PART, PART, "ben").extra_credit = 0.5
        book.db.commit()
    again = autograder("grade", "--nbgrader", tmp_path / "course", "--assignment", "02", "--jobs", 2)
    assert again.returncode == 0
    with gradebook(tmp_path / "course/gradebook.db") as book:
        grade = book.find_grade("why-causal", PART, PART, "ada")
        assert (grade.score, grade.needs_manual_grade) == (1.5, False)
        assert book.find_submission(PART, "ada").score == worth("02") + 1.5
        assert book.find_submission(PART, "ben").score == 12.5


@pytest.fixture
def looked_at(graded: Path, tmp_path: Path) -> Path:
    """The course after somebody has graded in formgrader."""
    folder = tmp_path / "course"
    shutil.copytree(graded, folder)
    with gradebook(folder / "gradebook.db") as book:
        book.find_grade("why-causal", PART, PART, "ada").manual_score = 1.5
        book.find_grade("why-causal", PART, PART, "ada").needs_manual_grade = False
        book.find_comment("why-causal", PART, PART, "ada").manual_comment = "Good,\nbut <b>why</b> the softmax?"
        book.find_grade("causal_mask", PART, PART, "chen").manual_score = 2
        book.find_comment("code-causal_mask", PART, PART, "chen").manual_comment = "As in your mail"
        book.find_grade("causal_mask", PART, PART, "ben").extra_credit = 0.5
        book.db.commit()
    return folder


def grade_again(folder: Path) -> str:
    done = autograder("grade", "--nbgrader", folder, "--assignment", "02", "--jobs", 2)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def released(folder: Path, student: str) -> str:
    return (folder / "feedback" / student / PART / f"{PART}.html").read_text()


@pytest.mark.full
def test_what_people_graded_is_on_the_released_page(looked_at: Path) -> None:
    grade_again(looked_at)
    ada, ben, chen = (released(looked_at, student) for student in SOLVED)
    full, most = worth("02"), worth("02") + 2  # with the question of the instructor
    assert f"By hand: {full:g} + 1.5 for why-causal (by hand) = {full + 1.5:g} of {most:g}</p>" in ada
    assert "Comment on why-causal: Good, but &lt;b&gt;why&lt;/b&gt; the softmax?" in ada
    assert f"By hand: 12 + 0.5 for causal_mask (by hand) = 12.5 of {most:g} so far</p>" in ben
    assert "waits for your instructor" in ben
    assert f"By hand: 0 + 2 for causal_mask (by hand) = 2 of {most:g}</p>" in chen
    assert "Comment on causal_mask: As in your mail" in chen
    with gradebook(looked_at / "gradebook.db") as book:
        assert {student: book.find_submission(PART, student).score for student in SOLVED} == {
            "ada": worth("02") + 1.5,
            "ben": 12.5,
            "chen": 2,
        }


@pytest.mark.full
def test_a_run_says_which_cells_people_graded_and_which_wait_for_them(looked_at: Path) -> None:
    said = grade_again(looked_at)
    assert "02_causal, why-causal: graded or commented on by a person for ada\n" in said
    assert "02_causal, causal_mask: graded or commented on by a person for ben, chen\n" in said
    assert "02_causal, why-causal: waits for a person for ben\n" in said


@pytest.mark.full
def test_a_further_run_neither_loses_nor_repeats_what_people_did(looked_at: Path) -> None:
    said, pages = grade_again(looked_at), [released(looked_at, student) for student in SOLVED]
    assert said.splitlines()[-4:] == grade_again(looked_at).splitlines()[-4:]
    assert said.splitlines()[-1].startswith("gradebook.db: 0 scores change, 3 stay; ")
    assert [released(looked_at, student) for student in SOLVED] == pages
    with gradebook(looked_at / "gradebook.db") as book:
        assert not book.find_grade("why-causal", PART, PART, "ada").needs_manual_grade
        assert not book.find_grade("causal_mask", PART, PART, "chen").needs_manual_grade
    (looked_at / "submitted/chen" / PART / "timestamp.txt").write_text("2026-03-02 12:00:00 UTC")
    for _ in range(2):
        assert "02_causal, causal_mask: waits for a person for chen\n" in grade_again(looked_at), "handed in again"
        with gradebook(looked_at / "gradebook.db") as book:
            assert book.find_submission(PART, "chen").score == 2


@pytest.mark.full
def test_feedback_is_ours_and_nbgraders_own_can_be_made_too(graded: Path, tmp_path: Path) -> None:
    page = graded / "feedback/dora" / FIRST / f"{FIRST}.html"
    assert page.read_text() == (graded / "graded/dora" / FIRST / "feedback.html").read_text()
    assert f"0 of {worth('02') + 2:g} points" in released(graded, "chen"), "with the question of the instructor"
    assert (page.parent / "timestamp.txt").read_text() == "2026-03-01 12:00:00 UTC"
    shutil.copytree(graded, tmp_path / "course")
    made = nbgrader(tmp_path / "course", "generate_feedback", PART, "--force")
    assert made.returncode == 0, made.stderr
    text = (tmp_path / "course/feedback/ben" / PART / f"{PART}.html").read_text()
    assert "causal_mask: 3 of 3 points, right" in text
    assert "CausalSelfAttention: 0 of 4 points, not attempted" in text


def test_no_notebook_or_page_names_another_student(graded: Path) -> None:
    folders = [
        graded / name / student / part for name in ("autograded", "feedback") for student in SOLVED for part in (PART,)
    ]
    files = [(path, folder.parent.name) for folder in folders for path in folder.rglob("*") if path.is_file()]
    assert {path.suffix for path, _ in files} >= {".ipynb", ".html"}
    for path, student in files:
        text = path.read_text(encoding="utf-8")
        assert not [other for other in {*SOLVED, "dora"} - {student} if re.search(rf"\b{other}\b", text)]
        assert ("Written by" not in text) or f"Written by {student}." in text


@pytest.mark.full
def test_student_code_never_ran_beside_the_gradebook(handed_in: Path, tmp_path: Path) -> None:
    """What nbgrader itself would run: code in the student's cells, with the rights of the instructor."""
    folder = tmp_path / "course"
    shutil.copytree(handed_in, folder)
    trace = tmp_path / "ran"

    def attack(notebook: dict[str, Any]) -> None:
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                cell["source"] = [f"open({str(trace)!r}, 'w').close()"]
                cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "2 of 2 points"}]

    hand_in(folder, "eve", FIRST, attack)
    (folder / "submitted/eve" / FIRST / "link.ipynb").symlink_to("/etc/passwd")
    assert autograder("grade", "--nbgrader", folder, "--assignment", "00", "--jobs", 1).returncode == 0
    assert not trace.exists()
    assert scores(folder, FIRST)["eve"] == {"row_sums": 0}
    shown = (folder / "autograded/eve" / FIRST / f"{FIRST}.ipynb").read_text()
    assert "2 of 2 points" not in shown
    assert 'check(\\"row_sums\\", must_pass=True)' in shown  # the locked cell has its text back


BAD = {
    "no folder": (["nowhere"], "nowhere: not a folder; name the course folder of nbgrader"),
    "nothing handed in": (["."], "nothing is handed in; expected submitted/STUDENT/ASSIGNMENT"),
    "a roster": ([".", "--roster", "class.csv"], "--roster: in a course folder of nbgrader, students have the names"),
    "another database": (["elsewhere"], "the gradebook is in postgresql; only SQLite files are written"),
    "broken settings": (["broken"], "nbgrader_config.py: does not work (ZeroDivisionError"),
}


@pytest.mark.parametrize(("arguments", "sentence"), BAD.values(), ids=BAD)
def test_bad_arguments_get_one_sentence(arguments: list[str], sentence: str, tmp_path: Path) -> None:
    url = "c = get_config()\nc.CourseDirectory.db_url = 'postgresql://somewhere/grades'\n"
    for name, text in {"elsewhere": url, "broken": "1 / 0\n"}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "nbgrader_config.py").write_text(text)
    done = autograder("grade", "--nbgrader", tmp_path / arguments[0], *arguments[1:])
    assert done.returncode == 2
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.fixture
def formgrader(graded: Path, tmp_path: Path) -> Iterator[str]:
    """Formgrader, as Jupyter serves it in the course folder."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    options = [
        "--no-browser",
        "--allow-root",
        f"--port={port}",
        "--ServerApp.ip=127.0.0.1",
        "--IdentityProvider.token=",
    ]
    places = {f"JUPYTER_{name}_DIR": str(tmp_path / name) for name in ("CONFIG", "DATA", "RUNTIME")}
    with (
        (tmp_path / "server.log").open("w") as log,
        subprocess.Popen(
            [sys.executable, "-m", "jupyter", "server", *options, f"--ServerApp.root_dir={graded}"],
            cwd=graded,
            env={**os.environ, **places, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
            stdout=log,
            stderr=log,
        ) as server,
    ):
        address = f"http://127.0.0.1:{port}/formgrader"
        try:
            wait_for(f"{address}/api/assignments", server)
            yield address
        finally:
            server.terminate()


def wait_for(address: str, server: "subprocess.Popen[bytes]") -> None:
    for _ in range(300):
        assert server.poll() is None
        try:
            urllib.request.urlopen(address, timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail("the server does not answer")


@pytest.mark.skipif(why_no_browser() is not None, reason=str(why_no_browser()))
def test_formgrader_shows_scores_reasons_and_no_students_markup(formgrader: str) -> None:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - optional

    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        # formgrader asks the network for MathJax, and stops where it is not there
        page.add_init_script("window.MathJax = {Hub: {Startup: {signal: {Interest() {}}}, Config() {}, Queue() {}}}")
        page.goto(f"{formgrader}/manage_submissions/{PART}")
        page.get_by_text("chen", exact=True).wait_for()
        table = page.inner_text("table")
        assert f"{worth('02'):g} / {worth('02') + 2:g}" in table.split("ada")[1].split("ben")[0]
        assert f"12 / {worth('02') + 2:g}" in table.split("ben")[1].split("chen")[0]
        seen = sorted(submission_page(page, address) for address in submissions(page, formgrader))
        browser.close()
    assert [(title, first, last) for title, first, last, _ in seen] == [
        (PART, "0", "0"),
        (PART, "3", "0"),
        (PART, "3", "4"),
    ]
    assert "not attempted" in seen[0][3]


def submissions(page: Any, formgrader: str) -> list[str]:
    page.goto(f"{formgrader}/gradebook/{PART}/{PART}")
    page.get_by_text("Submission #3").wait_for()
    return sorted(set(page.locator("table a").evaluate_all("all => all.map(one => one.href)")))


def submission_page(page: Any, address: str) -> tuple[str, str, str, str]:
    """Title, scores of the first and the last exercise with code, and what the first check cell says."""
    page.goto(address)
    page.locator("input#causal_mask[placeholder]").wait_for()
    shown = [
        page.locator(f"input#{name}").get_attribute("placeholder") for name in ("causal_mask", "CausalSelfAttention")
    ]
    return page.title(), *shown, page.locator(".output_wrapper").first.inner_text()
