"""Rules and class list that a class was graded with count for every later command, which says so."""

import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.archives import folder, zipped
from tests.helpers.term import Term

pytestmark = pytest.mark.process
RULES = '[policies]\ndrop = ["00_warmup.row_sums"]\n'


def file_of(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text)
    return path


def test_rules_are_kept_and_used_by_every_later_command(term: Term) -> None:
    term.hand_in("week", "ada", "00", "wrong: row_sums")
    rules = file_of(term.folder, "rules.toml", RULES)
    said = term.grade("week", "--policies", rules)
    assert "as kept" not in said
    row = term.rows()["ada", "00"]
    assert "dropped" in row["why"]
    rules.unlink()
    kept = f"policies: {term.out / '.autograder' / 'rules.toml'}, as kept by the last run that named it"
    for words in (("export", term.out, "--format", "csv"), ("adjust", term.out), ("review", term.out)):
        status, said = term.run(*words)
        assert (status, kept in said) == (0, True), said
    assert kept in term.grade("week")
    assert term.rows()["ada", "00"] == row
    status, said = term.run("export", term.out, "--format", "csv", "--policies", "none")
    assert status == 2
    assert "was graded under other rules" in said
    term.grade("week", "--policies", "none")
    assert "why" not in term.rows()["ada", "00"]
    assert "as kept" not in term.grade("week")


def test_the_class_list_is_kept_for_the_next_week_and_for_exports(term: Term) -> None:
    roster = file_of(term.folder, "class.csv", "student,name,email\nada,Ada Lovelace,ada@x.org\nben,Ben Ba,b@x.org\n")
    term.hand_in("one", "Ada_Lovelace", "00")
    term.grade("one", "--roster", roster, "--assignment", "00")
    term.hand_in("two", "Ada_Lovelace", "02")
    said = term.grade("two", "--assignment", "02")
    assert "roster: " in said
    assert {student for student, _ in term.rows()} == {"ada", "ben"}
    book = file_of(term.folder, "book.csv", "Email address,Assignment: 02 causal (Real)\nada@x.org,-\ncy@x.org,-\n")
    words = ("export", term.out, "--format", "moodle", "--into", book, "--assignment", "02", "--summary")
    status, said = term.run(*words)
    assert status == 3, "ben is not in the file"
    assert "cells: 1 filled" in said
    assert f"in {book}, and without a result here: cy@x.org" in said


def test_the_last_line_counts_the_class(term: Term) -> None:
    term.hand_in("one", "ada", "00")
    term.hand_in("one", "ben", "00")
    term.grade("one", "--assignment", "00")
    term.hand_in("two", "cy", "00")
    term.hand_in_file("two", "dan", "00_warmup/report.pdf")
    (last,) = (line for line in term.grade("two", "--assignment", "00").split("\n") if "the class:" in line)
    assert last.startswith("1 submission graded in")
    assert "; the class: 3 graded, 1 refused, 0 need you, 0 not handed in; results in" in last


def test_pages_for_clones_are_packed_by_repository(term: Term) -> None:
    for student in ("ada", "ben"):
        term.hand_in("02-causal-submissions", f"02-causal-{student}", "02")
        (term.folder / "02-causal-submissions" / f"02-causal-{student}" / ".git").mkdir()
    (term.folder / "02-causal-submissions" / "02-causal-cy" / ".git").mkdir(parents=True)
    term.grade("02-causal-submissions", "--assignment", "02")
    assert term.rows()["cy", "02"]["status"] == "refused"
    status, said = term.run("feedback", term.out, term.folder / "02-causal-submissions", "--assignment", "02")
    assert (status, "02_causal-clones.zip: 3 pages" in said) == (0, True), said


def test_names_are_on_instructors_pages_and_in_a_table_of_their_own_and_never_in_what_students_get(term: Term) -> None:
    people = "ada,Ada Lovelace,ada@x.org,zeta\nben,Ben Ba,ben@x.org,zeta\ncy,Cy Co,cy@x.org,zeta\n"
    path = file_of(term.folder, "class.csv", f"student,name,email,section\n{people}")
    folder(
        term.folder / "02",
        {
            "ada_4711_9001_causal.py": b"# wrong: causal_mask\n",
            "ben_4712_9002_work.zip": zipped({"causal.py": b"# wrong: causal_mask\n"}),
            "Cy Co_17_assignsubmission_file/causal.py": b"# wrong: causal_mask\n",
        },
    )
    term.grade("02", "--roster", path, "--assignment", "02")
    term.run("review", term.out)
    assert "Ada Lovelace, section zeta, ada@x.org" in (term.out / ".review/index.html").read_text()
    assert "Ada Lovelace, section zeta, ada@x.org" in (term.out / ".review/ada/02_causal.html").read_text()
    assert "Ada Lovelace, section zeta<" in (term.out / "class.html").read_text()
    table = (term.out / "people.csv").read_text()
    head = '"student","name","section","email","02_causal","score","max_score","score_so_far","max_so_far"\n'
    assert table.startswith(f'{head}"ada","Ada Lovelace","zeta","ada@x.org",')
    assert list(next(iter(term.rows().values()))) == [
        *("student", "assignment", "score", "max_score", "status", "late", "remark")
    ]
    term.run("feedback", term.out, term.folder / "02", "--assignment", "02")
    term.run("export", term.out, "--format", "gradescope")
    kept = [*term.out.glob("*/*/feedback.*"), *term.out.glob("*/*/result.json"), *term.out.glob("gradescope/**/*.json")]
    texts = [path.read_text() for path in (*kept, term.out / "grades.csv", term.out / "totals.csv")]
    packed = [text for path in (term.out / "feedback").glob("*.zip") for text in packed_texts(path.read_bytes())]
    assert (len(packed), len(texts)) == (3, 3 * 3 + 3 + 2)
    assert not [text for text in (*texts, *packed) if re.search(r"Lovelace|Ben Ba|Cy Co|@x\.org|zeta", text)]


def packed_texts(data: bytes) -> Iterator[str]:
    """Every file of an archive, also of the archives in it; a name that Moodle needs is that of the download."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            member = archive.read(name)
            yield from packed_texts(member) if name.endswith(".zip") else [member.decode()]
