"""However a submission arrives, it gets the same score: folder, zip, notebook, nbgrader, Gradescope."""

import csv
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.audit.programs import read_programs
from autograder.course import Course
from autograder.intake.read import bundle_from_folder, read_bundles
from tests.helpers.archives import folder, zipped
from tests.helpers.extras import needs
from tests.helpers.gradescope_platform import unpacked
from tests.helpers.grading import autograder
from tests.helpers.nbgrader_course import hand_in, nbgrader, write
from tests.helpers.paths import ROOT

pytestmark = [needs("nbgrader"), pytest.mark.notebook, pytest.mark.full]

PARTS = ("00_warmup", "02_causal")
EVERY = 36  # one program in so many
Scores = dict[tuple[str, str], float]
Class = dict[tuple[str, str], dict[str, bytes]]  # the files of each student and part


def sample_class() -> Iterator[tuple[tuple[str, str], dict[str, bytes]]]:
    for part in PARTS:
        for place in sorted((ROOT / "examples/class").glob(f"*/{part}")):
            yield (place.parent.name, part), {path.name: path.read_bytes() for path in sorted(place.glob("*.py"))}


def programs(course: Course) -> Iterator[tuple[tuple[str, str], dict[str, bytes]]]:
    for program in read_programs(course, [course.assignment(part) for part in PARTS])[::EVERY]:
        student = f"{program.kind}-{program.key}".replace("_", "-").replace(" ", "-")
        yield (student, program.exercise.assignment), {program.exercise.file: program.source}


@pytest.fixture(scope="module")
def submissions(course: Course) -> Class:
    found = dict([*sample_class(), *programs(course)])
    assert len(found) >= 30
    return {key: files for key, files in found.items() if files}


@pytest.fixture(scope="module")
def by_folder(submissions: Class, tmp_path_factory: pytest.TempPathFactory) -> Scores:
    place = tmp_path_factory.mktemp("folder")
    files = {f"{'/'.join(key)}/{name}": data for key, own in submissions.items() for name, data in own.items()}
    return graded(submissions, folder(place / "class", files), place / "out")


def graded(submissions: Class, path: Path, out: Path, *arguments: str) -> Scores:
    done = autograder("grade", *arguments, path, "--out", out, "--jobs", 2)
    assert (done.returncode, done.stderr) == (0, "")
    with (out / "grades.csv").open(encoding="utf-8", newline="") as file:
        scores = {(row["student"], row["assignment"]): float(row["score"]) for row in csv.DictReader(file)}
    return {key: score for key, score in scores.items() if key in submissions}


def test_the_scores_are_of_all_kinds(by_folder: Scores, submissions: Class) -> None:
    assert by_folder.keys() == submissions.keys()
    assert len(set(by_folder.values())) >= 8


def test_by_zip(by_folder: Scores, submissions: Class, tmp_path: Path) -> None:
    students: dict[str, dict[str, bytes]] = {}
    for (student, part), own in submissions.items():
        students.setdefault(student, {}).update({f"{part}/{name}": data for name, data in own.items()})
    archives = {f"{student}.zip": zipped(files) for student, files in students.items()}
    path = folder(tmp_path, {"class.zip": zipped(archives)}) / "class.zip"
    assert graded(submissions, path, tmp_path / "out") == by_folder


@pytest.fixture(scope="module")
def nbgrader_course(submissions: Class, course: Course, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("nbgrader") / "course"
    assert autograder("nbgrader", "build", place).returncode == 0
    for part in PARTS:
        assert nbgrader(place, "generate_assignment", part).returncode == 0
    for (student, part), own in submissions.items():
        assignment = course.assignment(part)
        exercises = {file: [item.name for item in assignment.of_file(file)] for file in assignment.files}
        pile = bundle_from_folder(student, folder(place.parent / "files" / student / part, own))
        (read,) = read_bundles({student: pile}, course, (assignment,)).submissions
        hand_in(place, student, part, write(exercises, read.sources))  # sources: with names and encodings mended
    return place


def test_by_nbgrader_through_the_wall(
    by_folder: Scores, submissions: Class, nbgrader_course: Path, tmp_path: Path
) -> None:
    assert graded(submissions, nbgrader_course, tmp_path / "out", "--nbgrader") == by_folder


def test_by_notebook(by_folder: Scores, submissions: Class, nbgrader_course: Path, tmp_path: Path) -> None:
    """The same notebooks, as they lie about in a folder."""
    found = (nbgrader_course / "submitted").glob("*/*/*.ipynb")
    files = {f"{path.parents[1].name}/handed in/{path.name}": path.read_bytes() for path in found}
    assert graded(submissions, folder(tmp_path / "class", files), tmp_path / "out") == by_folder


IN_THE_ZIP = """
import sys
from pathlib import Path

from autograder.platforms.gradescope.job import GradescopeJob
from autograder.platforms.gradescope.platform import PlatformFolders, fit_limits
from autograder.platforms.gradescope.report import ResultsFile
from autograder.platforms.gradescope.platform import read_settings

root = Path(sys.argv[1])
settings = read_settings(root / "source")
with GradescopeJob(settings, None, fit_limits) as job:
    for place in sorted(root.glob("of-*")):
        platform = PlatformFolders(place)
        job.grade(platform, ResultsFile(platform.results, settings.visibility))
"""


def test_by_gradescope(by_folder: Scores, submissions: Class, tmp_path: Path) -> None:
    """What the zip holds grades them all, one platform folder each; test_gradescope.py runs its script."""
    got: Scores = {}
    for part in PARTS:
        root = tmp_path / part
        archive = tmp_path / f"{part}.zip"
        assert autograder("gradescope", archive, "--assignment", part).returncode == 0
        place = unpacked(archive.read_bytes(), root)
        mine = {student: own for (student, other), own in submissions.items() if other == part}
        for student, own in mine.items():
            folder(root / f"of-{student}" / "submission", own)
        command = [sys.executable, "-c", IN_THE_ZIP, str(root)]
        done = subprocess.run(command, cwd=place.root / "source", capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        for student in mine:
            results = json.loads((root / f"of-{student}" / "results" / "results.json").read_text())
            assert results["extra_data"]["complete"]
            got[student, part] = results["score"]
    assert got == by_folder
