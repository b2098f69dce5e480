"""The cache key: every file that decides a verdict is part of it, whoever adds one, and nothing has to be listed."""

import ast
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from autograder import __version__
from autograder.course.find import COURSE_FILE
from autograder.execution.cache_key import GradingEnvironment, cache_key
from autograder.execution.source_hashes import (
    MISTAKES_FILE,
    PACKAGE,
    PAGES,
    ImportClosure,
    PartHashes,
    imported_modules,
    part_hashes,
    reasons_files,
    reasons_hash,
    runtime_hash,
    telling_hash,
    template_hash,
    verdict_files,
    verdict_hash,
)
from autograder.intake.submission import Submission
from autograder.results.model import GraderVersion
from autograder.sandbox.host.client import SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level, select_level
from tests.helpers.paths import ROOT

# What `autograder grade` loads or reads and no verdict depends on, each with its reason.
NOT_DECIDING = {
    "__main__.py": "finds the command",
    "cli/": "reads arguments",
    "csv_files.py": "reads rosters, corrections and exports",
    "intake/": "makes the submission, which is in the cache key as a whole",
    "variants/": "draws sizes, which are in the cache key",
    "policies/": "applied to results after grading",
    "reports/": "makes pages from results: in template_hash",
    "exports/": "reads results for platforms and for commands that change them",
    "results/": "stores and writes results",
    "execution/startup.py": "starts grading processes",
    "execution/plan.py": "decides what is graded, not how",
    "execution/republish.py": "writes pages of results: uses publisher.py",
    "execution/review.py": "writes pages of results",
    "execution/order.py": "decides who is graded first, not how",
    "execution/newest.py": "decides what is graded, not how",
    "execution/renewed_lateness.py": "decides what is late, which no verdict depends on",
    "execution/kept_judgements.py": "writes and reads results",
    "diagnosis/rewording.py": "puts words of today into results: they are in telling_hash",
    "grading/renewal.py": "tells kept results in words and at prices of today: they are in telling_hash",
    "execution/kept_submission.py": "keeps submissions, which are in the cache key",
    "execution/class_run.py": "decides what is graded, not how",
    "execution/shared_work.py": "decides what a group hands in together, not how it is graded",
    "execution/executors.py": "starts grading processes",
    "execution/worker.py": "starts graders in processes",
    "execution/cache_key.py": "computes the key",
    "execution/source_hashes.py": "computes the key",
    "execution/regrade.py": "compares results",
    "execution/progress.py": "prints",
    "execution/publisher.py": "writes results: in template_hash",
    "execution/score_changes.py": "compares results",
    "execution/unlisted.py": "prints",
    "sandbox/host/escape_probe.py": "run by the self-test, which allows a level or does not",
    "sandbox/host/self_test.py": "allows a level or does not; the level is in the cache key",
}
OUTSIDE = {
    **{f"solutions/{path.name}/": "in runtime_hash" for path in (ROOT / "solutions").glob("[0-9]*")},
    "assignments/": "the intake compares with the stubs; the submission is in the cache key as a whole",
    "attention_autograder.egg-info/": "how the package was installed",
}
ABOUT_PAGES = (
    "autograder/reports/templates/style.css",
    "autograder/reports/feedback_text.py",
    "autograder/policies/rules.py",
)
ABOUT_NO_VERDICT = (
    *("autograder/intake/archives.py", "autograder/exports/canvas.py", "autograder/sandbox/host/escape_probe.py"),
    "solutions/shared/equivalent_mutants.toml",
)
ABOUT_LINES = ("autograder/repair/rules.toml", "autograder/repair/search.py")
WATCHED = """
import os, sys
opened = set()
def note(event, arguments):
    if event == "open" and isinstance(arguments[0], str) and arguments[0].startswith({root!r}):
        opened.add(arguments[0])
sys.addaudithook(note)
from autograder.__main__ import main
status = main(["grade", {submissions!r}, "--out", {out!r}, "--jobs", "1"])
loaded = {{getattr(module, "__file__", None) for module in sys.modules.values()}}
print("\\n".join(sorted(path for path in opened | loaded - {{None}} if ".pyc" not in path)))
sys.exit(status)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the package and the course."""
    for folder in ("autograder", "solutions"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "course.toml", tmp_path)
    return tmp_path


@pytest.mark.process
def test_all_that_a_real_grading_loads_and_opens_is_hashed_or_has_a_reason(tmp_path: Path) -> None:
    folder = tmp_path / "class/ben/00_warmup"
    folder.mkdir(parents=True)
    (folder / "warmup.py").write_text("def row_sums(x):\n    return x.sum(0)\n")
    code = WATCHED.format(root=f"{ROOT}/", submissions=str(tmp_path / "class"), out=str(tmp_path / "out"))
    environment = os.environ | {"PYTHONPATH": str(ROOT), "AUTOGRADER_COURSE": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, cwd=tmp_path)
    result = json.loads((tmp_path / "out/ben/00_warmup/result.json").read_text())
    assert result["exercises"][0]["checks"][0]["diagnosis"], "the submission shall need everything that grades"
    files = [Path(line) for line in done.stdout.splitlines() if line.startswith(f"{ROOT}/")]
    used = {path.relative_to(PACKAGE).as_posix() for path in files if PACKAGE in path.parents}
    ours = [path for path in files if Path(sys.prefix) not in path.parents]  # the environment may be in the checkout
    outside = {path.relative_to(ROOT).as_posix() for path in ours if PACKAGE not in path.parents}
    hashed = set(reasons_files(PACKAGE, ROOT))
    assert {"grading/submission.py", "diagnosis/mistakes.py"} <= used
    assert {"solutions/00_warmup/checks/test_00_warmup.py", "solutions/shared/mistakes.toml", COURSE_FILE} <= outside
    outside -= hashed
    unexplained = used - hashed
    assert {name for name in unexplained if not name.startswith(tuple(NOT_DECIDING))} == set()
    assert {name for name in outside if not name.startswith(tuple(OUTSIDE))} == set()
    pages = ImportClosure(PACKAGE)
    pages.add(PAGES)
    assert {name for name in used if name.startswith("reports/templates/")} <= set(pages.files)


def test_all_that_a_worker_loads_is_hashed(fork_servers: Callable[[Level], ForkServer]) -> None:
    fork_server = fork_servers(select_level(None))
    source = (
        b"import sys\ndef names():\n    return sorted(name for name in sys.modules if name.split('.')[0] == 'guest')\n"
    )
    with SandboxClient(
        fork_server, SubmissionFiles({"a.py": source}, "a.py", wanted=("names",)), fork_server.limits
    ) as session:
        (report,) = session.ask([{"target": "names", "calls": [{"args": [], "named": {}}]}])
    loaded = {f"sandbox/{name.replace('.', '/')}.py" for name in report["calls"][0]["value"]}
    assert len(loaded) > 10
    loaded = {name.removesuffix(".py") for name in loaded - {"sandbox/guest/course_arguments.py"}}  # the course's own
    assert loaded <= {name.removesuffix(".py").removesuffix("/__init__") for name in verdict_files(PACKAGE, ROOT)}


def test_nothing_is_on_the_list_of_reasons_that_is_hashed_anyway_or_not_there() -> None:
    hashed = set(reasons_files(PACKAGE, ROOT))
    assert [name for name in NOT_DECIDING if name.endswith(".py") and name in hashed] == []
    assert [name for name in NOT_DECIDING if not (PACKAGE / name).exists()] == []


def verdicts(project: Path) -> str:
    return verdict_hash(project / "autograder", project)


def pages(project: Path) -> str:
    return template_hash(project / "autograder", project)


EVERY = 29  # a prime: one file in so many is changed, and others each time that a file is added


def test_one_byte_more_in_any_file_changes_its_hash(project: Path) -> None:
    before = verdicts(project)
    assert before == verdict_hash()
    names = [name for name in verdict_files(project / "autograder", project) if not name.endswith(MISTAKES_FILE)]
    for name in (*names[::EVERY], COURSE_FILE):
        inside = name.startswith("solutions/") or name == COURSE_FILE
        path = project / ("" if inside else "autograder") / name
        content = path.read_bytes()
        path.write_bytes(content + (b"extra = 1\n" if name == COURSE_FILE else b"#"))
        assert verdicts(project) != before, name
        path.write_bytes(content)
    assert verdicts(project) == before


def test_a_new_helper_or_data_file_is_hashed_without_being_listed(project: Path) -> None:
    before = verdicts(project)
    (project / "autograder/wordings").mkdir()
    (project / "autograder/wordings/__init__.py").write_text("")
    (project / "autograder/wordings/short.py").write_text('FILE = Path(__file__).with_name("short.toml")\n')
    (project / "autograder/wordings/short.toml").write_text('crashed = "it crashed"\n')
    assert verdicts(project) == before, "nothing imports it yet"
    path = project / "autograder/checking/failures.py"
    path.write_text(f"{path.read_text()}\nfrom ..wordings import (\n    short,  # how it is said\n)\n")
    assert {"wordings/short.py", "wordings/short.toml"} <= set(verdict_files(project / "autograder", project))
    changed = verdicts(project)
    (project / "autograder/wordings/short.toml").write_text('crashed = "it has crashed"\n')
    assert len({before, changed, verdicts(project)}) == 3


def test_solutions_change_the_runtime_hash_only(project: Path) -> None:
    hashes = verdicts(project), pages(project), runtime_hash(project)
    path = project / "solutions/02_causal/causal.py"
    path.write_bytes(path.read_bytes() + b"#")
    assert (verdicts(project), pages(project)) == hashes[:2]
    assert runtime_hash(project) != hashes[2]


@pytest.mark.parametrize("name", ABOUT_PAGES)
def test_what_makes_pages_changes_the_template_hash_only(project: Path, name: str) -> None:
    hashes = verdicts(project), pages(project)
    path = project / name
    path.write_bytes(path.read_bytes() + b" ")
    assert verdicts(project) == hashes[0]
    assert pages(project) != hashes[1]


def test_how_a_class_is_read_and_its_checks_are_kept_is_in_no_verdict() -> None:
    hashed = {name for name in verdict_files(PACKAGE, ROOT) if name.startswith(("intake/", "execution/"))}
    assert hashed == {"intake/__init__.py", "intake/submission.py", "intake/spool.py"}


@pytest.mark.parametrize("name", ABOUT_NO_VERDICT)
def test_what_decides_no_verdict_regrades_nobody(project: Path, name: str) -> None:
    before = verdicts(project)
    path = project / name
    path.write_bytes(path.read_bytes() + b"# changed\n")
    assert verdicts(project) == before


def test_the_number_of_a_release_judges_nobody_again(project: Path) -> None:
    before = verdicts(project)
    path = project / "autograder/__init__.py"
    path.write_text(path.read_text().replace(f'__version__ = "{__version__}"', '__version__ = "7.0.0"'))
    assert "7.0.0" in path.read_text()
    assert verdicts(project) == before


SHARED_MISTAKES, OWN_MISTAKES = "solutions/shared/mistakes.toml", "solutions/02_causal/mistakes.toml"
WORDS = (
    (SHARED_MISTAKES, '\ntext = "', '\ntext = "Oh, '),
    (SHARED_MISTAKES, '\nwhy = "', '\nwhy = "Because: '),
    (SHARED_MISTAKES, '\nhint = "', '\nhint = "Look: '),
    (SHARED_MISTAKES, '\nscale = "', '\nscale = "Look: '),
    (SHARED_MISTAKES, '\n[hints_in.softmax]\nscale = "', '\n[hints_in.softmax]\nscale = "Look: '),
    (OWN_MISTAKES, '\ntext = "', '\ntext = "Oh, '),
    (OWN_MISTAKES, "\n[", "\n# a remark\n["),
)
DECISIONS = (
    (SHARED_MISTAKES, '\nfamily = "scale"', '\nfamily = "axis"'),
    (SHARED_MISTAKES, "\nin_answers = false", ""),
    (SHARED_MISTAKES, '\nwhy = "', '\nhint = "'),  # a page shows a hint only where there is no why
    (SHARED_MISTAKES, "\n[no-scale]", "\n[scaleless]"),
    (OWN_MISTAKES, '\nfamily = "', '\nsymptom = "input changed"\nfamily = "'),
)


def replace_once(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(("name", "old", "new"), WORDS)
def test_other_words_of_a_mistake_are_told_and_judge_nobody_again(project: Path, name: str, old: str, new: str) -> None:
    before = reasons_files(project / "autograder", project), telling_hash(project)
    replace_once(project / name, old, new)
    assert reasons_files(project / "autograder", project) == before[0]
    assert telling_hash(project) != before[1]


@pytest.mark.parametrize(("name", "old", "new"), DECISIONS)
def test_what_a_mistake_decides_is_in_the_verdict(project: Path, name: str, old: str, new: str) -> None:
    before = verdicts(project)
    replace_once(project / name, old, new)
    assert verdicts(project) != before


PRICES = (
    ("\ntotal = 130", "\ntotal = 131"),
    ('"row_sums", points = 2', '"row_sums", points = 3'),
    ("\nscale = 0.4", "\nscale = 0.3"),
    ("\nno-mask = 0.7", "\nno-mask = 0.3"),
)


@pytest.mark.parametrize(("old", "new"), PRICES)
def test_another_price_judges_nobody_again(project: Path, old: str, new: str) -> None:
    before = reasons_files(project / "autograder", project), telling_hash(project)
    replace_once(project / COURSE_FILE, old, new)
    assert reasons_files(project / "autograder", project) == before[0]
    assert (telling_hash(project) != before[1]) == ("total" not in old)


OF_ONE_PART = (
    ("solutions/02_causal/checks/test_02_causal_masks.py", "import", "import math\nimport"),
    ("solutions/02_causal/causal.py", "import", "import cmath\nimport"),
    (OWN_MISTAKES, '\nfamily = "', '\nsymptom = "input changed"\nfamily = "'),
    ("solutions/shared/fingerprints/02_causal.json", '"raised"', '"varies"'),
    (COURSE_FILE, '"causal_mask", points = 3, forbidden = "mask"', '"causal_mask", points = 3'),
)


@pytest.mark.parametrize(("name", "old", "new"), OF_ONE_PART)
def test_a_change_in_one_part_judges_no_other_part_again(project: Path, name: str, old: str, new: str) -> None:
    before = part_hashes(project / "autograder", project)
    replace_once(project / name, old, new)
    after = part_hashes(project / "autograder", project)
    assert [one.part for one, other in zip(before, after, strict=True) if one != other] == ["02_causal"]


def test_a_change_for_all_parts_judges_all_again(project: Path) -> None:
    before = part_hashes(project / "autograder", project)
    replace_once(project / "autograder/checking/assertions.py", "import", "import math\nimport")
    after = part_hashes(project / "autograder", project)
    assert all(one.verdict != other.verdict for one, other in zip(before, after, strict=True))


def test_a_submission_depends_on_its_own_part_alone() -> None:
    one, other = PartHashes("01_a", "v", "r", "s"), PartHashes("02_b", "v", "r", "s")
    environment = GradingEnvironment(
        Level.BWRAP, GraderVersion("1", "all", "2"), "all", reasons="all", parts=(one, other)
    )
    changed = replace(environment, grader=GraderVersion("1", "new", "2"), runtime_hash="new", reasons="new")
    for name in ("verdict", "reasons", "runtime"):
        environment_now = replace(changed, parts=(one, replace(other, **{name: "new"})))
        keys = [
            [cache_key(Submission("ada", part, {}), item) for part in ("01_a", "02_b")]
            for item in (environment, environment_now)
        ]
        assert [before == after for before, after in zip(*keys, strict=True)] == [True, False], name


@pytest.mark.parametrize("old", ["\nscale = 0.4", "\nno-mask = 0.7"])
def test_whether_a_mistake_has_a_price_decides_what_is_judged(project: Path, old: str) -> None:
    before = verdicts(project)
    replace_once(project / COURSE_FILE, old, "")
    assert verdicts(project) != before


@pytest.mark.parametrize("old", ['\ntitle = "Attention', '\ntitle = "Self-att'])
def test_a_title_is_on_pages_and_in_no_verdict(project: Path, old: str) -> None:
    before = verdicts(project), pages(project)
    replace_once(project / COURSE_FILE, f"{old}", f"{old}x")
    assert verdicts(project) == before[0]
    assert pages(project) != before[1]


def test_when_fingerprints_were_made_is_in_no_verdict(project: Path) -> None:
    before = verdicts(project)
    path = project / "solutions/shared/fingerprints/02_causal.json"
    replace_once(path, '"made_from": "', '"made_from": "0')
    assert verdicts(project) == before
    replace_once(path, '"raised"', '"varies"')
    assert verdicts(project) != before


@pytest.mark.parametrize("name", ABOUT_LINES)
def test_what_decides_lines_alone_judges_nobody_again(project: Path, name: str) -> None:
    before = verdicts(project), reasons_hash(project / "autograder", project)
    path = project / name
    path.write_bytes(path.read_bytes() + b"# changed\n")
    assert verdicts(project) == before[0]
    assert reasons_hash(project / "autograder", project) != before[1]


def test_imports_are_found_as_the_syntax_tree_has_them() -> None:
    paths = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in PACKAGE.rglob("*.py")}
    modules = {name.removesuffix(".__init__"): path for name, path in paths.items()}
    assert len(modules) > 100
    for module, path in modules.items():
        is_package = path.name == "__init__.py"
        found = imported_modules(path.read_bytes(), module, is_package=is_package)
        real = from_tree(path.read_bytes(), module, is_package=is_package)
        assert real <= found, path
        assert (found - real) & modules.keys() == set(), path


def from_tree(source: bytes, module: str, *, is_package: bool) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            parents = module.split(".") if is_package else module.split(".")[:-1]
            base = parents[: len(parents) - node.level + 1] if node.level else []
            package = ".".join([*base, *([node.module] if node.module else [])])
            found |= {package, *(f"{package}.{alias.name}" for alias in node.names)}
    return found


def test_the_hashes_cost_a_run_with_nothing_to_grade_little() -> None:
    quickest = min(_seconds() for _ in range(5))
    assert quickest < 0.5, "measured: 0.02 to 0.2 s of the processor, beside other work"


def _seconds() -> float:
    start = time.process_time()
    verdict_hash()
    reasons_hash()
    template_hash()
    telling_hash()
    part_hashes()
    return time.process_time() - start


@pytest.mark.process
def test_the_hashes_need_no_torch() -> None:
    code = "import sys, autograder.execution.cache_key; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=ROOT).returncode == 0


def test_an_entry_that_is_not_there_is_an_error(project: Path) -> None:
    folder = project / "autograder/execution"
    (folder / "grader.py").rename(folder / "renamed.py")
    with pytest.raises(ModuleNotFoundError, match=r"has no module autograder\.execution\.grader"):
        reasons_hash(project / "autograder", project)


def test_line_ends_of_a_checkout_do_not_matter(project: Path) -> None:
    before = verdicts(project)
    path = project / "autograder/checking/assertions.py"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert verdicts(project) == before
