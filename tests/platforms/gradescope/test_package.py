"""The zip for Gradescope, run as the platform runs it: in its layout, in a root where nothing else is."""

import json
import os
import shutil
import stat
import zipfile
from pathlib import Path
from typing import Any

import pytest

from autograder.__main__ import main
from autograder.course import Course, load_course
from autograder.platforms.gradescope.metadata import EarlierSubmission, read_metadata
from autograder.platforms.gradescope.platform import PlatformFolders, fit_limits
from autograder.platforms.gradescope.report import ResultsFile
from tests.helpers.gradescope_platform import METADATA, Place, run, unpacked
from tests.helpers.grading import autograder, complaints, solution, stub
from tests.helpers.paths import ROOT
from tests.helpers.points import worth, worth_of_file

PART = "02_causal"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("zip") / "02.zip"
    done = autograder("gradescope", path, "--assignment", "02")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(f"02.zip: grades 02_causal; make the assignment worth {worth('02'):g} points\n")
    return path.read_bytes()


@pytest.fixture
def place(made: bytes, tmp_path: Path) -> Place:
    return unpacked(made, tmp_path / "autograder")


def handed_in(name: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (ROOT / "examples/class" / name / PART).iterdir()}


@pytest.mark.process
def test_the_zip_is_what_the_platform_expects(made: bytes, place: Place, course: Course) -> None:
    for script in ("setup.sh", "run_autograder"):
        path = place.root / "source" / script
        assert path.read_bytes().startswith(b"#!/usr/bin/env bash\n")
        assert b"\r" not in path.read_bytes()
        assert path.stat().st_mode & stat.S_IXUSR
    lines = (place.root / "source/requirements.txt").read_text().splitlines()
    assert all(line.count("==") == 1 for line in lines)
    assert {"torch", "numpy", "pytest", "hypothesis", "nbformat", "ipython"} <= {line.split("==")[0] for line in lines}
    others = {part.id for part in course} - {PART}
    solutions = place.root / "source/solutions"  # the checks of all parts travel, the solutions of one
    assert not [path for name in others for path in (solutions / name).glob("*.py")]


@pytest.mark.process
def test_setup_installs_by_name_and_names_no_host(place: Place) -> None:
    text = (place.root / "source/setup.sh").read_text()
    assert "pip install --no-cache-dir --requirement requirements.txt" in text
    assert "://" not in text
    assert "$$" not in text


def test_an_index_and_other_wishes_travel_in_the_zip(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--index", "https://example.org/cpu", "--visibility", "after_published", "--minutes", "20"]
    assert main(["gradescope", str(tmp_path / "all.zip"), *options]) == 0
    points = sum(part.points for part in load_course())
    assert f"make the assignment worth {points:g} points" in capsys.readouterr().out
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        assert archive.read("requirements.txt").startswith(b"--extra-index-url https://example.org/cpu\n")
        settings = json.loads(archive.read("settings.json"))
    assert (settings["visibility"], settings["minutes"], len(settings["assignments"])) == (
        "after_published",
        20,
        len(load_course().assignments),
    )


BAD = {
    "no zip": (["out"], "name a file that ends in .zip"),
    "there already": (["there.zip"], "exists already; move it away"),
    "no such assignment": (["new.zip", "--assignment", "17"], "no assignment is called '17'"),
    "no folder": (["no/where.zip"], "cannot be written"),
    "no time": (["new.zip", "--minutes", "0"], "0.0 is not in the range x>=1"),
    "no address": (["new.zip", "--index", "cpu"], "name the address of a package index"),
}


@pytest.mark.parametrize(("arguments", "sentence"), BAD.values(), ids=BAD)
def test_bad_arguments_get_one_sentence(
    arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setenv("AUTOGRADER_COURSE", str(ROOT))
    monkeypatch.chdir(tmp_path)
    Path("there.zip").write_text("mine")
    assert main(["gradescope", *arguments]) == 2
    said = complaints(capsys.readouterr().err)
    assert sentence in said
    assert len(said.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["there.zip"]


@pytest.mark.full
@pytest.mark.walk
@pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap makes the root that the platform is played in")
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can play the platform: workers become an ordinary user")
def test_in_a_root_of_its_own_at_the_weak_level_within_the_platforms_memory(place: Place, tmp_path: Path) -> None:
    """What the platform does, with the answers of the local run."""
    place.put(handed_in("chen"))
    done = run(place, "--isolation", "seccomp", own_root=True)
    assert (done.status, done.printed.splitlines()[0]) == (0, "isolation: seccomp")
    assert "can read" not in done.printed
    assert done.megabytes < 768
    local = autograder("grade", ROOT / "examples/class", "--out", tmp_path / "out", "--assignment", "02", "--jobs", 2)
    assert local.returncode == 0
    expected = json.loads((tmp_path / "out/chen" / PART / "result.json").read_text())
    got = place.results()
    assert got["score"] == expected["score"]
    assert got["extra_data"]["exercises"] == {item["name"]: item["score"] for item in expected["exercises"]}
    assert got["extra_data"]["grader"] == expected["grader"]
    checks = [check for exercise in expected["exercises"] for check in exercise["checks"]]
    assert [(t["score"], t["max_score"]) for t in got["tests"]] == [(c["score"], c["max_score"]) for c in checks]


@pytest.mark.walk
def test_results_are_there_early_and_are_completed(place: Place) -> None:
    place.put({"causal.py": solution(PART, "causal.py"), "derivations.py": stub(PART, "derivations.py")})
    done = run(place, own_root=False)
    first, *_, last = done.written
    assert first["score"] == 0
    assert first["output"].startswith("Grading has begun.")
    assert not first["extra_data"]["complete"]
    pending = [w for w in done.written if any(t["name"] == f"{PART}/derivations.py" for t in w["tests"])]
    assert pending
    assert all(sum(t["max_score"] for t in w["tests"]) == pytest.approx(worth("02")) for w in pending)
    assert (last["score"], last["extra_data"]["complete"]) == (worth_of_file("02", "causal.py"), True)
    assert all(test["visibility"] == "visible" for test in last["tests"])
    assert last["output_format"] == last["test_output_format"] == "md"


@pytest.mark.walk
def test_a_submission_that_hangs_is_told_so_before_the_platform_stops_it(place: Place) -> None:
    settings = json.loads((place.root / "source/settings.json").read_text())
    (place.root / "source/settings.json").write_text(json.dumps(settings | {"minutes": 0.7}))
    names = ("causal_mask", "additive_causal_mask", "mask_and_renormalize", "masked_softmax")
    hanging = "\n".join(f"def {name}(*_, **__):\n    while True: pass\n" for name in names)
    place.put({"causal.py": hanging.encode(), "derivations.py": solution(PART, "derivations.py")})
    done = run(place, own_root=False)
    assert done.status == 0
    assert place.results()["output"].startswith("**The time that the platform gives was used up.**")
    assert place.results()["score"] == 0


@pytest.mark.walk
def test_what_breaks_the_run_is_told_to_the_instructor_and_not_blamed_on_the_student(place: Place) -> None:
    (place.root / "source/solutions" / PART / "causal.py").unlink()
    place.put(handed_in("chen"))
    done = run(place, own_root=False)
    assert done.status == 1
    assert f"solutions/{PART}/causal.py is missing" in done.printed
    assert "It is not your fault" in place.results()["output"]


def metadata(tmp_path: Path, **changes: object) -> Any:
    path = tmp_path / "submission_metadata.json"
    path.write_text(json.dumps({**METADATA, **changes}))
    return read_metadata(path)


def test_metadata_are_read_and_an_extension_counts(tmp_path: Path) -> None:
    late = {"created_at": "2026-03-04T10:00:00.000000-08:00"}
    assert not metadata(tmp_path).late
    assert metadata(tmp_path, **late).late
    extended = [{"id": 1, "assignment": {"due_date": "2026-03-05T00:00:00.000000-08:00"}}]
    assert not metadata(tmp_path, **late, users=extended).late
    assert metadata(tmp_path).users == ("1234",)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"users": 3, "previous_submissions": [1], "created_at": []}'])
def test_odd_metadata_stop_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "odd.json").write_text(text)
    assert read_metadata(tmp_path / "odd.json").earlier == ()
    assert read_metadata(tmp_path / "missing.json").users == ()


def test_earlier_submissions_are_compared(tmp_path: Path) -> None:
    extra = {"exercises": {"row_sums": 0.4}, "sha256": ["1"]}
    rows = [
        {"score": "1.5", "results": {"extra_data": {}}},
        {"score": None, "autograder_error": True, "results": {}},
        {"score": 0.4, "results": {"extra_data": extra}},
    ]
    before = metadata(tmp_path, previous_submissions=rows)
    assert before.earlier == (EarlierSubmission(1.5), EarlierSubmission(0.4, {"row_sums": 0.4}, ("1",)))
    result = {"assignment": "00_warmup", "score": 2, "max_score": 2, "isolation": "landlock", "grader": {}}
    result["submission"] = {"notes": [], "sha256": "2"}
    result["exercises"] = [{"name": "row_sums", "score": 2, "max_score": 2, "outcome": "right", "checks": []}]
    report = ResultsFile(tmp_path / "results.json", "hidden", before, [result])
    lines = report.content()["output"].splitlines()
    assert lines[:3] == ["Submission 3; the best before it had 1.5 points.", "", "- `row_sums`: 0.4 → 2 points"]
    result["submission"]["sha256"] = "1"
    assert "The files are those of the submission before." in report.content()["output"]


def test_a_worker_gets_no_more_memory_than_the_container_has(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    module = "autograder.platforms.gradescope.platform.container_memory"
    for container, worker in ((None, 256), (768, 256), (512, 128), (6144, course.limits.memory_mb)):
        monkeypatch.setattr(module, lambda size=container: size)
        assert fit_limits(course.limits).memory_mb == worker
    assert PlatformFolders().results == Path("/autograder/results/results.json")
