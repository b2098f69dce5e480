"""What payoffs share: whose function is used, figures in characters and as pictures, and the page of the heads."""

import io
import json
import re
import sys
from pathlib import Path

import pytest
import torch
from torch import Tensor, nn

from assignments._support import page, payoffs, whose
from assignments._support.figures import WIDTH, Chart, Weights, beside, can_shade, chart_lines
from assignments._support.page import Page
from assignments._support.viewer import viewer_page
from tests.helpers.browser import CHROMIUM, open_page, why_no_browser

CAUSAL = torch.tensor([[1.0, 0.0, 0.0], [0.25, 0.75, 0.0], [0.02, 0.9, 0.08]])
DOUBLED = "def doubled(x):\n    return {}\n"


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A course of one part, `02_twice`, whose files the test writes."""
    (tmp_path / "02_twice").mkdir()
    monkeypatch.setattr(whose, "ASSIGNMENTS", tmp_path)
    monkeypatch.setattr(whose, "SECONDS", 0.2)
    monkeypatch.setattr(page, "PICTURES", tmp_path / "pictures")
    whose.forget()
    yield tmp_path
    whose.forget()


def stand_in(x: Tensor) -> Tensor:
    return x + x


def chosen() -> object:
    return whose.own("doubled", "02_twice", stand_in, lambda made: made(torch.ones(2, 3, requires_grad=True)))


def test_what_is_finished_is_the_students_own_even_if_it_is_wrong(home, capsys):
    (home / "02_twice/twice.py").write_text(DOUBLED.format("3 * x"))
    assert chosen()(torch.ones(1)) == 3
    assert capsys.readouterr().out == "doubled: yours\n"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (
            DOUBLED.format("x").replace("return x", "raise NotImplementedError"),
            r"it \(.*line 2\) is not written yet",
        ),
        (DOUBLED.format("x @ x"), r"doubled \(02_twice/twice.py, line 2\) stops with RuntimeError: mat1"),
        (DOUBLED.format("x[:1]"), r"yours in 02_twice returns the shape \(1, 3\) and not \(2, 3\)"),
        (DOUBLED.format("x / 0 * 0"), "yours in 02_twice returns numbers that are not finite"),
        (DOUBLED.format("2 * x.detach()"), "yours in 02_twice lets no gradient through"),
        (DOUBLED.format("7"), r"yours in 02_twice returns int and not 1 tensor"),
        (DOUBLED.format("x").replace("return x", "while True: pass"), "does not end"),
        ("def doubled(x:\n", "02_twice/twice.py, line 1, column 12: does not parse"),
        ("import nothing_of_this_name\n" + DOUBLED.format("x"), "line 1: stopped there by ModuleNotFoundError"),
        ("", "02_twice does not define it"),
    ],
)
def test_else_a_stand_in_is_used_and_one_sentence_says_why(home, capsys, source, reason):
    (home / "02_twice/twice.py").write_text(source)
    assert chosen() is stand_in
    said = " ".join(capsys.readouterr().out.split())
    assert re.match(f"doubled: PyTorch's, because .*{reason}", said), said


def test_the_sentence_names_the_exercise_that_is_called_and_not_the_caller(home, capsys):
    (home / "02_twice/twice.py").write_text(
        "def half(x):\n    raise NotImplementedError\n" + DOUBLED.format("4 * half(x)")
    )
    chosen()
    assert "because half (02_twice/twice.py, line 2) is not written yet" in " ".join(capsys.readouterr().out.split())


def test_a_notebook_counts_where_the_file_is_not_finished(home, capsys):
    (home / "02_twice/twice.py").write_text(DOUBLED.format("None"))
    cells = ["%matplotlib inline", "import torch", DOUBLED.format("torch.add(x, x)"), "1 / 0"]
    drawn = {"cell_type": "code", "metadata": {"tags": ["active-ipynb"]}, "source": ["def doubled(x): raise OSError"]}
    notebook = {"cells": [*({"cell_type": "code", "metadata": {}, "source": [text]} for text in cells), drawn]}
    (home / "02_twice/02_twice.ipynb").write_text(json.dumps(notebook))
    assert chosen() is not stand_in
    assert capsys.readouterr().out == "doubled: yours\n"


PAYOFF = '''"""Shows what becomes of 1."""
from assignments._support.page import Page
from assignments._support.whose import own
import torch
def main(arguments):
    page = Page("02_twice", "Twice")
    doubled = own("doubled", "02_twice", torch.abs, lambda made: made(torch.ones(2, 3)))
    page.say(f"it becomes {doubled(torch.ones(1)).item()}")
    page.finish()
'''


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ("2 * x", 0, "it becomes 2.0"),
        ("x[:, :2].new_zeros(2, 3) + x[1]", 1, "It stopped in doubled (02_twice/twice.py, line 2): IndexError"),
        ("x.new_ones(2, 3)", 1, "Yours in it: doubled; `pytest assignments/02_twice` says whether they are right."),
    ],
)
def test_whatever_the_students_code_does_a_payoff_ends_with_a_sentence(home, capsys, body, status, said):
    (home / "02_twice/payoff.py").write_text(PAYOFF)
    (home / "02_twice/twice.py").write_text(DOUBLED.format(body))
    assert payoffs.run(home / "02_twice", []) == status
    assert said in " ".join(capsys.readouterr().out.split())


def test_a_mistake_of_the_payoff_itself_is_an_error(home):
    (home / "02_twice/payoff.py").write_text("def main(arguments):\n    1 / 0\n")
    with pytest.raises(ZeroDivisionError):
        payoffs.run(home / "02_twice", [])


def test_payoffs_are_listed_with_what_there_is_to_see(home):
    assert payoffs.listing(home) == ["no part has anything to see yet"]
    (home / "02_twice/payoff.py").write_text(PAYOFF)
    assert payoffs.listing(home) == ["02_twice  Shows what becomes of 1."]
    names = ("02", "02_twice", "assignments/02_twice")
    assert {payoffs.folder_of(name, home) for name in names} == {home / "02_twice"}
    assert payoffs.folder_of("2", home) is None


def test_weights_are_drawn_in_characters_and_a_mask_leaves_its_place_empty():
    assert beside([Weights(CAUSAL, "one", "abc", "abc")], shades=True) == [
        "one",
        "  a b c",
        "a ██",
        "b ░░▓▓",
        "c ··██░░",
    ]
    assert beside([Weights(CAUSAL, "one")], shades=False)[1:] == [" ##", " --**", " ..##--"]


@pytest.mark.parametrize(("encoding", "shades"), [("utf-8", True), ("latin-1", False), ("ascii", False)])
def test_a_terminal_without_shades_gets_plain_signs(encoding, shades):
    assert can_shade(io.TextIOWrapper(io.BytesIO(), encoding=encoding)) is shades


@pytest.mark.parametrize("tokens", [3, 24, 40, 60])
def test_no_drawing_is_wider_than_a_terminal(tokens):
    one = Weights(torch.rand(tokens, tokens), "one", ["x"] * tokens, ["x"] * tokens)
    words = Weights(torch.rand(8, 8), "words", ["a long name"] * 8, ["a long name"] * 8)
    for maps in ([one], [one, one], [words], [one, words]):
        assert max(map(len, beside(maps, shades=True))) <= WIDTH


def test_a_chart_has_a_mark_for_each_line_and_a_dash_at_each_level():
    chart = Chart({"up": [(0, 1.0), (10, 4.0)], "down": [(0, 4.0), (10, float("nan"))]}, "step", "loss", {"floor": 2.0})
    lines = chart_lines(chart)
    assert max(map(len, lines)) <= WIDTH
    assert lines[0] == "loss"
    assert lines[1].startswith("       4 |x")
    assert lines[1].endswith("o")
    assert sum("-" * 50 in line for line in lines) == 1
    assert lines[-1].strip().split("   ") == ["o up", "x down", "- floor (2)"]


def test_the_page_is_one_file_with_words_for_who_cannot_see_it(home, capsys):
    shown = Page("02_twice", "A <title>")
    shown.say("what & why")
    shown.weights(Weights(CAUSAL, "weights of one head", "abc", "abc"), note="a triangle")
    shown.chart(Chart({"loss": [(0, 1.0), (1, 0.5)]}, "step", "loss"))
    shown.finish()
    text = (home / "pictures/02_twice.html").read_text(encoding="utf-8")
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"] * 2  # a name, which nobody fetches
    assert "<title>A &lt;title&gt;</title>" in text
    assert "what &amp; why" in text
    assert 'aria-label="weights, weights of one head. a triangle"' in text
    assert 'aria-label="loss by step: loss: 1 to 0.5"' in text
    assert "prefers-color-scheme:dark" in text
    assert "02_twice.html" in capsys.readouterr().out


def test_where_nothing_can_be_written_the_payoff_still_ends(home, capsys):
    (home / "pictures").write_text("in the way")
    Page("02_twice", "title").finish()
    assert "02_twice.html cannot be written: " in capsys.readouterr().out


def decoded(text: str, head: int, row: int, column: int, causal: bool) -> float:
    """Read a weight as the page does."""
    data = json.loads(re.search(r'id="data">(.*?)</script>', text, re.DOTALL)[1])
    assert data["causal"] is causal
    place = row * (row + 1) // 2 + column if causal else row * len(data["tokens"]) + column
    code = ord(data["maps"][head][place])
    return (code - (36 if code > 92 else 35)) / 90


@pytest.mark.parametrize("causal", [True, False])
def test_the_viewer_has_every_weight_of_every_head(causal):
    scores = torch.randn(2, 9, 9, generator=torch.Generator().manual_seed(0))
    weights = (scores.masked_fill(torch.ones(9, 9).triu(1).bool(), -torch.inf) if causal else scores).softmax(-1)
    text = viewer_page("title", ["</script>", *"bcdefghi"], dict(zip(("one", "two"), weights, strict=True)))
    assert text.count("</script>") == 2
    for head, row, column in ((0, 0, 0), (1, 8, 3), (0, 8, 8), (1, 5, 5)):
        assert abs(decoded(text, head, row, column, causal) - weights[head, row, column]) <= 0.5 / 90 + 1e-6


def test_eight_heads_and_sixty_four_tokens_fit_into_thirty_kilobytes():
    weights = nn.functional.softmax(torch.randn(64, 64).masked_fill(torch.ones(64, 64).triu(1).bool(), -torch.inf), -1)
    text = viewer_page("title", ["token "] * 64, {f"layer {n // 4}, head {n % 4}": weights for n in range(8)})
    assert len(text.encode()) < 30_000
    assert "http" not in text


@pytest.mark.browser
@pytest.mark.skipif(why_no_browser() is not None, reason=str(why_no_browser()))
def test_pointing_and_arrow_keys_change_what_the_viewer_shows(tmp_path):
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - optional

    weights = torch.eye(5)
    weights[4] = torch.tensor([0.9, 0.0, 0.0, 0.0, 0.1])  # the page begins at the last token
    path = tmp_path / "heads.html"
    path.write_text(viewer_page("title", [*"abcde"], {"one": weights}), encoding="utf-8")
    with sync_playwright() as playwright:
        visit = open_page(playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"]), path)
        said = visit.page.locator("#said")
        seen = [said.inner_text()]
        visit.page.keyboard.press("ArrowLeft")
        seen.append(said.inner_text())
        visit.page.locator("#text .token").nth(1).hover()
        seen += [said.inner_text(), visit.page.locator("#heads .now").inner_text()]
        box = visit.page.locator("canvas").bounding_box()
        visit.page.mouse.move(box["x"] + 5, box["y"] + box["height"] * 0.5)
        seen.append(said.inner_text())
    assert seen == [
        "“e” looks most at – one: “a” (90 %)",
        "“d” looks most at – one: “d” (100 %)",
        *("“b” looks most at – one: “b” (100 %)", "b"),
        "“c” looks most at – one: “c” (100 %)",
    ]
    assert visit.incidents == []


def test_the_command_lists_and_refuses(monkeypatch, capsys):
    from assignments.show import main  # noqa: PLC0415 - it changes the path

    monkeypatch.setattr(sys, "path", [*sys.path])
    assert main([]) == 0
    assert "03_multihead" in capsys.readouterr().out
    assert main(["77"]) == 2
    assert "there is nothing to see for '77'" in capsys.readouterr().err


def test_the_kit_does_not_import_what_payoffs_need() -> None:
    kit = Path(whose.__file__).parent
    names = ("whose", "page", "payoffs", "vector", "figures", "viewer", "guessing")
    pattern = re.compile(rf"^(?:from \.(?:{'|'.join(names)})|from \. import (?:{'|'.join(names)}))", re.MULTILINE)
    assert {path.stem for path in kit.glob("*.py") if pattern.search(path.read_text(encoding="utf-8"))} <= {*names}
