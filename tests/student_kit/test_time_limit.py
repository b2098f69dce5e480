"""Tests whose code does not end are ended, and say where they were."""

import contextlib
import multiprocessing
import os
import re
import textwrap
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor

import pytest

from assignments._support import time_limit as time_limit_module
from assignments._support.options import add_options
from assignments._support.time_limit import TimeLimitError, time_limit
from tests.helpers.student_folder import Handout, block

LOOP = """

def causal_mask(T, *, device=None):
    while T:
        device = None
"""
FILES = {"student.py"}
PROGRAMS = {
    "a loop": """
        def run():
            while True:
                pass
    """,
    "a loop that catches exceptions": """
        import time
        def run():
            while True:
                try:
                    time.sleep(0.001)
                except Exception:
                    continue
    """,
    "loops that catch everything": """
        def wait():
            while True:
                pass
        def run():
            for _ in range(2):
                try:
                    wait()
                except:
                    continue
            wait()
    """,
}


def student(text: str):
    names = {}
    exec(compile(textwrap.dedent(text), "student.py", "exec"), names)
    return names["run"]


@pytest.mark.parametrize("name", PROGRAMS)
def test_code_without_an_end_is_ended_in_its_line(name):
    run = student(PROGRAMS[name])
    with pytest.raises(TimeLimitError, match=r"still running after 0\.05 s") as stopped, time_limit(FILES, 0.05):
        run()
    assert "student.py" in [frame.filename for frame in traceback.extract_tb(stopped.value.__traceback__)]


def test_what_ends_in_time_is_left_alone():
    with time_limit(FILES, 0.05):
        result = sum(range(1000))
    time.sleep(0.1)
    assert result == 499_500


def test_code_that_gets_no_processor_has_longer():
    run = student("import time\ndef run(until):\n    while time.monotonic() < until:\n        time.sleep(0.01)")
    with time_limit(FILES, 0.2):
        run(time.monotonic() + 0.4)
    with pytest.raises(TimeLimitError), time_limit(FILES, 0.2):
        run(time.monotonic() + 5)


def test_an_error_of_the_code_is_its_own():
    with pytest.raises(ZeroDivisionError), time_limit(FILES, 5):
        student("def run(): 1 / 0")()


def test_nothing_strikes_outside_the_students_code():
    run = student("import time\ndef run(): time.sleep(0.001)")
    for _ in range(200):
        with contextlib.suppress(TimeLimitError), time_limit(FILES, 0.001):
            run()
            time.sleep(0.001)
        sum(range(2000))


def test_a_stop_that_comes_when_the_code_has_just_ended_is_dropped(monkeypatch):
    def runs_a_moment_ago(*_):
        time.sleep(0.2)
        return True

    monkeypatch.setattr(time_limit_module, "_runs", runs_a_moment_ago)
    with time_limit(FILES, 0.01):
        time.sleep(0.1)
    assert sum(range(2000)) == 1_999_000, "nothing strikes later either"


def test_a_stop_may_come_while_a_limit_ends(monkeypatch):
    class Interrupted(dict):
        def pop(self, *arguments):
            if not stops:
                stops.append(True)
                raise time_limit_module._Stop
            return super().pop(*arguments)

    stops, stopper = [], time_limit_module._stopper()
    monkeypatch.setattr(stopper, "_limits", Interrupted())
    with time_limit(FILES, 5):
        pass
    assert stops
    assert not stopper._limits
    with ThreadPoolExecutor() as threads:
        assert threads.submit(was_free, stopper._lock).result(), "or else no code would be stopped any more"


def was_free(lock):
    free = lock.acquire(timeout=1)
    if free:
        lock.release()
    return free


def test_one_thread_stops_whatever_takes_too_long():
    run = student(PROGRAMS["a loop"])
    with time_limit(FILES, 600):
        pass
    threads = threading.active_count()
    for _ in range(3):
        with time_limit(FILES, 500), pytest.raises(TimeLimitError), time_limit(FILES, 0.05):
            run()
    assert threading.active_count() == threads


def test_code_in_several_threads_is_stopped_in_each():
    def stopped(seconds):
        with pytest.raises(TimeLimitError, match=f"after {seconds} s"), time_limit(FILES, seconds):
            student(PROGRAMS["a loop that catches exceptions"])()
        return True

    with ThreadPoolExecutor() as threads:
        assert all(threads.map(stopped, (0.1, 0.3, 0.2)))


@pytest.mark.process
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")
def test_code_in_a_fork_is_stopped_there():
    with time_limit(FILES, 5):
        process = multiprocessing.get_context("fork").Process(target=run_too_long)
        process.start()
    process.join(30)
    process.kill()
    assert process.exitcode == 0


def run_too_long():
    with pytest.raises(TimeLimitError), time_limit(FILES, 0.05):
        student(PROGRAMS["a loop"])()


def test_a_limit_of_many_years_is_one():
    with time_limit(FILES, 1e300):
        time.sleep(0.01)
    with pytest.raises(TimeLimitError), time_limit(FILES, 0.05):
        student(PROGRAMS["a loop"])()


def test_the_help_of_the_option_says_how_waiting_counts():
    parser = pytest.Parser(_ispytest=True)
    add_options(parser)
    (option,) = (item for item in parser._anonymous.options if "--time-limit" in item.names())
    assert "of waiting" in option.attrs()["help"]


@pytest.mark.process
def test_a_public_test_names_the_line_of_an_endless_loop(tmp_path):
    handout = Handout(tmp_path)
    handout.append({"02_causal/causal.py": LOOP})
    status, screen = handout.pytest("assignments/02_causal", "-k", "causal_mask", "--time-limit", "1", "--all")
    assert status == 1
    lines = block(screen, "test_causal_mask_shape")
    assert "raised      TimeLimitError: still running after 1 s: does this loop end?" in lines
    assert any(re.match(r"where       causal\.py, line \d+, in causal_mask", line) for line in lines)
    assert "still running after 0.1 s" in screen, "the other tests of the exercise are not waited for as long"
