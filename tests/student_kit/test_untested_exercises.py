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


def python(handout: Handout, code: str) -> str:
    """What a program says that starts in the top folder."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=handout.root,
        env=plain | {"OMP_NUM_THREADS": "1", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    return done.stdout + done.stderr


def checked(handout: Handout, call: str) -> str:
    names = "{'row_means': lambda x: x, 'row_sums': lambda x: x.sum(-1)}"
    return python(
        handout, f"from assignments._support.notebook import Checks\ncheck = Checks('00_warmup', {names})\n{call}"
    )


def test_the_summary_lists_it_and_does_not_count_it(handout: Handout) -> None:
    status, screen = handout.pytest("assignments/00_warmup")
    assert status == 0
    assert summary(screen)[:4] == [
        "00_warmup",
        "  row_sums   not attempted",
        "  row_means  no public test",
        "done: 0 of 1 exercise",
    ]


def test_it_is_not_told_to_who_asks_for_a_few_tests(handout: Handout) -> None:
    _, screen = handout.pytest("assignments/02_causal", "-k", "causal_mask")
    assert "no public test" not in screen


def test_the_watch_tells_it(handout: Handout) -> None:
    code = "from assignments._support import judging, hints\nprint(judging.run_tests(['00_warmup'], hints.View()))"
    assert "no public test: row_means" in python(handout, code)


def test_the_check_cell_of_a_notebook_tells_it(handout: Handout) -> None:
    assert checked(handout, "check('row_means')") == "○ row_means: no public test; hidden checks run when graded\n"
    tested, untested = checked(handout, "check()").splitlines()
    assert re.fullmatch(r"✓ row_sums: (\d+)/\1 public checks passed", tested)
    assert untested == "○ row_means: no public test"


def test_where_a_check_must_pass_it_gives_no_points(handout: Handout) -> None:
    assert "NotPassedError: row_means: no public test" in checked(handout, "check('row_means', must_pass=True)")


def test_every_exercise_of_the_course_has_a_public_test() -> None:
    parts = [part for part in (ROOT / "assignments").glob("[0-9]*") if part.is_dir()]
    assert parts
    assert {part.name: names for part in parts if (names := untested_in(part))} == {}
