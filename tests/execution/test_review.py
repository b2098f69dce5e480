"""`autograder review`: pages for the instructor that are kept up to date, and that nobody else ever gets."""

import html
import json
import re
import shlex
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.execution import review
from autograder.execution.kept_submission import is_result_folder, kept_submission
from autograder.intake.read import read_class
from autograder.platforms.handout.contents import handout_files
from tests.helpers.points import worth
from tests.helpers.term import Term

CHANGED = "wrong: causal_mask"
FILE = r"<h2[^>]*><code>(\w+\.py)</code>"
NEIGHBOUR = r'href="../(\w+)/02_causal.html" rel="(prev|next)"'


@pytest.fixture
def graded(term: Term, monkeypatch: pytest.MonkeyPatch) -> Term:
    monkeypatch.setenv("AUTOGRADER_AUTHOR", "C. Curie")
    term.hand_in("week", "ada", "02")
    term.hand_in("week", "eli", "02", "wrong: masked_softmax")
    term.hand_in_file("week", "rex", "02_causal/report.pdf")
    term.grade("week")
    return term


def make(term: Term) -> str:
    status, said = term.run("review", term.out)
    assert status == 0, said
    return said


def pages(term: Term) -> dict[str, str]:
    folder = term.out / ".review"
    return {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in folder.rglob("*.html")}


def written(term: Term) -> dict[str, int]:
    """When each page was written, as the number of its file: a page that is written again is another file."""
    folder = term.out / ".review"
    return {str(path.relative_to(folder)): path.stat().st_ino for path in folder.rglob("*.html")}


def rewritten(before: dict[str, int], after: dict[str, int]) -> set[str]:
    return {name for name, number in after.items() if before.get(name) != number}


@pytest.mark.sandbox
def test_each_hand_in_gets_a_page_with_its_code_and_the_list_leads_there(graded: Term) -> None:
    assert "3 pages, 3 of them written" in make(graded)
    made = pages(graded)
    assert set(made) == {"index.html", *(f"{name}/02_causal.html" for name in ("ada", "eli", "rex"))}
    assert "# by: eli" in made["eli/02_causal.html"]
    assert "No file was graded." in made["rex/02_causal.html"]
    assert f"autograder adjust {graded.out} --student eli" in made["eli/02_causal.html"]
    order = [made["index.html"].index(f'href="{name}/02_causal.html"') for name in ("rex", "eli", "ada")]
    assert order == sorted(order)


@pytest.mark.sandbox
def test_the_file_with_the_failures_is_first_on_the_page(graded: Term) -> None:
    graded.hand_in("later", "fay", "02", "wrong: first_row")
    graded.grade("later")
    make(graded)
    made = pages(graded)
    shown = {name: re.findall(FILE, made[f"{name}/02_causal.html"]) for name in ("eli", "fay")}
    assert shown == {"eli": ["causal.py", "derivations.py"], "fay": ["derivations.py", "causal.py"]}


@pytest.mark.sandbox
def test_each_page_leads_to_the_previous_and_the_next_in_the_order_of_the_list(graded: Term) -> None:
    make(graded)
    made = pages(graded)
    found = {name: re.findall(NEIGHBOUR, made[f"{name}/02_causal.html"]) for name in ("rex", "eli", "ada")}
    assert {name: {way: to for to, way in links} for name, links in found.items()} == {
        "rex": {"next": "eli"},
        "eli": {"prev": "rex", "next": "ada"},
        "ada": {"prev": "eli"},
    }


@pytest.mark.sandbox
def test_a_command_copied_from_a_page_knows_the_rules_of_the_run(term: Term) -> None:
    rules = term.folder / "my rules.toml"
    rules.write_text("[policies]\nbonus = ['02_causal.causal_mask']\n", encoding="utf-8")
    term.hand_in("week", "ada", "02", "wrong: causal_mask")
    term.grade("week", "--policies", rules)
    term.run("review", term.out, "--policies", rules)
    (command,) = re.findall(r"Correct:</span> <code>(.*)</code>", pages(term)["ada/02_causal.html"])
    words = shlex.split(html.unescape(command).replace("…", "seen on paper"))
    status, said = term.run(*words[1:])
    assert status == 0, said
    shown = pages(term)["ada/02_causal.html"]
    assert "seen on paper" in shown
    assert html.unescape(command).split(" --points")[0] in html.unescape(shown), "adjust keeps the rules on the page"


@pytest.mark.sandbox
def test_without_the_command_there_are_no_pages_and_the_class_page_has_no_link(graded: Term) -> None:
    assert not (graded.out / ".review").exists()
    assert ".review" not in (graded.out / "class.html").read_text(encoding="utf-8")


@pytest.mark.sandbox
def test_programs_read_how_many_pages_there_are(graded: Term) -> None:
    _, said = graded.run("review", graded.out, "--json")
    events = [json.loads(line) for line in said.splitlines()]
    assert [event["event"] for event in events] == ["course", "end"]
    index = str(graded.out / ".review/index.html")
    assert events[1] == {"event": "end", "pages": 3, "written": 3, "index": index}


@pytest.mark.sandbox
def test_the_class_page_leads_to_them(graded: Term) -> None:
    make(graded)
    assert 'href=".review/index.html"' in (graded.out / "class.html").read_text(encoding="utf-8")


@pytest.mark.sandbox
def test_only_what_has_changed_is_written_again(graded: Term) -> None:
    make(graded)
    before = written(graded)
    assert "3 pages, 0 of them written" in make(graded)
    assert written(graded) == before
    graded.hand_in("week", "eli", "02", CHANGED)
    graded.grade("week")
    assert rewritten(before, written(graded)) == {"index.html", "eli/02_causal.html"}
    assert f"# {CHANGED}" in pages(graded)["eli/02_causal.html"]


@pytest.mark.sandbox
def test_pages_are_on_disk_before_they_are_written_down_as_current(
    graded: Term, monkeypatch: pytest.MonkeyPatch
) -> None:
    manifest, seen = graded.out / ".review/pages.json", []
    monkeypatch.setattr(review, "sync_all", lambda: seen.append((len(pages(graded)), manifest.exists())))
    make(graded)
    assert seen == [(4, False)]
    assert manifest.exists()
    make(graded)
    assert len(seen) == 1, "nothing was written"


@pytest.mark.sandbox
def test_a_correction_is_on_the_page_at_once(graded: Term) -> None:
    make(graded)
    place = ("--student", "eli", "--exercise", "masked_softmax", "--points", "+1", "--reason", "the mask was right")
    graded.run("adjust", graded.out, *place)
    shown = pages(graded)["eli/02_causal.html"]
    assert f"{worth('02', 'masked_softmax') + 1:g} of {worth('02'):g} points" in shown
    assert "the mask was right" in shown
    assert "corrected" in pages(graded)["index.html"]
    graded.run("adjust", graded.out, "--undo", 1)
    shown = pages(graded)["eli/02_causal.html"]
    assert f"{worth('02', 'masked_softmax'):g} of {worth('02'):g} points" in shown
    assert "undone: <bdi>C. Curie" in shown


@pytest.mark.sandbox
def test_a_regrade_brings_them_up_to_date(graded: Term) -> None:
    make(graded)
    graded.use_checks(0.5)
    graded.run("regrade", graded.out, graded.folder / "week", "--apply", "--allow-lower", "--jobs", 1)
    assert "0 of 2</span>" in pages(graded)["eli/02_causal.html"], "half of the four points are for the values"


@pytest.mark.sandbox
def test_a_correction_that_was_undone_by_hand_is_on_the_page_too(graded: Term) -> None:
    make(graded)
    row = "eli,02_causal,masked_softmax,1,,a slip,,C. Curie,2026-03-02,by hand"
    columns = "student,assignment,exercise,points,score,reason,comment,author,date,undone"
    (graded.out / "adjustments.csv").write_text(f"{columns}\n{row}\n", encoding="utf-8")
    graded.run("adjust", graded.out)
    assert "undone: <bdi>by hand" in pages(graded)["eli/02_causal.html"]


@pytest.mark.sandbox
def test_checks_that_students_do_not_see_are_on_the_page(graded: Term) -> None:
    rules = graded.folder / "rules.toml"
    due = "[policies.due]\n02_causal = 2999-03-01T23:59:00\n"
    rules.write_text(f'{due}[policies.visibility.robustness]\nbefore_due = "nothing"\n', encoding="utf-8")
    graded.grade("week", "--policies", rules)
    status, said = graded.run("review", graded.out, "--policies", rules)
    assert status == 0, said
    student_page = (graded.out / "eli/02_causal/feedback.html").read_text(encoding="utf-8")
    assert "masked_softmax.values" in student_page
    assert "masked_softmax.large" not in student_page
    assert "<code>masked_softmax.large</code>" in pages(graded)["eli/02_causal.html"]


@pytest.mark.sandbox
def test_a_manifest_that_was_edited_removes_nothing_outside(graded: Term) -> None:
    make(graded)
    own = graded.out / "mine.html"
    own.write_text("mine")
    (graded.out / ".review/pages.json").write_text('{".review/../mine.html": ["0", 4], "mine.html": ["0", 4]}')
    make(graded)
    assert own.read_text() == "mine"


@pytest.mark.sandbox
@pytest.mark.parametrize("damage", ["", "cut", "[]", '{".review/eli/02_causal.html": 1}'])
def test_pages_that_are_missing_or_cut_off_are_written_again(damage: str, graded: Term) -> None:
    make(graded)
    page, whole = graded.out / ".review/eli/02_causal.html", pages(graded)
    page.unlink() if not damage else page.write_text(whole["eli/02_causal.html"][:100])
    if damage not in ("", "cut"):
        (graded.out / ".review/pages.json").write_text(damage)
    make(graded)
    assert pages(graded) == whole


@pytest.mark.sandbox
def test_a_page_of_a_result_that_is_gone_is_removed(graded: Term) -> None:
    make(graded)
    manifest = graded.out / ".review/pages.json"
    gone = graded.out / ".review/zoe/02_causal.html"
    gone.parent.mkdir()
    gone.write_text("old")
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | {".review/zoe/02_causal.html": ["0", 3]}))
    make(graded)
    assert not gone.parent.exists()


@pytest.mark.sandbox
def test_a_page_that_cannot_be_written_costs_neither_table_nor_class_page(graded: Term) -> None:
    make(graded)
    shutil.rmtree(graded.out / ".review/eli")
    (graded.out / ".review/eli").write_text("a file in the place of the folder")
    graded.hand_in("week", "eli", "02", CHANGED)
    status, said = graded.run("grade", graded.folder / "week", "--out", graded.out, "--jobs", 1)
    assert status == 3
    assert "cannot be written" in said
    assert graded.scores()["eli", "02"] == "24"
    assert "24" in (graded.out / "class.html").read_text(encoding="utf-8")


@pytest.mark.sandbox
def test_a_long_list_is_on_several_pages(graded: Term, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "PAGE_ROWS", 2)
    make(graded)
    made = pages(graded)
    assert {"index.html", "index-2.html"} < set(made)
    assert 'href="index-2.html"' in made["index.html"]
    assert 'href="ada/02_causal.html"' in made["index-2.html"]
    monkeypatch.setattr(review, "PAGE_ROWS", 3)
    make(graded)
    assert "index-2.html" not in pages(graded)


@pytest.mark.sandbox
def test_a_result_whose_code_is_not_kept_says_so_and_the_next_run_adds_it(graded: Term) -> None:
    make(graded)
    with closing(sqlite3.connect(graded.out / ".autograder/store.db")) as store, store:
        store.execute("DELETE FROM source")  # as a store of an older version
    make(graded)
    shown = pages(graded)["eli/02_causal.html"]
    assert "The code is not known" in shown
    assert "# by: eli" not in shown
    assert "0 submissions graded" in graded.grade("week")
    assert "# by: eli" in pages(graded)["eli/02_causal.html"]


def test_a_folder_without_results_is_one_sentence(term: Term) -> None:
    status, said = term.run("review", term.folder)
    assert status == 2
    assert "has no results; name what `autograder grade --out` has written" in said


@pytest.mark.sandbox
def test_no_export_archive_handout_or_run_takes_anything_from_them(graded: Term, course: Course) -> None:
    make(graded)
    before = pages(graded)
    for name in ("csv", "canvas", "moodle", "gradescope"):
        graded.run("export", graded.out, "--format", name)
    graded.run("feedback", graded.out, graded.folder / "week")
    files = [path.relative_to(graded.out) for path in graded.out.rglob("*") if path.is_file()]
    taken = [graded.out / path for path in files if not path.parts[0].startswith(".")]
    assert {"canvas.csv", "results.json"} <= {path.name for path in taken}
    assert not [path for path in taken if b"# by: " in path.read_bytes()]
    assert pages(graded) == before
    intake = read_class(graded.out, graded.course, ())
    assert {item.student for item in intake.submissions}.isdisjoint({".review", "review"})
    assert not [name for name in handout_files(course) if ".review" in str(name)]


@pytest.mark.sandbox
def test_check_grades_again_what_the_store_has(graded: Term, tmp_path: Path) -> None:
    folder = graded.out / "eli/02_causal"
    shutil.rmtree(graded.folder / "week")
    assert is_result_folder(folder)
    assert not is_result_folder(tmp_path)
    kept = kept_submission(folder, graded.course)
    assert (kept.student, kept.assignment) == ("eli", "02_causal")
    assert b"# by: eli" in kept.sources["causal.py"]
    status, said = graded.run("check", graded.out / "rex/02_causal")
    assert status == 2
    assert "no file of this hand-in was graded (refused)" in said


@pytest.mark.sandbox
def test_pages_suggest_what_was_said_about_the_same_part(graded: Term) -> None:
    make(graded)
    correction = ("--exercise", "masked_softmax", "--points", "+1", "--reason", "the scale was right")
    graded.adjust("--student", "eli", *correction)
    reasons = '<datalist id="reasons"><option value="the scale was right"></datalist>'
    assert reasons in pages(graded)["ada/02_causal.html"]
    before = written(graded)
    graded.adjust("--student", "ada", *correction)
    assert rewritten(before, written(graded)) == {"index.html", "ada/02_causal.html"}, "the sentence is there already"
    graded.adjust("--undo", "1-2")
    assert '<datalist id="reasons"></datalist>' in pages(graded)["rex/02_causal.html"]
