"""The newest hand-in counts, in whatever order downloads are graded; a regrade needs the store alone."""

import csv
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.results.model import Json
from autograder.results.store import compress, decompress
from tests.helpers.term import Term

pytestmark = pytest.mark.sandbox

LINE = "was replaced by a newer hand-in, which stays; --replace takes this one"


@pytest.fixture
def resubmitted(term: Term) -> Term:
    """Four students and one under a wrong name in the first week; two of them hand in again in the second."""
    for student in ("ada", "ben", "cem", "dan", "bne"):
        term.hand_in("w1", student, "02", *(["wrong: causal_mask"] if student in ("ada", "ben") else []))
    for student in ("ada", "ben"):
        term.hand_in("w2", student, "02")
    term.grade("w1")
    assert term.run("remove", term.out, "--student", "bne")[0] == 0
    term.grade("w2")
    return term


def test_an_older_download_replaces_nothing(resubmitted: Term) -> None:
    before = resubmitted.scores()
    said = resubmitted.grade("w1")
    assert resubmitted.scores() == before
    assert said.count(LINE) == 2
    assert "removed: 1 result of bne; `autograder remove --undo` takes it back" in said
    assert len(set(before.values())) == 1, "everybody has full points by now"


def test_a_removed_student_who_hands_in_another_part_is_named_once(resubmitted: Term) -> None:
    resubmitted.hand_in("w3", "bne", "03")
    line = "removed: bne, but not in this part, which is graded; `autograder remove` takes it out too"
    assert line in resubmitted.grade("w3")
    assert ("bne", "03") in resubmitted.scores()
    assert line not in resubmitted.grade("w3")


def test_a_lone_folder_around_known_students_needs_a_person(term: Term) -> None:
    for student in ("ada", "ben"):
        term.hand_in("w1/class", student, "02")
        term.hand_in("late/mallory", student, "02", "wrong: causal_mask")
        term.hand_in("more/downloads", student, "02", "fragile: causal_mask")
    term.grade("w1")
    before = term.scores()
    term.grade("w1")
    said = term.said("grade", term.folder / "late", "--out", term.out, "--jobs", 1, status=3)
    assert term.scores() == before
    assert said.count("mallory is around students who are graded already, and may be one student's; name the") == 2
    for own in ("more", "late/mallory"):
        term.grade(own)
        assert term.scores() != before, own
        before = term.scores()


def test_an_older_hand_in_counts_on_purpose(resubmitted: Term) -> None:
    full = resubmitted.scores()["cem", "02"]
    resubmitted.grade("w1", "--replace", "--student", "ada")
    assert resubmitted.scores()["ada", "02"] != full
    assert resubmitted.scores()["ben", "02"] == full
    resubmitted.grade("w2", "--replace")
    assert resubmitted.scores()["ada", "02"] == full


def test_a_refused_older_hand_in_takes_no_score(term: Term) -> None:
    term.hand_in_file("w1", "ada", "02_causal/report.pdf")
    term.hand_in("w1", "ben", "02")
    term.hand_in("w2", "ada", "02")
    term.grade("w1")
    term.grade("w2")
    full = term.scores()["ada", "02"]
    term.grade("w1")
    assert term.scores()["ada", "02"] == full
    status, said = term.run("regrade", term.out, term.folder / "w1", "--apply")
    assert (status, term.scores()["ada", "02"]) == (0, full), said


@pytest.mark.parametrize(("later", "counts"), [("2026-03-02-100000", True), ("2026-02-27-100000", False)])
@pytest.mark.parametrize("offset", ["+01:00", ""], ids=["this version", "the version before"])
def test_known_times_go_before_the_order_of_the_calls(later: str, counts: bool, offset: str, term: Term) -> None:
    hand_in_at(term, "w1", "2026-03-01-100000", "wrong: causal_mask")
    hand_in_at(term, "w2", later)
    term.grade("w1", "--assignment", "02")
    before = term.scores()
    if not offset:
        forget_offsets(term.out)
    said = term.grade("w2", "--assignment", "02")
    assert (term.scores() != before) is counts
    line = "was handed in before what counts (2026-02-27T10:00:00+01:00 and 2026-03-01T10:00:00+01:00)"
    assert (line in said) is not counts


def test_a_later_hand_in_counts_in_the_hour_that_comes_twice(term: Term) -> None:
    for week, moment, marks in (("w1", "2026-10-25 004500Z", ["wrong: causal_mask"]), ("w2", "2026-10-25 011000Z", [])):
        hand_in_at(term, week, moment, *marks)
    term.grade("w1", "--assignment", "02")
    before = term.scores()
    term.grade("w2", "--assignment", "02")
    assert term.scores() != before


def test_two_hand_ins_of_one_time_are_a_tie(term: Term) -> None:
    for week, marks in (("w1", ()), ("w2", ("wrong: causal_mask",))):
        hand_in_at(term, week, "2026-03-01-100000", *marks)
    term.grade("w1", "--assignment", "02")
    before = term.scores()
    words = ("grade", term.folder / "w2", "--out", term.out, "--jobs", 1, "--assignment", "02", "--quiet")
    line = "needs you: ada, 02_causal: was handed in with other files at the same time as what counts"
    assert line in term.said(*words, status=3)
    assert term.scores() == before


def test_of_the_same_files_handed_in_twice_the_last_time_counts(term: Term) -> None:
    for week, moment in (("w1", "2026-02-27-100000"), ("w2", "2026-03-02-100000")):
        hand_in_at(term, week, moment)
    due = ("--assignment", "02", "--due", "02=2026-03-01T10:00")
    term.grade("w1", *due)
    term.grade("w2", *due)
    said = term.grade("w1", *due)
    assert handed_in(term) == "2026-03-02T10:00:00"
    assert "was handed in before what counts (2026-02-27T10:00:00+01:00 and 2026-03-02T10:00:00+01:00)" in said
    term.grade("w1", *due, "--replace")
    assert handed_in(term) == ""


def test_a_report_of_the_platform_corrects_what_the_files_said(term: Term) -> None:
    hand_in_at(term, "w1", "2026-03-02-100000")
    due = ("--assignment", "02", "--due", "02=2026-03-01T10:00")
    term.grade("w1", *due)
    (report := term.folder / "times.csv").write_text("id,submitted_at\nada,2026-03-01 09:00\n", encoding="utf-8")
    term.grade("w1", *due, "--times", f"02={report}")
    assert handed_in(term) == ""


@pytest.mark.parametrize(("later", "counts"), [("2026-03-01-100500", True), ("2026-03-01-095500", False)])
def test_a_time_without_a_zone_is_read_anew_by_the_clocks_that_the_class_has_now(
    later: str, counts: bool, term: Term
) -> None:
    hand_in_at(term, "w1", "2026-03-01-100000", "wrong: causal_mask")
    hand_in_at(term, "w2", later)
    term.grade("w1", "--assignment", "02")
    before = term.scores()
    move_the_clocks(term.out, "2026-03-01T10:00:00-05:00", "America/New_York")
    term.grade("w2", "--assignment", "02")
    assert (term.scores() != before) is counts


def test_a_time_that_was_known_is_not_forgotten(term: Term) -> None:
    due = ("--assignment", "02", "--due", "02=2026-03-01T10:00")
    term.hand_in("w1", "ada", "02")
    hand_in_at(term, "w2", "2026-03-01-090000", "wrong: causal_mask")
    hand_in_at(term, "w3", "2026-03-02-100000")
    for week in ("w1", "w2", "w3", "w1"):
        term.grade(week, *due)
    assert handed_in(term) == "2026-03-02T10:00:00"


def test_a_report_and_a_due_date_count_without_being_named_again(term: Term) -> None:
    term.hand_in("w1", "ada", "02")
    (report := term.folder / "times.csv").write_text("id,submitted_at\nada,2026-03-02 10:00\n", encoding="utf-8")
    term.grade("w1", "--assignment", "02", "--due", "02=2026-03-01T10:00", "--times", f"02={report}")
    assert handed_in(term) == "2026-03-02T10:00:00"
    said = term.grade("w1", "--assignment", "02")
    assert handed_in(term) == "2026-03-02T10:00:00"
    assert "no time is known" not in said
    assert "due: 02_causal=2026-03-01T10:00, as kept by the last run that named it; --due names another, or" in said


IN_TIME, TOO_LATE = "2026-03-01-090000", "2026-03-05-130000"
DEADLINES = (
    "closes = { 02_causal = 2026-03-02T12:00:00 }",
    'due = { 02_causal = 2026-03-01T12:00:00 }\ncount = "last_in_time"',
)


@pytest.mark.parametrize("rule", DEADLINES, ids=["closes", "count"])
@pytest.mark.parametrize("weeks", [("w1", "w2"), ("w2", "w1", "w2")], ids=["in time first", "too late first"])
def test_a_hand_in_that_is_too_late_replaces_none_in_time(weeks: tuple[str, ...], rule: str, term: Term) -> None:
    hand_in_at(term, "w1", IN_TIME)
    hand_in_at(term, "w2", TOO_LATE, "wrong: causal_mask")
    (rules := term.folder / "rules.toml").write_text(f"[policies]\n{rule}\n", encoding="utf-8")
    for week in weeks:
        said = term.grade(week, "--assignment", "02", "--policies", rules)
    assert handed_in(term) == ""
    assert "was handed in too late to replace what counts (rule closes or count), which stays" in said
    term.grade("w2", "--assignment", "02", "--replace")
    assert handed_in(term) == "2026-03-05T13:00:00"


def test_a_hand_in_that_is_too_late_counts_if_nothing_came_before(term: Term) -> None:
    (roster := term.folder / "class.csv").write_text("student\nada\n", encoding="utf-8")
    (rules := term.folder / "rules.toml").write_text(f"[policies]\n{DEADLINES[1]}\n", encoding="utf-8")
    term.hand_in("w1", "ben", "02")
    hand_in_at(term, "w2", TOO_LATE)
    term.grade("w1", "--assignment", "02", "--policies", rules, "--roster", roster)
    term.grade("w2", "--assignment", "02")
    assert handed_in(term) == "2026-03-05T13:00:00"


@pytest.fixture
def groups(term: Term) -> Path:
    """The file of one group, whose members ada and ben handed in different files in two weeks."""
    term.hand_in("w1", "ada", "02")
    term.hand_in("w2", "ben", "02", "wrong: causal_mask")
    (path := term.folder / "groups.csv").write_text("group,student\nG1,ada\nG1,ben\nG1,cem\n", encoding="utf-8")
    (term.folder / "class.csv").write_text("student\nada\nben\ncem\n", encoding="utf-8")
    return path


def test_what_one_member_hands_in_counts_for_those_who_had_nothing(term: Term, groups: Path) -> None:
    term.hand_in("w0", "ada", "01")
    term.grade("w0", "--roster", term.folder / "class.csv", "--assignment", "02", "--groups", groups)
    term.grade("w1", "--assignment", "02", "--groups", groups)
    assert len({term.scores()[student, "02"] for student in ("ada", "ben", "cem")} - {"0"}) == 1


def test_members_of_a_group_keep_their_own_files_where_no_time_is_known(term: Term, groups: Path) -> None:
    term.grade("w1", "--groups", groups, "--assignment", "02")
    line = "handed in other files for the group G1, and it is not known which are the last; each member's own count"
    for week, member in (("w2", "ada, 02_causal: ben"), ("w1", "ben, 02_causal: ada")):
        assert f"{member} {line}" in term.grade(week, "--groups", groups, "--assignment", "02")
        assert term.scores()["ada", "02"] != term.scores()["ben", "02"]


def test_the_last_files_of_a_group_count_in_every_call_where_times_are_known(term: Term, groups: Path) -> None:
    for place, moment in (("w1/ada", IN_TIME), ("w2/ben", TOO_LATE)):
        (term.folder / place / "02_causal").rename(term.folder / place / moment)
    term.grade("w1", "--groups", groups, "--assignment", "02")
    before = term.scores()
    said = term.grade("w2", "--groups", groups, "--assignment", "02")
    assert "ada, 02_causal: what ben handed in replaces that of ada" in said
    assert term.scores() != before
    assert term.scores()["ada", "02"] == term.scores()["ben", "02"]


def test_many_older_hand_ins_are_counted(term: Term) -> None:
    names = [f"s{number:02}" for number in range(12)]
    for week, marks in (("w1", ("wrong: causal_mask",)), ("w2", ())):
        for name in names:
            term.hand_in(week, name, "02", *marks)
        term.grade(week)
    said = term.grade("w1")
    assert said.count(LINE) == 5
    assert "7 other hand-ins are older than what counts (--replace)" in said


def test_what_was_graded_is_graded_again_from_the_store_alone(resubmitted: Term) -> None:
    before = resubmitted.scores()
    for week in ("w1", "w2"):
        for path in sorted((resubmitted.folder / week).rglob("*"), reverse=True):
            path.unlink() if path.is_file() else path.rmdir()
    status, said = resubmitted.run("regrade", resubmitted.out)
    assert status == 0
    assert "0 of 4 results change: 0 up, 0 down" in said
    assert resubmitted.scores() == before
    resubmitted.use_checks(0.5)
    status, said = resubmitted.run("regrade", resubmitted.out, "--apply")
    assert status == 0
    assert "bne" not in said
    assert resubmitted.scores() == before


def test_checks_of_other_points_move_what_the_store_has(resubmitted: Term) -> None:
    resubmitted.hand_in("w3", "ada", "02", "fragile: causal_mask")
    resubmitted.grade("w3")
    low = float(resubmitted.scores()["ada", "02"])
    resubmitted.use_checks(0.9)
    status, said = resubmitted.run("regrade", resubmitted.out, "--apply")
    assert (status, "1 of 4 results change: 1 up, 0 down; written" in said) == (0, True), said
    assert float(resubmitted.scores()["ada", "02"]) > low
    resubmitted.use_checks(0.25)
    raised = resubmitted.scores()
    status, said = resubmitted.run("regrade", resubmitted.out, "--apply")
    assert (status, resubmitted.scores()) == (1, raised)
    assert "the 1 that would lose points stay as they were (--allow-lower)" in said


@pytest.mark.parametrize(("share", "moves"), [(0.25, "down"), (0.9, "up")])
@pytest.mark.parametrize("allowed", [(), ("--allow-lower",)], ids=["none loses", "some may lose"])
def test_a_regrade_keeps_the_slip_days_in_the_table_and_in_the_export(
    share: float, moves: str, allowed: tuple[str, ...], term: Term
) -> None:
    rules = term.folder / "rules.toml"
    due = "due = { 01_self_attention = 2026-02-01T23:59:00, 02_causal = 2026-03-01T23:59:00 }"
    rules.write_text(f"[policies]\n{due}\n[policies.late]\nper_day = 10\nslip_days = 2\n", encoding="utf-8")
    for part, day in (("01", "2026-02-03"), ("02", "2026-03-02")):
        assignment = term.course.assignment(part)
        for file in assignment.files:
            term.hand_in_file("w1", "tom", f"{assignment.id}_{day}-120000/{file}", "fragile: causal_mask")
        term.hand_in("w1", "ada", part)
    policies = ("--policies", rules)
    term.grade("w1", *policies)
    assert "2 slip days used and 0 left" in term.rows()["tom", "01"]["why"]
    assert "late" in term.rows()["tom", "02"]["why"]
    before = exported(term)
    assert before == term.scores()
    term.use_checks(share)
    term.run("regrade", term.out, *policies, "--apply", *allowed)
    rows, numbers = term.rows(), exported(term)
    assert numbers == term.scores()
    assert (float(numbers["tom", "02"]) < float(before["tom", "02"])) is (moves == "down" and bool(allowed))
    assert (float(numbers["tom", "02"]) > float(before["tom", "02"])) is (moves == "up")
    assert "2 slip days used and 0 left" in rows["tom", "01"]["why"]
    correction = ("--student", "ada", "--assignment", "01", "--exercise", "softmax", "--points", "-1")
    term.adjust(*correction, "--reason", "copied", *policies)
    assert {key: row for key, row in term.rows().items() if key[0] == "tom"} == {
        key: row for key, row in rows.items() if key[0] == "tom"
    }
    assert exported(term) == term.scores()
    assert float(term.scores()["ada", "01"]) == float(numbers["ada", "01"]) - 1


def exported(term: Term) -> dict[tuple[str, str], str]:
    """The scores of an export by student and the number of the assignment."""
    term.said("export", term.out, "--format", "csv")
    with (term.out / "csv.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {(row["student"], name[:2]): row[name] for row in rows for name in row if name[:2].isdecimal()}


def test_files_that_an_older_version_did_not_keep_are_named(resubmitted: Term) -> None:
    forget(resubmitted.out, "DELETE FROM source", "DROP TABLE hand_in")
    status, said = resubmitted.run("regrade", resubmitted.out)
    assert status == 3
    assert "ada, 02_causal: the files that were graded are not in the store; name the downloads" in said


def test_what_an_older_version_knew_is_enough_for_the_newest_and_for_a_regrade(resubmitted: Term) -> None:
    before = resubmitted.scores()
    forget(resubmitted.out, "DROP TABLE hand_in")
    status, said = resubmitted.run("regrade", resubmitted.out)
    assert (status, "0 of 4 results change" in said) == (0, True), said
    resubmitted.grade("w1")
    assert resubmitted.scores() == before


def forget(out: Path, *statements: str) -> None:
    """Make the store what an older version would have left."""
    with sqlite3.connect(out / ".autograder/store.db") as db:
        for statement in statements:
            db.execute(statement)
    db.close()


@pytest.mark.parametrize("other", ["Anna_Lee", "Anna  Lee"])
def test_a_name_with_the_same_key_in_another_week_waits_for_a_person(other: str, term: Term) -> None:
    term.hand_in("w1", "Anna Lee", "00")
    term.hand_in("w1", "ben", "00")
    term.grade("w1")
    before = term.scores()
    for part in ("00", "01"):
        term.hand_in("w2", other, part, "wrong: causal_mask")
        term.hand_in("w2", "ben", part)
    said = term.said("grade", term.folder / "w2", "--out", term.out, "--replace", status=3)
    assert f"{other} may be Anna Lee, whose hand-ins are graded already, or another; if it is one student, name" in said
    after = term.scores()
    assert {key: after[key] for key in before} == before
    assert (after["Anna_Lee", "01"], bool(after["ben", "01"])) == ("", True)
    (term.folder / "w2" / other).rename(term.folder / "w2" / "Anna Lee")
    term.grade("w2")
    assert term.scores()["Anna_Lee", "01"]


def test_names_that_differ_in_a_separate_accent_are_told_apart(term: Term) -> None:
    for name in ("J\u00f6rg", "Jo\u0308rg"):
        term.hand_in("w1", name, "02", name)
    assert "Jo\\u0308rg and J\u00f6rg may be of one student or of several" in term.grade("w1")


def test_a_roster_with_both_names_says_that_it_is_one_student(term: Term) -> None:
    roster = term.folder / "roster.csv"
    for names in ("Anna Lee,", "Anna Lee,Anna_Lee"):
        roster.write_text(f"student,name,github\nanna,{names}\n", encoding="utf-8")
        term.hand_in("w1", "Anna Lee", "00", f"wrong: row_sums {names}")
        term.grade("w1", "--roster", roster)
        term.hand_in("w2", "Anna_Lee", "00")
        said = term.run("grade", term.folder / "w2", "--out", term.out, "--roster", roster)[1]
        assert ("Anna_Lee may be" in said) is names.endswith(",")


def forget_offsets(out: Path) -> None:
    """Make the times in a store what the version before would have kept."""
    change_facts(out, lambda known: {"time": known["time"].partition("+")[0]})


def move_the_clocks(out: Path, time: str, zone: str) -> None:
    """Make the one time in a store what the same clock would have meant in another zone."""
    change_facts(out, lambda _: {"time": time, "zone": zone})


def change_facts(out: Path, change: Callable[[Json], Json]) -> None:
    """Change what a store knows of each hand-in."""
    with sqlite3.connect(out / ".autograder/store.db") as db:
        for student, facts in db.execute("SELECT student, facts FROM hand_in").fetchall():
            known = decompress(facts)
            db.execute("UPDATE hand_in SET facts = ? WHERE student = ?", (compress(known | change(known)), student))
    db.close()


def hand_in_at(term: Term, week: str, moment: str, *marks: str) -> None:
    """Let ada hand in part 02 in a folder whose name says when."""
    term.hand_in(week, "ada", "02", *marks)
    (term.folder / week / "ada/02_causal").rename(term.folder / week / "ada" / moment)


def handed_in(term: Term) -> str:
    """When ada handed in what counts, if that was late."""
    result = json.loads((term.out / "ada/02_causal/result.json").read_text(encoding="utf-8"))
    return result["submission"].get("handed_in", "")


def test_what_may_be_of_two_students_waits_for_a_person_and_replaces_nothing(term: Term) -> None:
    term.hand_in("w1", "Anna_Lee", "02")
    term.hand_in("w1", "ben", "02")
    term.grade("w1")
    before = term.scores()
    term.hand_in("w2", "Anna Lee", "02", "wrong: causal_mask")
    term.hand_in("w2", "Anna_Lee", "02", "fragile: causal_mask")
    said = term.grade("w2")
    assert term.scores() == before
    assert "Anna Lee and Anna_Lee may be of one student or of several; move all but one of them away" in said
    status, said = term.run("grade", term.folder / "w2", "--out", term.folder / "new", "--jobs", 1)
    assert status == 3
    assert "could not be graded: Anna Lee and Anna_Lee may be of one student or of several" in said


def test_which_of_two_channels_counts_is_a_question_until_it_is_settled(term: Term) -> None:
    for download, marks in (("submissions", ("wrong: causal_mask",)), ("mails", ())):
        for student in ("ada", "ben") if download == "submissions" else ("ada", "cem"):
            term.hand_in(f"w1/{download}", student, "02", *marks, download)
    words = ("grade", term.folder / "w1", "--out", term.out, "--jobs", 1, "--quiet")
    said = term.said(*words, status=3)
    question = (
        "needs you: ada, 02_causal: handed in as mails/ada and as submissions/ada; no time is known for mails/ada and"
        " submissions/ada; mails/ada, the first by name, counts; to settle it, move the other away, or grade it alone"
        " with --student ada"
    )
    assert question in said
    full = term.scores()["cem", "02"]
    assert term.scores()["ada", "02"] == full
    assert "2 attempts" not in term.page("ada", "02")
    term.grade("w1/submissions", "--student", "ada")
    assert term.scores()["ada", "02"] != full
    assert "needs you" not in term.said(*words)
    assert term.scores()["ada", "02"] != full


@pytest.mark.parametrize("newest", ["mails", "submissions"])
def test_of_two_channels_with_times_the_newest_counts(newest: str, term: Term) -> None:
    for download in ("submissions", "mails"):
        right = download == newest
        for student in ("ada", "ben") if download == "submissions" else ("ada", "cem"):
            term.hand_in(f"w1/{download}", student, "02", *([] if right else ["wrong: causal_mask"]))
            day = 2 if right else 1
            time = term.folder / f"w1/{download}/{student}/02_causal/timestamp.txt"
            time.write_text(f"2026-03-0{day} 10:00:00.000000 UTC\n")
    assert "needs you" not in term.said("grade", term.folder / "w1", "--out", term.out, "--jobs", 1)
    other = "ben" if newest == "submissions" else "cem"
    assert term.scores()["ada", "02"] == term.scores()[other, "02"]
    assert f"{newest}/ada, the newest, counts" in term.page("ada", "02")
