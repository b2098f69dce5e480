"""The documents say what the code does."""

import re
from pathlib import Path

import pytest

from autograder.authoring.tables import DOCUMENTS, run_tables
from autograder.checking.failures import OUTCOMES

ROOT = Path(__file__).parents[1]


def test_the_tables_are_those_of_the_code() -> None:
    assert run_tables(check=True) == []


@pytest.mark.parametrize("name", [*DOCUMENTS, "CHANGELOG.md", "SECURITY.md"])
def test_every_link_leads_somewhere(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", text) if not link.startswith("http")]
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_outcome_is_explained() -> None:
    text = " ".join((ROOT / "GRADING.md").read_text(encoding="utf-8").split())
    assert [outcome for outcome in OUTCOMES if f"*{outcome}*" not in text] == []


def test_no_document_names_a_place_on_somebodys_machine() -> None:
    pattern = re.compile(r"/(home|root|Users|work)/\w")
    assert [name for name in DOCUMENTS if pattern.search((ROOT / name).read_text(encoding="utf-8"))] == []
