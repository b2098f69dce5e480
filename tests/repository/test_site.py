"""The site of the documents: it builds without a warning, and loads nothing from elsewhere."""

import importlib.util
import re
import runpy
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from autograder.cli.app import COMMANDS
from tests.helpers.browser import CHROMIUM, why_no_browser
from tests.helpers.paths import ROOT

NEEDED = ("mkdocs", "material", "l2m4m", "mdx_truly_sane_lists")
MISSING = [name for name in NEEDED if importlib.util.find_spec(name) is None]
pytestmark = [
    pytest.mark.walk,
    pytest.mark.skipif(bool(MISSING), reason=f"the extra `site` is not installed: {', '.join(MISSING)}"),
]
LOADED = re.compile(r"<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)=[\"']?((?:https?:)?//[^\"'> ]+)")


@pytest.fixture(scope="module")
def make_site() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "docs/make_site.py"))


@pytest.fixture(scope="module")
def site(make_site: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("out")
    make_site["collect"](out / make_site["PAGES_IN"])
    assert make_site["build"](out) == 0
    return Path(out / "site")


def test_the_site_builds_with_search_and_loads_nothing_from_elsewhere(site: Path) -> None:
    pages = {page: page.read_text(encoding="utf-8") for page in site.rglob("*.html")}
    assert len(pages) > len(list(ROOT.glob("docs/**/*.md")))
    assert {page.name: LOADED.findall(text) for page, text in pages.items() if LOADED.search(text)} == {}
    assert not [
        sheet for sheet in site.rglob("*.css") if re.search(r"(?:url\(|@import )[\"']?https?:", sheet.read_text())
    ]
    assert {page.name for page, text in pages.items() if ">\n    Index\n" in text} == set()
    assert "<math" in (site / "assignments/02_causal/index.html").read_text(encoding="utf-8")
    commands = (site / "docs/reference/commands.html").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"autograder {name}" not in commands] == []
    assert "slip days" in (site / "search/search_index.js").read_text(encoding="utf-8")


SEARCHES = {  # what people type, and a page that must be among the first three
    "slip days": "reference/policies",
    "late penalty": "reference/hand_ins",
    "appeal": "GRADING",
    "install torch cpu": "how-to/install",
    "docker": "how-to/install",
    "canvas": "how-to/scores",
    "gradescope": "how-to/gradescope",
    "nbgrader": "how-to/nbgrader",
    "tolerance": "reference/points",
    "time zone": "reference/times",
    "correct a score": "how-to/corrections",
    "excuse student": "how-to/corrections",
    "group submissions": "how-to/groups",
    "plagiarism": "how-to/similar",
    "pytest hidden test": "reference/plain_tests",
    "course.toml": "reference/course",
    "result.json": "reference/result_json",
    "exit status": "reference/results",
    "causal mask": "assignments/02_causal",
    "regrade": "reference/commands",
    "deprecation": "reference/versions",
}


@pytest.mark.browser
@pytest.mark.skipif(why_no_browser() is not None, reason=str(why_no_browser()))
def test_search_finds_a_fitting_page(site: Path) -> None:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - optional

    found = {}
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"]).new_page()
        for words in SEARCHES:
            page.goto(f"{(site / 'index.html').as_uri()}?q={quote(words)}")
            results = page.locator(".md-search-result__item > a")
            results.first.wait_for(state="attached")
            found[words] = results.evaluate_all("all => all.slice(0, 4).map(link => link.href)")
    missed = {words: found[words] for words, page in SEARCHES.items() if page not in " ".join(found[words])}
    assert missed == {}


@pytest.mark.parametrize("dead", ["[away](no_such_page.md)", "[away](policies.md#no-such-heading)"])
def test_a_dead_link_fails_the_build(make_site: dict[str, Any], tmp_path: Path, dead: str) -> None:
    make_site["collect"](tmp_path / make_site["PAGES_IN"])
    page = tmp_path / make_site["PAGES_IN"] / "docs/reference/times.md"
    page.write_text(f"{page.read_text(encoding='utf-8')}\n{dead}\n", encoding="utf-8")
    assert make_site["build"](tmp_path) != 0
