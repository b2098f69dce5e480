"""Similar submissions: copies are listed whatever their names, and what was handed out or is common is not."""

import time
from itertools import product
from pathlib import Path

import pytest

from autograder.__main__ import main
from autograder.course import Course
from autograder.intake import parser_process
from autograder.intake.submission import Submission
from autograder.similarity import SimilarityLimits, SimilarityReport, compare_class
from autograder.similarity.identical import MOSTLY_SAME, SAME_CODE, statements_of
from autograder.similarity.page import common_lines, similar_html
from tests.helpers.grading import complaints

DEFAULT = SimilarityLimits()
PLACE = ("02_causal", "causal.py")
STUB = """
def causal_mask(T, device=None):
    rows = torch.arange(T, device=device)[:, None]
    columns = torch.arange(T, device=device)[None, :]
    raise NotImplementedError("write this")
"""
OWN = """
def masked_softmax(scores, d_k):
    # my own way
    hidden = torch.ones_like(scores, dtype=torch.bool).triu(diagonal=1)
    scaled = scores.masked_fill(hidden, float("-inf")) / math.sqrt(d_k)
    shifted = scaled - scaled.amax(dim=-1, keepdim=True)
    powers = shifted.exp()
    return powers / powers.sum(dim=-1, keepdim=True)
"""
COPY = (
    OWN.replace("hidden", "m")
    .replace("scaled", "logits")
    .replace("powers", "e")
    .replace("    # my own way\n", "")
    .replace('"-inf"', "'-inf'")
)
OTHER = """
def masked_softmax(scores, d_k):
    T = scores.shape[-1]
    result = []
    for i in range(T):
        row = scores[..., i, : i + 1] / d_k**0.5
        result.append(torch.nn.functional.pad(torch.softmax(row, -1), (0, T - i - 1)))
    return torch.stack(result, -2)
"""


def listed(course: Course, texts: dict[str, str], limits: SimilarityLimits = DEFAULT) -> SimilarityReport:
    submissions = [Submission(name, PLACE[0], {PLACE[1]: text.encode()}) for name, text in texts.items()]
    return compare_class(course, submissions, {PLACE: STUB}, limits)


def test_a_copy_with_other_names_and_comments_is_listed_with_its_passage(course: Course) -> None:
    (pair,) = listed(course, {"ada": STUB + OWN, "ben": STUB + COPY, "chen": STUB + OTHER}).pairs
    assert pair.names == ("ada", "ben")
    assert (pair.one.share, pair.other.share) == (1, 1)
    (passage,) = pair.passages
    assert "hidden = torch.ones_like" in passage.text
    assert "m = torch.ones_like" in passage.other_text
    assert (STUB + OWN).splitlines()[passage.line - 1] == passage.text.splitlines()[0]


def test_what_was_handed_out_is_no_likeness(course: Course) -> None:
    assert listed(course, {"ada": STUB, "ben": STUB, "chen": STUB + OWN}).pairs == ()


def test_a_part_that_was_copied_is_found_in_two_long_files(course: Course) -> None:
    texts = {"ada": OTHER + OWN, "ben": COPY}
    (pair,) = listed(course, texts).pairs
    assert pair.one.share < 0.7
    assert pair.other.share == 1


def test_passages_that_stand_in_another_order_are_put_side_by_side(course: Course) -> None:
    between = "\n".join(f"between_{number} = [{number}, {number + 7}, {number * 13}]" for number in range(9))
    (pair,) = listed(course, {"ada": OWN + between + OTHER, "ben": OTHER + COPY}).pairs
    assert len(pair.passages) > 1
    assert all(("stack" in passage.text) == ("stack" in passage.other_text) for passage in pair.passages)


def test_equal_files_are_one_cluster_whatever_their_number(course: Course) -> None:
    for number in (2, 3, 9):
        texts = {f"student{place}": STUB + OWN for place in range(number)} | {"chen": OTHER, "dora": STUB, "eve": STUB}
        report = listed(course, texts)
        (cluster,) = report.clusters
        assert cluster.students == tuple(f"student{place}" for place in range(number))
        assert cluster.kind == "the same text"
        assert report.pairs == ()


def test_copies_with_other_names_comments_and_order_are_one_cluster(course: Course) -> None:
    texts = {"ada": OTHER + OWN, "ben": COPY + OTHER, "chen": OWN + "# mine\n" + OTHER, "dora": "x = 1\n" + OTHER}
    (cluster,) = listed(course, texts).clusters
    assert cluster.students == ("ada", "ben", "chen")
    assert cluster.kind == "the same apart from names, comments and order"


def test_a_copy_with_another_comment_is_named_where_its_code_is_common(course: Course) -> None:
    longer = {
        f"s{place}": f"{STUB}{OWN}\ndef own_{place}(x):\n    return x {'* x ' * place}+ {place}\n" for place in range(6)
    }
    report = listed(course, longer | {"zoe": "# my own work\n" + longer["s5"]})
    assert report.pairs == ()
    assert [item.kind for item in report.clusters if item.students == ("s5", "zoe")] == [SAME_CODE]


def test_who_copied_a_part_of_what_many_copied_whole_is_found(course: Course) -> None:
    many = {f"student{number}": OWN + OTHER for number in range(9)}
    between = "\n".join(f"def own_{number}(a):\n    return a * {number} - {number + 3}\n" for number in range(3))
    report = listed(course, many | {"zoe": COPY + between})
    assert [pair.names for pair in report.pairs] == [("student0", "zoe")]


REORDERED = """
def masked_softmax(scores, d_k):
    T = scores.shape[-1]
    mask = torch.ones(T, T, dtype=torch.bool).triu(1)
    width = math.sqrt(d_k)
    low = torch.finfo(scores.dtype).min
    largest = scores.amax(dim=-1, keepdim=True)
    size = scores.shape[:-2].numel()
    back = scores.reshape(size, T, T)
    turned = back.transpose(-2, -1)
    print(size, low, width, turned)
    return mask, largest
"""


def test_the_same_statements_in_another_order_are_found_with_their_lines(course: Course) -> None:
    head, *lines = REORDERED.strip().split("\n")
    turned = "\n".join([head.replace("scores", "s"), *reversed(lines[1:-2]), lines[0], "    other = 7", *lines[-2:]])
    (pair,) = listed(course, {"ada": REORDERED, "ben": turned.replace("mask", "hidden"), "chen": OTHER}).pairs
    assert pair.names == ("ada", "ben")
    assert pair.share > 0.9
    assert any("triu(1)" in passage.text and "triu(1)" in passage.other_text for passage in pair.passages)


def with_own_code(number: int, length: int) -> str:
    lines = [f"    a = a * {number} + {place} - torch.tensor({number * place})" for place in range(length)]
    return "\n".join([f"\ndef own(a, b={number}):", *lines, "    return a\n"])


def test_what_many_have_in_common_is_left_out_and_said(course: Course) -> None:
    many = {f"student{number}": OWN + with_own_code(number, 12) for number in range(4)}
    report = listed(course, many)
    assert (report.pairs, report.clusters) == ((), ())
    (line,) = common_lines(report)
    assert line.startswith("02_causal/causal.py: left out as common: what more than 3 students have, such as lines 1–")
    few = listed(course, dict(list(many.items())[:3]), SimilarityLimits(share=0.2))
    assert (len(few.pairs), few.common) == (3, ())


@pytest.mark.parametrize("others", [0, 2, 8, 30])
@pytest.mark.parametrize("size", [4, 5])
def test_a_ring_of_copies_does_not_hide_itself_as_common(size: int, others: int, course: Course) -> None:
    ring = {f"copy{number}": STUB + OWN + f"\ndef own(a):\n    return a * {number} + 1\n" for number in range(size)}
    rest = {f"other{number}": STUB + with_own_code(number, 9) for number in range(others)}
    report = listed(course, ring | rest)
    together = {name for cluster in report.clusters for name in cluster.students}
    together |= {name for pair in report.pairs for name in pair.names if name in ring}
    assert together == set(ring)
    assert not any(cluster.kind == MOSTLY_SAME and set(cluster.students) - set(ring) for cluster in report.clusters)


@pytest.mark.parametrize("rewritten", [1, 2])
def test_a_ring_whose_members_rewrote_different_functions_is_found(rewritten: int, course: Course) -> None:
    def copy(number: int) -> str:
        own = [(number + place) % 8 for place in range(rewritten)]
        return OWN + "".join(with_own_code(11 + place + 1000 * (number + 1) * (place in own), 4) for place in range(8))

    for size, others in product((3, 4, 5, 8), (0, 2, 5, 8)):
        ring = {f"copy{number}": copy(number) for number in range(size)}
        rest = {f"other{number}": OWN + with_own_code(5000 + number, 20) for number in range(others)}
        report = listed(course, ring | rest)
        found = [set(cluster.students) for cluster in report.clusters]
        assert found == ([set(ring)] if size > 3 else []), (size, others)
        in_pairs = {name for pair in report.pairs for name in pair.names}
        assert in_pairs <= set(ring), (size, others)
        assert in_pairs == set(ring) or size > 3, "of three, nothing is common"


def test_what_most_of_a_larger_class_have_is_no_ring(course: Course) -> None:
    texts = {f"student{number}": OWN + f"\ndef own(a):\n    return a * {number} + 1\n" for number in range(15)}
    assert listed(course, texts).clusters == ()


def test_what_a_group_handed_in_is_compared_once(course: Course) -> None:
    files = {PLACE[1]: OWN.encode()}
    members = [Submission(name, PLACE[0], files, group="A") for name in ("ada", "ben")]
    assert compare_class(course, members, {}, DEFAULT).clusters == ()
    other = Submission("chen", PLACE[0], files)
    assert compare_class(course, [*members, other], {}, DEFAULT).clusters[0].students == ("ada", "chen")


def test_students_of_different_files_are_not_compared(course: Course) -> None:
    submissions = [
        Submission("ada", "02_causal", {"causal.py": OWN.encode()}),
        Submission("ben", "02_causal", {"derivations.py": OWN.encode()}),
        Submission("chen", "01_self_attention", {"self_attention.py": OWN.encode()}),
    ]
    assert compare_class(course, submissions, {}, SimilarityLimits()).pairs == ()


def test_a_file_that_does_not_parse_is_compared_and_a_huge_one_is_named(course: Course) -> None:
    report = listed(course, {"ada": OWN + "def (:", "ben": "if :\n" + COPY, "chen": "x = 1\n" * 40_000})
    assert [pair.names for pair in report.pairs] == [("ada", "ben")]
    assert report.left_out == ("chen, 02_causal/causal.py: larger than 200 KB, not compared",)


@pytest.mark.process
def test_files_that_take_long_to_read_are_named_and_the_others_compared(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, seconds in (("STUDENT_SECONDS", 1.5), ("FAIR_SECONDS", 1.5), ("CLASS_SECONDS", 0.0)):
        monkeypatch.setattr(parser_process, name, seconds)
    slow = f"text = f'{'{a}' * 60_000}'\n"
    begun = time.process_time()
    report = listed(course, {"ada": OWN, "ben": COPY, "eve": slow, "mal": OTHER + "# no harm\n" * 2_500})
    assert time.process_time() - begun < 3, "the slow file was read in another process"
    assert [pair.names for pair in report.pairs] == [("ada", "ben")]
    assert (report.files, report.left_out) == (
        3,
        ("eve, 02_causal/causal.py: cannot be read within the limits of time and memory, not compared",),
    )


def test_the_page_shows_hostile_text_as_text_and_says_that_no_score_changes(course: Course) -> None:
    hostile = OWN.replace("    # my", "    '</code><script>alert(1)</script>'\n    # my")
    page = similar_html(listed(course, {"<b>ada": hostile, "ben": hostile}), course.title, SimilarityLimits(), 50)
    assert "<script>" not in page
    assert "&lt;b&gt;ada" in page
    assert "It changes no score" in page


def handed_in(folder: Path, texts: dict[str, str]) -> Path:
    for name, text in texts.items():
        path = folder / name / "02_causal/causal.py"
        path.parent.mkdir(parents=True)
        path.write_text(text)
    return folder


def test_the_command_lists_and_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = handed_in(tmp_path / "class", {"ada": OWN, "ben": COPY, "chen": OTHER})
    assert main(["similar", str(folder), "--html", str(tmp_path / "page.html")]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "3 files compared, 0 sets of equal files, 1 pair to look at; no score changes" in told
    assert "ada" in told
    assert "chen" not in told
    assert "from line" in (tmp_path / "page.html").read_text()


def test_the_page_names_the_people_of_the_roster(tmp_path: Path) -> None:
    folder = handed_in(tmp_path / "class", {"ada": OWN, "ben": COPY + "x = 1\n", "chen": OWN})
    roster = tmp_path / "class.csv"
    roster.write_text("Anmeldename;Vorname;Nachname;Gruppe;E-Mail\nada;Ada;Lovelace;7b;ada@x.org\nben;Ben;Cole;;\n")
    page = tmp_path / "page.html"
    assert main(["similar", str(folder), "--roster", str(roster), "--html", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert "<bdi>ada</bdi> (<bdi>Ada Lovelace, section 7b</bdi>), <bdi>chen</bdi></li>" in text
    assert "and <bdi>ben</bdi> (<bdi>Ben Cole</bdi>)</h2>" in text
    assert "ada@x.org" not in text


def test_bad_arguments_get_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = handed_in(tmp_path / "class", {"ada": OWN})
    for arguments, sentence in {
        (str(tmp_path / "nowhere"),): "nowhere: not a folder, an archive or a notebook",
        (str(folder), "--most", "0"): "0 is not in the range x>=1",
        (str(folder), "--share", "nan"): "nan is not a number",
        (str(folder), "--html", str(tmp_path)): "is a folder; name a file with --html",
    }.items():
        assert main(["similar", *arguments]) == 2
        error = complaints(capsys.readouterr().err)
        assert sentence in error
        assert error.count("\n") == 1


def test_a_number_of_thousands_of_digits_is_compared_like_any_other() -> None:
    forms = [statements_of(f"N = 0x{digit * 5000}")[0].form for digit in "ffe"]
    assert forms[0] == forms[1] != forms[2]
