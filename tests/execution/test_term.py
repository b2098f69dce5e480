"""A term in one folder: three parts in three weeks, a group, extensions, a refusal, corrections, a regrade, exports."""

import csv
import json
import re
import time
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import pytest

from tests.helpers.term import Term

pytestmark = pytest.mark.sandbox

STUDENTS = ("ada", "ben", "cem", "dan", "eli", "fay", "gil")
ACTIVE = tuple(name for name in STUDENTS if name != "eli")
GROUP = ("fay", "gil")
WEEKS = {"week1": "01", "week2": "02", "week3": "03"}
COLUMNS = ("Self-attention (1)", "Causal attention (2)", "Multi-head attention (3)")
RULES = """[policies]
parts = ["01_self_attention", "02_causal", "03_multihead"]
due = { 02_causal = 2026-03-01T23:59:00 }
total = 100

[policies.late]
per_day = 10

[policies.weights]
01_self_attention = 30
02_causal = 40
03_multihead = 30

[[policies.extension]]
student = "ben"
assignment = "02_causal"
days = 3

[[policies.extension]]
student = "gil"
assignment = "02_causal"
days = 1

[[policies.extension]]
student = "cem"
assignment = "02_causal"
days = 1
"""
STEP = re.compile(r"(?P<sign>[+−]) (?P<number>[\d.]+)(?P<percent> %)?")


@pytest.fixture
def whole_term(term: Term, monkeypatch: pytest.MonkeyPatch) -> Term:
    """The three weeks; each one is exported, first as a dry run."""
    monkeypatch.setenv("AUTOGRADER_AUTHOR", "C. Curie")
    (term.folder / "rules.toml").write_text(RULES, encoding="utf-8")
    (term.folder / "class.csv").write_text("student\n" + "\n".join(STUDENTS) + "\n", encoding="utf-8")
    (term.folder / "canvas.csv").write_text(gradebook(), encoding="utf-8")
    groups = "group,student\n" + "".join(f"team x,{student}\n" for student in GROUP)
    (term.folder / "groups.csv").write_text(groups, encoding="utf-8")
    term.hand_in("week1", "team x", "01", "wrong: softmax")
    term.hand_in("week3", "gil", "03", "fragile: split_heads")
    for student in ("ada", "ben", "cem", "dan"):
        term.hand_in("week1", student, "01", *(["wrong: softmax"] if student == "dan" else []))
        term.hand_in("week3", student, "03", *(["fragile: split_heads"] if student == "ada" else []))
    week(term, "week1")
    hand_in_late(term, "ben", "2026-03-03-120000")
    hand_in_late(term, "cem", "2026-03-04-120000")
    hand_in_late(term, "fay", "2026-03-02-120000")
    term.hand_in("week2", "ada", "02")
    term.hand_in_file("week2", "dan", "02_causal/report.pdf")
    week(term, "week2")
    correct(term, "--student", "ada", "--exercise", "causal_mask", "--points", "-1", "--reason", "copied the example")
    correct(
        term, "--student", "gil", "--exercise", "first_row", "--points", "+0.5", "--reason", "explained at the board"
    )
    correct(term, "--student", "dan", "--assignment", "02", "--score", "9", "--reason", "handed in on paper")
    term.use_checks(0.5)
    week(term, "week3")
    arguments = ("--policies", term.folder / "rules.toml", "--groups", term.folder / "groups.csv", "--jobs", 1)
    arguments += ("--apply", "--allow-lower")
    term.run("regrade", term.out, term.folder / "week1", *arguments)
    export(term)
    return term


def week(term: Term, name: str) -> None:
    people = ("--roster", term.folder / "class.csv", "--groups", term.folder / "groups.csv")
    term.grade(name, *people, "--policies", term.folder / "rules.toml")
    export(term)


def hand_in_late(term: Term, student: str, time: str) -> None:
    for file in term.course.assignment("02").files:
        term.hand_in_file("week2", student, f"02_causal_{time}/{file}", "wrong: first_row")


def correct(term: Term, *arguments: str) -> None:
    status, said = term.run("adjust", term.out, *arguments, "--policies", term.folder / "rules.toml")
    assert status == 0, said


def export(term: Term) -> None:
    """Export into Canvas's file: a dry run announces each cell that the real one changes, and writes nothing."""
    into, out = term.folder / "canvas.csv", term.folder / "filled.csv"
    arguments = ("--format", "canvas", "--into", into, "--out", out, "--policies", term.folder / "rules.toml")
    before = out.read_bytes() if out.exists() else b""
    status, announced = term.run("export", term.out, *arguments, "--dry-run")
    assert status == 0, announced
    assert (out.read_bytes() if out.exists() else b"") == before
    _, said = term.run("export", term.out, *arguments)
    assert changed(announced) == changes(into, out)
    assert said.splitlines()[-1].split(";")[0] == announced.splitlines()[-1].split(";")[0]
    into.write_bytes(out.read_bytes())


def changed(announced: str) -> set[str]:
    return {line for line in announced.splitlines() if " -> " in line}


def changes(before: Path, after: Path) -> set[str]:
    old, new = cells(before), cells(after)
    return {
        f"{student}: {column}: {old[student][column] or 'empty'} -> {value}"
        for student, row in new.items()
        for column, value in row.items()
        if column in COLUMNS and value != old[student][column]
    }


def cells(path: Path) -> dict[str, dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return {row["Student"]: row for row in csv.DictReader(file) if row["ID"]}


def gradebook() -> str:
    head = ",".join(("Student", "ID", "SIS User ID", "SIS Login ID", "Section", *COLUMNS))
    rows = [f"{name.title()},{number},s{number},{name},A,,," for number, name in enumerate(STUDENTS, start=1)]
    rows[STUDENTS.index("eli")] = rows[STUDENTS.index("eli")].removesuffix(",,,") + ",,EX,"
    return "\n".join([head, "    Points Possible,,,,,26,27,22", *rows]) + "\n"


def test_every_week_is_there_at_the_end(whole_term: Term) -> None:
    rows = whole_term.rows()
    assert len(rows) == len(STUDENTS) * len(WEEKS)
    assert {rows[student, "01"]["status"] for student in ACTIVE} == {"graded"}
    assert {rows["eli", part]["status"] for part in WEEKS.values()} == {"not submitted"}
    assert (rows["ada", "02"]["score"], rows["dan", "02"]["score"]) == ("26", "9")


def test_an_extension_decides_what_lateness_costs(whole_term: Term) -> None:
    ben, cem = (whole_term.rows()[student, "02"] for student in ("ben", "cem"))
    assert (ben["late"], cem["late"]) == ("yes", "yes")
    assert (ben["score"], cem["score"]) == ("26.5", "21.2")
    assert "within an extension of 3 days, rule extension" in ben["why"]
    assert "− 20 % late (2 days, rule late.per_day; after an extension of 1 day" in cem["why"]


def test_members_of_a_group_have_one_submission_and_dates_of_their_own(whole_term: Term) -> None:
    for part in WEEKS.values():
        fay, gil = (whole_term.result(student, part) for student in GROUP)
        assert fay["submission"]["sha256"] == gil["submission"]["sha256"]
        assert "handed in by the group team x" in whole_term.page("fay", part)
    rows = whole_term.rows()
    assert rows["fay", "02"]["why"] == "26.5 − 10 % late (1 day, rule late.per_day) = 23.85"
    assert rows["gil", "02"]["why"].startswith(
        "26.5 + 0.5 for first_row (explained at the board; correction 2, C. Curie"
    )
    assert "within an extension of 1 day, rule extension" in rows["gil", "02"]["why"]
    assert {rows[student, part]["score"] for student in GROUP for part in ("01", "03")} == {"22", "20"}


def test_canvas_has_what_counts_and_keeps_what_is_excused(whole_term: Term) -> None:
    filled = cells(whole_term.folder / "canvas.csv")
    assert filled["Eli"][COLUMNS[1]] == "EX"
    assert {name: row[COLUMNS[1]] for name, row in filled.items()} == {
        "Ada": "26",
        "Ben": "26.5",
        "Cem": "21.2",
        "Dan": "9",
        "Eli": "EX",
        "Fay": "23.85",
        "Gil": "27",
    }


def test_a_regrade_after_a_changed_check_moves_only_the_week_it_names(whole_term: Term) -> None:
    assert whole_term.rows()["dan", "01"]["score"] == "22"
    assert whole_term.rows()["ada", "03"]["score"] == "20"
    assert whole_term.result("ada", "02")["exercises"][0]["checks"][0]["max_score"] == 2.25, "not graded again"


def test_every_final_number_follows_from_lines_on_its_page(whole_term: Term) -> None:
    for (student, part), row in whole_term.rows().items():
        if row["status"] == "not submitted":
            continue
        page = whole_term.page(student, part).replace("\\", "")
        assert f": {row['score']} of {row['max_score']} points" in page.splitlines()[0]
        if row["why"]:
            assert row["why"] in page
            assert recomputed(row["why"]) == [float(row["score"])] * 2
        else:
            points = [float(found) for found in re.findall(r"^(?:##|- \[x\]) `\w+`: ([\d.]+) of", page, re.MULTILINE)]
            assert round(sum(points), 2) == float(row["score"])


def recomputed(line: str) -> list[float]:
    """What the steps of a line give, and what it says they give."""
    numbers = [float(found) for found in re.findall(r"= ([\d.]+)", re.sub(r"\([^()]*\)", "", line))]
    plain = re.sub(r"\([^()]*\)", "", line)
    value = float(plain.split(" ", maxsplit=1)[0])
    for match in STEP.finditer(plain):
        number = float(match["number"])
        difference = value * number / 100 if match["percent"] else number
        value = round(value - difference if match["sign"] == "−" else value + difference, 2)
    return [value, numbers[-1]]


def test_the_total_follows_from_a_line_on_the_class_page(whole_term: Term) -> None:
    rows = whole_term.rows()
    page = (whole_term.out / "class.html").read_text(encoding="utf-8")
    for student in ACTIVE:
        (line,) = re.findall(rf"<bdi>{student}</bdi>, total: <bdi>([^<]+)", page)
        terms, total = line.split(" = ")
        value = 0.0
        for term, part in zip(terms.split(" + "), WEEKS.values(), strict=True):
            weight, score, maximum = map(float, re.split(r" × |/", term))
            assert f"{score:g}" == rows[student, part]["score"]
            value += weight * score / maximum
        assert round(value, 2) == float(total)


def test_no_students_page_has_another_students_data(whole_term: Term) -> None:
    for student in STUDENTS:
        for path in (whole_term.out / student).rglob("*"):
            text = path.read_text(encoding="utf-8") if path.is_file() else ""
            others = set(STUDENTS) - {student} - (set(GROUP) if student in GROUP else set())
            assert not re.search(rf"\b({'|'.join(others)})\b", text), path


def test_the_same_term_gives_the_same_files_again(whole_term: Term) -> None:
    before = whole_term.left_behind()
    week(whole_term, "week3")
    assert whole_term.left_behind() == before
    assert json.loads((whole_term.out / "run.json").read_text(encoding="utf-8"))["graded"] == 0


def test_scores_in_the_rows_are_in_order(whole_term: Term) -> None:
    assert all(first < second for first, second in pairwise(whole_term.rows()))


ONE_INSTANT = ("2026-03-01T22:30:00Z", "2026-03-01 17:30:00 -0500", "2026-03-01 23:30", "2026-03-02T04:00:00+05:30")


def test_the_same_class_has_the_same_tables_under_every_zone_of_the_machine(
    term: Term, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = term.folder / "rules.toml"
    dates = "due = { 02_causal = 2026-03-01T23:00:00 }\ncloses = { 02_causal = 2026-03-02T00:00:00 }"
    rules.write_text(f"[policies]\n{dates}\n[policies.late]\nper_day = 10\nslip_days = 1\n", encoding="utf-8")
    for number, text in enumerate((*ONE_INSTANT, "2026-03-01T21:59:00Z", "2026-03-01T23:01:00Z")):
        term.hand_in("week", f"s{number}", "02")
        (term.folder / "week" / f"s{number}" / "02_causal/timestamp.txt").write_text(text, encoding="utf-8")
    left: list[Mapping[str, bytes]] = []
    try:
        for machine in ("UTC", "America/New_York", "Asia/Kolkata"):
            monkeypatch.setenv("TZ", machine)
            time.tzset()
            term.out = term.folder / machine.replace("/", "-")
            term.grade("week", "--policies", rules)
            term.said("export", term.out, "--format", "csv")
            left.append(term.left_behind())
    finally:
        monkeypatch.delenv("TZ")
        time.tzset()
    rows = term.rows()
    assert all("1 slip day used" in rows[f"s{number}", "02"]["why"] for number in range(4))
    assert rows["s4", "02"]["late"] == ""
    assert "after the hard deadline" in rows["s5", "02"]["why"]
    assert left[0] == left[1] == left[2]
