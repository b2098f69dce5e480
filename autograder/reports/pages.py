"""HTML pages from templates that escape everything a student wrote, with coloured matrices."""

import base64
import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from autograder.reports.feedback_text import (
    example_text,
    hand_in_status,
    pending_sentence,
    points_text,
    policy_sentence,
    with_code,
)
from autograder.reports.leading_check import around_lines, failed_exercise
from autograder.results.model import SINGLE_REASON_OUTCOMES, Json
from autograder.results.rubric import rubric_line
from autograder.wording import counted

TEMPLATES = Path(__file__).with_name("templates")
OPEN_OUTCOMES = ("not submitted", "not attempted", "not run")
SHORT_SNIPPET = 400  # characters: some twelve lines, which need not be folded
SHORT_LIST = 2  # more checks that failed: so few are open at once
COLOUR_STEPS = 3  # on each side of zero
CAPTIONS = {"got": "Yours", "expected": "Expected"}
DIFFERENCE_CAPTION = "Where it differs"
SIGNS = {"differs": "✗", "agrees": "·"}


def feedback_html(result: Json, title: str) -> str:
    """Return feedback.html of one student and assignment; *title* is that of the assignment."""
    return TEMPLATE_ENVIRONMENT.get_template("feedback.html.jinja").render(result=result, title=title)


def class_html(**content: Any) -> str:
    """Return class.html.

    Args:
        content: that of `class_page_content`, and `moves`, the score changes of a regrade.
    """
    return TEMPLATE_ENVIRONMENT.get_template("class.html.jinja").render(**content)


def student_page_html(content: Mapping[str, Any], pages: Sequence[Json], place: int) -> str:
    """Return one of the pages with the students of a large class (`class_page.student_pages`).

    Args:
        content: that of the class page.
        pages: all of these pages.
        place: the index of the page.
    """
    before = pages[place - 1] if place else None
    after = pages[place + 1] if place + 1 < len(pages) else None
    words = {name: content[name] for name in ("course", "assignments", "due")}
    template = TEMPLATE_ENVIRONMENT.get_template("students.html.jinja")
    return template.render(**words, page=pages[place], before=before, after=after)


def review_html(content: Json, feedback: str) -> str:
    """Return the instructor's page of one hand-in; *feedback* is the path from it to the student's page."""
    return TEMPLATE_ENVIRONMENT.get_template("review.html.jinja").render(**content, feedback=feedback)


def review_index_html(**content: Any) -> str:
    """Return a page of the list of hand-ins (`review_index`)."""
    return TEMPLATE_ENVIRONMENT.get_template("review_index.html.jinja").render(**content)


def code_html(text: str) -> Markup:
    """Return a sentence with what stands between backticks as code; everything is escaped."""
    code, plain = Markup("<code>{}</code>"), Markup("{}")
    return Markup().join((code if is_code else plain).format(part) for part, is_code in with_code(text))


def outcome_kind(outcome: str) -> str:
    """Return the style class of an outcome: `right`, `open` or `wrong`."""
    if outcome == "right":
        return "right"
    return "open" if outcome in OPEN_OUTCOMES else "wrong"


def outcome_sign(outcome: str) -> str:
    """Return the sign of an outcome, so that colour is never the only mark."""
    return {"right": "✓", "open": "○", "wrong": "✗"}[outcome_kind(outcome)]


def heatmaps(evidence: Json) -> list[Json]:
    """Return the matrices to draw.

    These are yours and expected; or, if no expected number may be shown, yours and where it differs. If it differs
    everywhere, that would say nothing; nor does a table of one number, which the message names.
    """
    if len(evidence["got"]) == len(evidence["got"][0]) == 1:
        return []
    if "expected" not in evidence and all(wrong for row in evidence["wrong"] for wrong in row):
        return []
    names = [name for name in CAPTIONS if name in evidence]
    # one scale for both, so that equal colours are equal numbers
    largest = _largest([evidence[name] for name in names])
    maps = []
    for name in names:
        rows = [[_cell(value, largest) for value in row] for row in evidence[name]]
        maps.append({"caption": CAPTIONS[name], "rows": _with_marks(rows, evidence["wrong"])})
    if "expected" not in evidence:
        rows = [[_difference_cell(wrong) for wrong in row] for row in evidence["wrong"]]
        maps.append({"caption": DIFFERENCE_CAPTION, "rows": rows})
    return maps


def matrix_index(evidence: Json) -> str:
    """Return the index of the matrix in a larger result, such as `[0, 1]`; empty where it is the whole result."""
    return str(evidence["place"]) if evidence.get("place") else ""


def _largest(matrices: list[list[list[Any]]]) -> float:
    numbers = [abs(value) for matrix in matrices for row in matrix for value in row if not isinstance(value, str)]
    return float(max(numbers, default=0)) or 1.0


def _cell(value: Any, largest: float) -> Json:
    if isinstance(value, str):
        return {"text": value, "colour": "odd", "wrong": False}
    text = str(value) if isinstance(value, bool) else f"{value:g}".replace("-", "\N{MINUS SIGN}")
    share = float(value) / largest
    strength = min(COLOUR_STEPS, int(abs(share) * COLOUR_STEPS + 0.5))
    colour = "zero" if strength == 0 else f"{'up' if share > 0 else 'down'}{strength}"
    return {"text": text, "colour": colour, "wrong": False}


def _with_marks(rows: list[list[Json]], wrong: list[list[bool]]) -> list[list[Json]]:
    return [[cell | {"wrong": bad} for cell, bad in zip(*pair, strict=True)] for pair in zip(rows, wrong, strict=True)]


def _difference_cell(wrong: bool) -> Json:
    text, colour = ("differs", "odd") if wrong else ("agrees", "zero")
    return {"text": text, "sign": SIGNS[text], "colour": colour, "wrong": wrong}


def _make_environment() -> jinja2.Environment:
    """Return an environment with autoescape, in which an undefined name is an error."""
    loader = jinja2.FileSystemLoader(TEMPLATES)
    environment = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True)
    environment.globals |= {
        "outcome_kind": outcome_kind,
        "outcome_sign": outcome_sign,
        "single_reason_outcomes": SINGLE_REASON_OUTCOMES,
        "failed_exercise": failed_exercise,
        "around_lines": around_lines,
        "code_html": code_html,
        "example_text": example_text,
        "short_snippet": SHORT_SNIPPET,
        "short_list": SHORT_LIST,
        "counted": counted,
        "points": points_text,
        "hand_in_status": hand_in_status,
        "pending_sentence": pending_sentence,
        "policy_sentence": policy_sentence,
        "rubric_line": rubric_line,
        "heatmaps": heatmaps,
        "matrix_index": matrix_index,
        "style": _verbatim("style.css"),
        "review_style": _verbatim("review.css"),
        "script": _verbatim("class.js"),
        "review_script": _verbatim("review.js"),
        "review_script_hash": _script_hash("review.js"),
    }
    return environment


def _verbatim(name: str) -> Markup:
    """Return a file of the package that goes into pages unescaped."""
    return Markup((TEMPLATES / name).read_text(encoding="utf-8"))  # noqa: S704 - no student wrote it


def _script_hash(name: str) -> str:
    """Return the hash by which a page allows a script of the package, and no other."""
    digest = hashlib.sha256((TEMPLATES / name).read_bytes()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


TEMPLATE_ENVIRONMENT = _make_environment()
