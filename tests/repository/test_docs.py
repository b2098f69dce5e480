"""The documents agree with the code, and their links lead somewhere."""

import re
from pathlib import Path

import pytest

from autograder.authoring.tables import DOCUMENTS, run_tables
from autograder.checking.failures import OUTCOMES
from autograder.course import load_course
from tests.helpers.paths import ROOT


def test_the_tables_are_those_of_the_code() -> None:
    assert run_tables(load_course(), check=True) == []


PAGES = [*DOCUMENTS, "CHANGELOG.md", "SECURITY.md", "tests/README.md", "docs/clusters.md", "docs/policies.md"]


@pytest.mark.parametrize("name", PAGES)
def test_every_link_leads_somewhere(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)[^)]*\)", text) if not link.startswith("http")]
    assert [link for link in links if not (ROOT / name).parent.joinpath(link).exists()] == []


@pytest.mark.parametrize("name", PAGES)
def test_every_link_to_a_heading_finds_it(name: str) -> None:
    page = ROOT / name
    links = re.findall(r"\]\(([\w./]*)#([\w-]+)\)", page.read_text(encoding="utf-8"))
    missing = [
        (other, anchor) for other, anchor in links if anchor not in anchors(page.parent / other if other else page)
    ]
    assert missing == []


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub gives to the headings of a document."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize(("name", "folder"), [("CONTRIBUTING.md", "."), ("tests/README.md", "tests")])
def test_the_files_in_its_tables_exist(name: str, folder: str) -> None:
    rows = [line for line in (ROOT / name).read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    paths = [path for path in re.findall(r"`([\w/.*]+)`", "\n".join(rows)) if "." in path or "/" in path]
    assert len(paths) > 5
    assert [path for path in paths if not list((ROOT / folder).glob(path))] == []


@pytest.mark.parametrize("name", sorted({*PAGES, *DOCUMENTS} - {"CHANGELOG.md"}))
def test_every_test_that_a_document_names_exists(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    paths = set(re.findall(r"\btests/[\w/]+(?:\.\w+)?", text)) | {
        f"{module.replace('.', '/')}.py" for module in re.findall(r"-m (tests(?:\.\w+)+)", text)
    }
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_every_outcome_is_explained() -> None:
    text = " ".join((ROOT / "GRADING.md").read_text(encoding="utf-8").split())
    assert [outcome for outcome in OUTCOMES if f"*{outcome}*" not in text] == []


def test_no_document_names_a_place_on_somebodys_machine() -> None:
    pattern = re.compile(r"/(home|root|Users|work)/\w")
    assert [name for name in DOCUMENTS if pattern.search((ROOT / name).read_text(encoding="utf-8"))] == []
