"""The documents agree with the code, and their links lead somewhere."""

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from autograder.authoring.tables import DOCUMENTS, run_tables
from autograder.checking.failures import OUTCOMES
from autograder.course import load_course
from autograder.grading.budget import OF_SEARCH, OF_SUBSTITUTES
from autograder.intake import parser_process
from autograder.results.failure import Counts, Failure, SurfacedError
from autograder.results.model import Anomaly, CheckResult, ExerciseResult, GraderVersion, MatrixJson, Result
from tests.helpers.paths import ROOT


def test_the_tables_are_those_of_the_code() -> None:
    assert run_tables(load_course(), check=True) == []


HISTORY = "CHANGELOG.md"
AT_TOP = (HISTORY, "CONTRIBUTING.md", "GRADING.md", "SECURITY.md", "tests/README.md")
PAGES = sorted({*DOCUMENTS, *AT_TOP, *(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/**/*.md"))})


@pytest.mark.parametrize("name", PAGES)
def test_every_link_leads_somewhere(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)[^)]*\)", text) if not link.startswith("http")]
    assert [link for link in links if not (ROOT / name).parent.joinpath(link).exists()] == []


@pytest.mark.parametrize("name", PAGES)
def test_every_link_to_a_heading_finds_it(name: str) -> None:
    page = ROOT / name
    links = re.findall(r"\]\(([\w./-]*)#([\w-]+)\)", page.read_text(encoding="utf-8"))
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


@pytest.mark.parametrize("name", [page for page in PAGES if page != HISTORY])
def test_every_test_that_a_document_names_exists(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    paths = set(re.findall(r"\btests/[\w/]+(?:\.\w+)?", text)) | {
        f"{module.replace('.', '/')}.py" for module in re.findall(r"-m (tests(?:\.\w+)+)", text)
    }
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_every_outcome_is_explained() -> None:
    text = " ".join((ROOT / "GRADING.md").read_text(encoding="utf-8").split())
    assert [outcome for outcome in OUTCOMES if f"*{outcome}*" not in text] == []


def test_the_index_lists_every_page_once() -> None:
    index = ROOT / "docs/README.md"
    links = re.findall(r"\]\(([^)#]+)", index.read_text(encoding="utf-8").split("## Tutorials")[1])
    listed = sorted((index.parent / link).resolve().relative_to(ROOT).as_posix() for link in links)
    pages = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/**/*.md") if path != index}
    assert listed == sorted(pages | {"GRADING.md", "SECURITY.md"})


def test_students_can_read_how_submissions_are_graded_in_one_go() -> None:
    assert len((ROOT / "GRADING.md").read_text(encoding="utf-8").split()) <= 1400


def test_every_key_of_the_results_of_the_sample_class_is_explained() -> None:
    page = (ROOT / "docs/reference/result_json.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"`(\w+)`", page))
    found = {
        key for path in ROOT.glob("examples/expected/*/*/result.json") for key in keys(json.loads(path.read_text()))
    }
    assert len(found) > 50
    assert found - explained == set()


def keys(data: Any) -> Iterator[str]:
    """The keys in the content of a JSON file; those of a counterexample are names of arguments."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from () if key == "counterexample" else keys(value)
    elif isinstance(data, list):
        for item in data:
            yield from keys(item)


@pytest.mark.parametrize(
    "model", [Result, GraderVersion, ExerciseResult, CheckResult, Failure, Counts, SurfacedError, MatrixJson, Anomaly]
)
def test_every_attribute_of_a_result_is_explained(model: type) -> None:
    page = (ROOT / "docs/reference/result_json.md").read_text(encoding="utf-8")
    names = set(model.__annotations__) - {"repair_seconds", "matches", "trials"}  # not in the file
    assert [name for name in sorted(names) if f"`{name}`" not in page] == []


def test_no_document_names_a_place_on_somebodys_machine() -> None:
    pattern = re.compile(r"/(home|root|Users|work)/\w")
    assert [name for name in PAGES if pattern.search((ROOT / name).read_text(encoding="utf-8"))] == []


def test_the_limits_of_reading_and_of_a_part_are_those_of_the_code() -> None:
    reading = " ".join((ROOT / "docs/reference/downloads.md").read_text(encoding="utf-8").split())
    student, fair, whole = parser_process.STUDENT_SECONDS, parser_process.FAIR_SECONDS, parser_process.CLASS_SECONDS
    assert f"{student:g} s for all files of a student, of which everybody has {fair:g} s in any case" in reading
    assert f"taken from {whole:g} s for the whole class" in reading
    assert f"{parser_process.MEMORY >> 20} MB of memory" in reading
    grading = " ".join((ROOT / "docs/reference/course.md").read_text(encoding="utf-8").split())
    assert f"{Fraction(OF_SUBSTITUTES)} of both again for attempts with right callees" in grading
    assert f"{Fraction(OF_SEARCH)} of `seconds_per_submission` for the search" in grading
