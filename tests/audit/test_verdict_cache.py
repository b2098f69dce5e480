"""Kept verdicts: what they depend on, and what happens to those that cannot be trusted."""

import dataclasses
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.audit import run
from autograder.audit.judge import GradedProgram
from autograder.audit.programs import Program
from autograder.audit.run import ProgramRunner
from autograder.audit.verdict_cache import VerdictCache
from autograder.checking.registry import checks_of
from autograder.course import Course, Exercise
from autograder.diagnosis.mistakes import load_mistakes
from autograder.execution.source_hashes import program_files
from autograder.results.failure import Failure, SurfacedError
from autograder.results.files import CACHE_HOME
from autograder.results.model import CheckResult, ExerciseResult
from autograder.sandbox.host.isolation import Level
from autograder.sandbox.host.student_text import StudentText
from autograder.sandbox.host.target import LoadFailure
from tests.helpers.paths import ROOT

NAME = "sum-over-wrong-axis"


@pytest.fixture
def exercise(course: Course) -> Exercise:
    return course.exercise("00_warmup", "row_sums")


@pytest.fixture(autouse=True)
def cache_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(CACHE_HOME, str(tmp_path))
    return tmp_path / "autograder/verdicts"


def program(exercise: Exercise, name: str = "columns", source: bytes = b"def row_sums(x): ...") -> Program:
    return Program("wrong", name, exercise, "the sum of each column", "", source, "axis", "core")


def graded(program: Program, outcome: str = "wrong values", points: float = 0.0, **words: str) -> GradedProgram:
    own = {check.info.id: check.info.points for check in checks_of("00_warmup")["row_sums"]}
    points = points or own["row_sums.values"]
    score = points if outcome == "right" else 0.0
    named = load_mistakes()[NAME].at("row_sums").to_json() | words | {"line": 3}
    failure = Failure(call="row_sums(<2 × 3>)", sentence=(" is ", "1", ""), exception=SurfacedError("E", line=3))
    message = StudentText("got 1")
    check = CheckResult(
        "row_sums.values", "sums", "core", score, points, outcome, message, diagnosis=(named,), failure=failure
    )
    result = ExerciseResult("row_sums", "warmup.py", 2, outcome, (check,), traits=("all are 1",))
    return GradedProgram(program, (result,), listed=False, load_failure=LoadFailure("NameError", line=3))


def test_a_verdict_comes_back_as_it_was(exercise: Exercise) -> None:
    kept = graded(program(exercise))
    VerdictCache(Level.BWRAP).store(kept)
    assert VerdictCache(Level.BWRAP).load(kept.program) == kept


def test_a_kept_verdict_is_told_in_the_words_and_at_the_prices_of_today(exercise: Exercise) -> None:
    own = program(exercise)
    VerdictCache(Level.BWRAP).store(graded(own, points=9, text="as it was called last year", why="that is how it was"))
    assert VerdictCache(Level.BWRAP).load(own) == graded(own)


def test_another_source_level_or_exercise_has_no_verdict(exercise: Exercise) -> None:
    cache, own = VerdictCache(Level.BWRAP), program(exercise)
    cache.store(graded(own))
    assert VerdictCache(Level.LANDLOCK).load(own) is None
    assert cache.load(dataclasses.replace(own, source=own.source + b"\n")) is None
    assert cache.load(dataclasses.replace(own, exercise=dataclasses.replace(exercise, name="other"))) is None


def test_what_is_said_of_a_program_is_no_part_of_its_verdict(exercise: Exercise) -> None:
    own = program(exercise)
    VerdictCache(Level.BWRAP).store(graded(own))
    renamed = dataclasses.replace(own, cell_name="rows", text="other words", family="values")
    assert VerdictCache(Level.BWRAP).load(renamed) == dataclasses.replace(graded(own), program=renamed)


def test_a_verdict_with_a_problem_is_not_kept(exercise: Exercise) -> None:
    survivor = graded(program(exercise), "right")
    assert survivor.problem
    cache = VerdictCache(Level.BWRAP)
    cache.store(survivor)
    assert cache.load(survivor.program) is None


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-3], lambda data: b"", lambda data: data[:40] + b"x" + data[41:]]
)
def test_a_damaged_verdict_is_judged_again_and_that_is_said(
    damage: Callable[[bytes], bytes], exercise: Exercise, cache_home: Path
) -> None:
    cache, own = VerdictCache(Level.BWRAP), program(exercise)
    cache.store(graded(own))
    (path,) = cache_home.iterdir()
    path.write_bytes(damage(path.read_bytes()))
    assert cache.load(own) is None
    assert cache.problem == "1 kept verdicts are damaged, and these programs are judged again"


def test_a_cache_that_cannot_be_written_keeps_nothing_and_says_so(exercise: Exercise, cache_home: Path) -> None:
    cache_home.parent.write_text("in the way")
    cache, own = VerdictCache(Level.BWRAP), program(exercise)
    cache.store(graded(own))
    assert cache.load(own) is None
    assert cache.problem == "the user's cache cannot be written, so every program is judged in every run"


def test_only_programs_without_a_verdict_are_judged_and_all_come_in_order(
    exercise: Exercise, course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[str] = []

    def judge(_: object, __: object, item: Program) -> GradedProgram:
        judged.append(item.cell_name)
        return graded(item)

    monkeypatch.setattr(run, "judge_program", judge)
    runner = ProgramRunner(Level.BWRAP, sandbox=object(), cache=VerdictCache(Level.BWRAP))  # type: ignore[arg-type]
    first = [program(exercise, name, name.encode()) for name in ("a", "b")]
    every = [program(exercise, name, name.encode()) for name in ("c", "a", "d", "b")]
    assert [item.program for item in runner.grade(course, {}, first)] == first
    assert [item.program for item in runner.grade(course, {}, every)] == every
    assert judged == ["a", "b", "c", "d"]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    for name in ("autograder", "solutions"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "course.toml", folder)
    return folder


CHANGES = {
    "solutions/02_causal/checks/test_02_causal_masks.py": True,
    "solutions/02_causal/causal.py": True,
    "solutions/02_causal/mistakes.toml": False,
    "solutions/shared/mistakes.toml": False,
    "solutions/shared/reference/attention.py": True,
    "solutions/shared/fingerprints/02_causal.json": True,
    "autograder/checking/assertions.py": True,
    "autograder/sandbox/guest/seccomp.py": True,
    "solutions/03_multihead/checks/test_03_derivations.py": False,
    "solutions/03_multihead/mistakes.toml": False,
    "solutions/shared/fingerprints/03_multihead.json": False,
    "solutions/02_causal/programs/causal_mask.py": False,
    "solutions/02_causal/public/test_causal.py": False,
    "autograder/repair/rules.toml": False,
    "autograder/reports/feedback_text.py": False,
    "autograder/intake/archives.py": False,
    "autograder/policies/rules.py": False,
}


@pytest.mark.parametrize(("name", "decides"), CHANGES.items())
def test_a_verdict_depends_on_what_decides_it_and_on_no_words(name: str, decides: bool, project: Path) -> None:
    before = program_files(project / "autograder", project, "02_causal")
    path = project / name
    content = path.read_bytes()
    path.write_bytes(content + b"\n#")
    try:
        assert (program_files(project / "autograder", project, "02_causal") != before) == decides
    finally:
        path.write_bytes(content)


def test_the_rules_of_the_course_decide_no_verdict(project: Path) -> None:
    before = program_files(project / "autograder", project, "02_causal")
    path = project / "course.toml"
    content = path.read_text(encoding="utf-8")
    path.write_text(f"{content}\n[policies.more]\nextra = 1\n", encoding="utf-8")
    try:
        assert program_files(project / "autograder", project, "02_causal") == before
    finally:
        path.write_text(content, encoding="utf-8")
