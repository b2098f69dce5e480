"""Any name that a student may have gets a folder of its own, and is found there again."""

import csv
import json
from pathlib import Path
from urllib.parse import quote

import pytest

from autograder.results.folder_names import folder_names
from tests.helpers import archives
from tests.helpers.forked_command import forked_autograder
from tests.helpers.grading import solution

CODE = solution("00_warmup", "warmup.py")
COMPOSED, DECOMPOSED = "Ren\u00e9", "Rene\u0301"


@pytest.mark.parametrize("name", ["ada", "Ada Lovelace", "o'byron", "lovelace_4711", "ada@x.org", "Ægir", "x.y", "2"])
def test_an_ordinary_name_is_the_folder(name: str) -> None:
    assert folder_names([name, "someone"]) == {name: name, "someone": "someone"}


@pytest.mark.parametrize(
    "name",
    [
        *("class.html", "Class.HTML", "grades.csv", "run.json", "adjustments.csv", "gradebook.db", "gradescope"),
        *(".autograder", ".", "..", "", "ada.", "ada ", " ada", "a/b", "a\\b", "C:", "what?", "a\0b", "a\nb", "\udcff"),
        *("con", "CON", "aux", "nul.txt", "Com1", "lpt9.py", "com²", "a" * 300, "é" * 100),
    ],
)
def test_any_other_name_gets_a_folder_that_every_system_allows(name: str) -> None:
    folder = folder_names([name])[name]
    assert folder != name
    assert folder.isprintable()
    assert not set(folder) & set('<>:"/\\|?*')
    assert folder == folder.strip(". ")
    assert len(folder.encode()) <= 140
    assert folder.lower().split(".")[0] not in {"con", "aux", "nul", "com1", "lpt9", "com²"}
    assert folder_names([name, "ada", "con", "a_b"])[name] == folder, "whoever else is there"


@pytest.mark.parametrize(
    "names",
    [("Ada", "ada", "ADA"), (COMPOSED, DECOMPOSED), ("Straße", "STRASSE"), ("ﬁn", "fin"), ("a/b", "a?b", "a_b")],
)
def test_names_that_a_file_system_takes_for_one_another_get_different_folders(names: tuple[str, ...]) -> None:
    folders = folder_names(names)
    keys = {archives.folded(folder) for folder in folders.values()}
    assert len(keys) == len(names)
    assert folder_names(reversed(names)) == folders


@pytest.mark.parametrize(("first", "later"), [("ada", "Ada"), ("Ada", "ada"), (COMPOSED, DECOMPOSED)])
def test_a_student_keeps_the_folder_whoever_joins_or_leaves(first: str, later: str, tmp_path: Path) -> None:
    def write(names: dict[str, str]) -> None:
        for student, folder in names.items():
            archives.folder(tmp_path / folder / "00_warmup", {"result.json": json.dumps({"student": student}).encode()})

    write(folder_names([first], tmp_path))
    both = folder_names([later, first], tmp_path)
    assert both[first] == first
    write(both)
    assert folder_names([first, later], tmp_path) == both
    assert folder_names([later], tmp_path) == {later: both[later]}


ODD = ("Ada", "ada", "class.html", "grades.csv", "run.json", "con", "gradescope", "ben")


@pytest.mark.sandbox
def test_a_class_of_odd_names_is_graded_found_again_and_exported(tmp_path: Path) -> None:
    path = archives.folder(tmp_path / "class", {f"{name}/00_warmup/warmup.py": CODE for name in ODD})
    out = tmp_path / "out"
    done = forked_autograder("grade", path, "--out", out, "--jobs", 2)
    assert done.returncode == 0, done.stderr
    results = {json.loads(p.read_text())["student"]: p for p in out.glob("*/*/result.json")}
    assert set(results) == set(ODD)
    assert results["ben"].parts[-3] == "ben"
    assert len({archives.folded(p.parts[-3]) for p in results.values()}) == len(ODD)
    rows = list(csv.reader((out / "grades.csv").read_text().splitlines()))[1:]
    assert {student: row for student, *row in rows} == {name: ["00_warmup", "2", "2", "graded", "", ""] for name in ODD}
    page = (out / "class.html").read_text()
    for result in results.values():
        assert f'href="{quote(result.parts[-3])}/00_warmup/feedback.html"' in page

    again = forked_autograder("grade", path, "--out", out)
    assert "0 submissions graded, 8 were already" in again.stdout + again.stderr
    assert set(out.glob("*/*/result.json")) == set(results.values())

    (out / ".autograder/store.db").unlink()
    moved = forked_autograder("regrade", out, path)
    assert moved.returncode == 0, moved.stderr
    assert "0 of 8 results change" in moved.stdout + moved.stderr

    for form in ("csv", "gradescope"):
        exported = forked_autograder("export", out, "--format", form)
        assert exported.returncode == 0, exported.stderr
    assert {row[0] for row in csv.reader((out / "csv.csv").read_text().splitlines()[1:])} == set(ODD)
    assert len(list((out / "gradescope").glob("*/00_warmup/results.json"))) == len(ODD)
