"""Every kind of message that a student can read in the terminal, as it stands there: compared with `__snapshots__`.

After a change of wording, run this file and `tests/checking/test_verdict_messages.py` with `--snapshot-update`, and
read the difference as a student would.
"""

import re

import pytest

from tests.helpers.student_folder import Handout, block, summary
from tests.helpers.student_mistakes import MISTAKES

pytestmark = pytest.mark.process

FOLDERS = ["assignments/01_self_attention", "assignments/02_causal", "assignments/03_multihead"]
MASKED_SOFTMAX = "test_masked_softmax_gives_the_printed_figures"


@pytest.fixture(scope="module")
def wrong(tmp_path_factory):
    """A handout with a mistake of every kind."""
    made = Handout(tmp_path_factory.mktemp("messages"))
    made.solve()
    made.append(MISTAKES)
    return made


@pytest.fixture(scope="module")
def screen(wrong):
    return wrong.pytest(*FOLDERS, "--all")[1]


def failed(screen: str) -> list[str]:
    return re.findall(r"^_+ (test_\w+(?:\[.*\])?) _+$", screen, re.MULTILINE)


def test_every_message_about_a_failed_test(screen, snapshot):
    messages = {name: "\n".join(block(screen, re.escape(name))) for name in failed(screen)}
    assert len(messages) > 25
    assert "\n\n".join(f"== {name}\n{text}" for name, text in messages.items()) == snapshot


def test_every_message_fits_on_a_screen_of_80_columns_and_24_lines(screen):
    for name in failed(screen):
        lines = block(screen, re.escape(name))
        assert max(map(len, lines)) <= 80, name
        assert len(lines) <= 23, name  # the line with its name makes 24


def test_no_message_shows_a_line_of_the_harness(screen):
    about = screen.split("= FAILURES =")[1].split("short test summary")[0]
    for word in ("_support", "conftest", "site-packages", "assert_close", "Traceback", "longrepr", "student."):
        assert word not in about


def test_the_summary(screen, snapshot):
    assert "\n".join(summary(screen)) == snapshot


@pytest.mark.parametrize("hints", ["1", "2", "3"])
def test_hints_say_more_and_more(wrong, snapshot, hints):
    _, screen = wrong.pytest("assignments/02_causal", "--hints", hints, "-k", MASKED_SOFTMAX)
    assert "\n".join(block(screen, MASKED_SOFTMAX)) == snapshot


def test_a_level_of_hints_that_does_not_exist_is_one_sentence(wrong):
    status, screen = wrong.pytest("assignments/02_causal", "--hints", "4")
    assert status == 4
    assert "argument --hints: invalid choice: 4 (choose from" in screen


def test_a_terminal_without_signs_for_shades_gets_numbers(wrong, snapshot):
    _, screen = wrong.pytest("assignments/02_causal", "-k", MASKED_SOFTMAX, PYTHONIOENCODING="ascii")
    assert "\n".join(block(screen, MASKED_SOFTMAX)) == snapshot


def test_a_terminal_with_colours_gets_them(wrong, snapshot):
    _, screen = wrong.pytest("assignments/02_causal", "-k", MASKED_SOFTMAX, FORCE_COLOR="1", NO_COLOR="")
    lines = screen.splitlines()
    assert lines[lines.index("got                                    expected") + 1] == snapshot


def test_nobody_gets_colours_against_their_will(wrong):
    _, screen = wrong.pytest("assignments/02_causal", "-k", MASKED_SOFTMAX, NO_COLOR="1")
    assert "\033[" not in screen


def test_only_pytests_own_way_is_shown_where_it_is_asked_for(wrong):
    _, screen = wrong.pytest("assignments/02_causal", "-k", MASKED_SOFTMAX, "--tb=long")
    assert "test_causal.py:" in screen
    assert "MismatchError" in screen
