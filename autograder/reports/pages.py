"""The pages, from templates that escape everything a student wrote."""

from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from autograder.reports.heatmap import maps, position
from autograder.reports.markdown import points
from autograder.results.model import TOLD_ONCE, Json

TEMPLATES = Path(__file__).with_name("templates")


def environment() -> jinja2.Environment:
    """Templates with autoescape and no undefined names."""
    loader = jinja2.FileSystemLoader(TEMPLATES)
    made = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True)
    made.globals |= {
        "kind": kind,
        "mark": mark,
        "whole": TOLD_ONCE,
        "contents": contents,
        "points": points,
        "maps": maps,
        "position": position,
        "style": plain("style.css"),
        "script": plain("class.js"),
    }
    return made


def plain(name: str) -> Markup:
    """A file of ours that stands in a page as it is."""
    return Markup((TEMPLATES / name).read_text(encoding="utf-8"))  # noqa: S704 - our own text


def kind(outcome: str) -> str:
    """The colour of an outcome."""
    return (
        "right"
        if outcome == "right"
        else "open"
        if outcome in ("not submitted", "not attempted", "not run")
        else "wrong"
    )


def mark(outcome: str) -> str:
    """The sign of an outcome, so that colour is never the only one."""
    return {"right": "✓", "open": "○", "wrong": "✗"}[kind(outcome)]


def contents(check: Json) -> str:
    """What there is to unfold below a failed check."""
    if not check["snippet"]:
        return "What came back"
    return "What came back, and code that repeats the call" if check["evidence"] else "Code that repeats the call"


ENVIRONMENT = environment()


def feedback_html(result: Json, title: str) -> str:
    """feedback.html of one student and assignment."""
    return ENVIRONMENT.get_template("feedback.html.jinja").render(result=result, title=title)


def class_html(**content: Any) -> str:
    """class.html from the summary of a class."""
    return ENVIRONMENT.get_template("class.html.jinja").render(**content)
