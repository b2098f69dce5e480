"""An exercise that no public test is about is told as such: nobody shall think that it is missing, or right."""

import os
import re
import subprocess
import sys

import pytest

from assignments._support.summary import untested_in
from tests.helpers.paths import ROOT
from tests.helpers.student_folder import Handout, summary

ROW = "| `row_means` | [warmup.py](warmup.py) | ●○○ | 2 | 1 |\n"


@pytest.fixture(scope="module")
def handout(tmp_path_factory: pytest.TempPathFactory) -> Handout:
    made = Handout(tmp_path_factory.mktemp("untested"))
    made.append({"00_warmup/README.md": ROW, "00_warmup/warmup.py": "\n\ndef row_means(x):\n    return x\n"})
    return made


PROGRAM = """
from assignments._support import hints, judging
from assignments._support.notebook import Checks

check = Checks('00_warmup', {'row_means': lambda x: x, 'row_sums': lambda x: x.sum(-1)})
check('row_means')
check()
try:
    check('row_means', must_pass=True)
except Exception as error:
    print(type(error).__name__, error)
print(judging.run_tests(['00_warmup'], hints.View()))
"""


@pytest.mark.process
def test_the_summary_lists_it_and_does_not_count_it(handout: Handout) -> None:
    status, screen = handout.pytest("assignments/00_warmup")
    assert status == 0
    assert summary(screen)[:4] == [
        "00_warmup",
        "  row_sums   not attempted",
        "  row_means  no public test",
        "done: 0 of 1 exercise, about 2 minutes to go",
    ]


@pytest.mark.process
def test_it_is_not_told_to_who_asks_for_a_few_tests(handout: Handout) -> None:
    _, screen = handout.pytest("assignments/02_causal", "-k", "causal_mask")
    assert "no public test" not in screen


@pytest.mark.process
def test_check_cells_and_the_watch_tell_it_and_where_a_check_must_pass_it_gives_no_points(handout: Handout) -> None:
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=handout.root,
        env=plain | {"OMP_NUM_THREADS": "1", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    own, tested, untested, refused, *watch = done.stdout.splitlines()
    assert own == "○ row_means: no public test; hidden checks run when graded"
    assert re.fullmatch(r"✓ row_sums: (\d+)/\1 public checks passed", tested)
    assert untested == "○ row_means: no public test"
    assert refused.startswith("NotPassedError row_means: no public test")
    assert "no public test: row_means" in "\n".join(watch)


def test_every_exercise_of_the_course_has_a_public_test() -> None:
    parts = [part for part in (ROOT / "assignments").glob("[0-9]*") if part.is_dir()]
    assert parts
    assert {part.name: names for part in parts if (names := untested_in(part))} == {}
