"""What the sandbox refuses to an honest program is nobody's mistake: no verdict, and a person looks."""

import csv
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from autograder.course import Course, Limits
from autograder.execution.prewarm import RecordedChecks
from autograder.exports.class_results import score_comment
from autograder.reports.class_page import class_page_content
from autograder.reports.pages import class_html
from autograder.reports.terminal import class_table
from autograder.results.summary import summarize
from autograder.sandbox.host.client import SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level, select_level
from autograder.sandbox.host.target import NoResponse
from tests.helpers import result_factory
from tests.helpers.forked_command import forked_autograder
from tests.helpers.grading import by_name, grade_sources, solution
from tests.helpers.points import worth

pytestmark = pytest.mark.sandbox

REFUSED = {
    "import threading; threading.Thread(target=print).start()": "a thread",
    "from concurrent.futures import ThreadPoolExecutor as P; return list(P(2).map(abs, [1]))": "a thread",
    "import multiprocessing as m; return m.Pool(2).map(abs, [1])": "another process",
    "from concurrent.futures import ProcessPoolExecutor as P; return list(P(2).map(abs, [1]))": "another process",
    "return list(torch.utils.data.DataLoader(torch.ones(4), num_workers=2))": "another process",
    "import asyncio; return asyncio.run(asyncio.sleep(0))": "an event loop",
    "return torch.ones(3).share_memory_()": "shared memory",
    "torch.profiler.profile().start()": "a thread",
}
# These work: the compiler is there to be imported, and what it cannot compile runs as it is written.
ALLOWED = [
    "return torch.compile(lambda z: 2 * z)(torch.ones(3))",
    "return torch.func.hessian(lambda z: (z ** 3).sum())(torch.ones(3))",
    "p = torch.nn.Parameter(torch.ones(3)); p.sum().backward(); torch.optim.AdamW([p]).step(); return p.detach()",
    "return torch.cond(torch.tensor(True), lambda x: x + 1, lambda x: x - 1, (torch.ones(3),))",
    "return list(torch.utils.data.DataLoader(torch.ones(4), batch_size=2))",
    "return torch.jit.script(torch.nn.Linear(3, 2))(torch.ones(3))",
    "return torch.jit.script(double)(torch.ones(3))",
    "import inspect; return inspect.getsource(double)",
    "import getpass; return getpass.getuser()",
    "return open('/dev/urandom', 'rb').read(4)",
    "return [torch.compile(double, backend='eager', fullgraph=True)(torch.ones(n)) for n in range(1, 12)]",
]
WRITES = [
    "import tempfile; return tempfile.mkdtemp() != ''",
    "torch.save(torch.ones(3), 'x.pt'); return torch.load('x.pt')",
    "open('notes.txt', 'w').close(); return 1",
    "import numpy; numpy.save('x.npy', numpy.ones(3)); return 1",
    "import numpy; a = numpy.memmap('m', 'f4', 'w+', shape=3); a[:] = 1; a.flush(); return float(a.sum())",
    "import os; open(os.devnull, 'w').close(); return 1",
]
# No exercise needs these: they are the program's own exceptions, as they are at home where something is forbidden.
OWN = [
    "import subprocess; return subprocess.run(['true']).returncode",
    "import os; return os.fork()",
    "import socket; return socket.create_connection(('localhost', 80))",
    "return open('/etc/shadow').read()",
    "raise PermissionError(1, 'Operation not permitted')",
    'raise RuntimeError("can\'t start new thread")',
    """exec(compile("raise RuntimeError('can\\'t start new thread')", "/threading.py", "exec"))""",
]


def raised(fork_server: ForkServer, limits: Limits, line: str) -> dict[str, object] | None:
    source = f"import torch\n\n\ndef double(x):\n    return 2 * x\n\n\ndef f():\n    {line}\n".encode()
    with SandboxClient(fork_server, SubmissionFiles({"a.py": source}, "a.py"), limits) as session:
        (report,) = session.ask([{"target": "f", "calls": [{"args": [], "named": {}}]}])
    assert not isinstance(report, NoResponse), report
    return report.get("raised")


@pytest.mark.parametrize("line", REFUSED)
def test_a_request_of_a_library_that_is_refused_is_told_as_that(
    fork_server: ForkServer, limits: Limits, line: str
) -> None:
    found = raised(fork_server, limits, line)
    assert found is not None
    assert found["refused"] == REFUSED[line], found


@pytest.mark.parametrize("line", [*ALLOWED, *WRITES])
def test_what_needs_the_compiler_or_a_file_works_at_both_levels(
    writing_fork_server: ForkServer, limits: Limits, line: str
) -> None:
    assert raised(writing_fork_server, limits, line) is None


@pytest.mark.parametrize("line", ALLOWED)
def test_without_any_folder_the_compiler_works_too(
    fork_servers: Callable[[Level], ForkServer], limits: Limits, line: str
) -> None:
    assert raised(fork_servers(Level.SECCOMP), limits, line) is None


@pytest.mark.parametrize("line", WRITES)
def test_where_nothing_can_be_written_that_is_told_as_a_refusal(
    fork_servers: Callable[[Level], ForkServer], limits: Limits, line: str
) -> None:
    found = raised(fork_servers(Level.SECCOMP), limits, line)
    assert found is not None
    assert found["refused"] == "a file to write"


@pytest.mark.parametrize("line", OWN)
def test_what_no_exercise_needs_is_the_program_s_own_exception(
    fork_server: ForkServer, limits: Limits, line: str
) -> None:
    if line.startswith("return open") and os.geteuid() != 0:
        pytest.skip("everywhere forbidden")
    found = raised(fork_server, limits, line)
    assert found is not None
    assert found["refused"] == ""


TAKE = "x = bytearray(%d << 20); return len(x)"


def test_who_names_the_compiler_may_take_as_much_memory_as_anybody(fork_server: ForkServer, limits: Limits) -> None:
    most = limits.memory_mb - 24
    assert raised(fork_server, limits, TAKE % most) is None
    assert raised(fork_server, limits, "torch.func; " + TAKE % most) is None


def test_a_lost_process_with_the_compiler_is_replaced_by_one_that_has_it(
    fork_servers: Callable[[Level], ForkServer], limits: Limits
) -> None:
    with ForkServer(select_level(None), limits) as fork_server:
        first = fork_server.with_compiler()
        first.start()
        assert fork_server.with_compiler() is first
        first.close()
        again = fork_server.with_compiler()
        assert again is not first
        line = "import sys; return 'torch._dynamo' in sys.modules  # torch.func"
        with SandboxClient(
            fork_server, SubmissionFiles({"a.py": f"import torch\ndef f():\n    {line}".encode()}, "a.py"), limits
        ) as session:
            (report,) = session.ask([{"target": "f", "calls": [{"args": [], "named": {}}]}])
    assert not isinstance(report, NoResponse)
    assert report["calls"][0]["value"] is True


AT_THE_TOP = b"""
import multiprocessing

ANSWERS = multiprocessing.Queue()


def row_sums(x):
    assert ANSWERS is not None
    return x.sum(-1)
"""


def test_what_is_refused_while_the_file_is_loaded_is_the_reason_for_what_it_lacks(
    fork_server: ForkServer, course: Course, recorded_checks: Callable[[str], RecordedChecks]
) -> None:
    result = grade_sources(fork_server, course, recorded_checks("00_warmup"), "00_warmup", warmup=AT_THE_TOP)
    (exercise,) = result.exercises
    assert exercise.outcome == "not run"
    assert exercise.needs_person.startswith("warmup.py, line 4, while the file was loaded, asks for another process")


THREADS = b"""

def causal_mask(T, device=None):
    from concurrent.futures import ThreadPoolExecutor
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda t: torch.ones(1, 1, t, t, dtype=torch.bool, device=device).triu(1), [T]))[0]
"""


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A class of two: ada's part is right, eli's causal_mask starts threads."""
    folder = tmp_path_factory.mktemp("class")
    for student, more in (("ada", b""), ("eli", THREADS)):
        part = folder / "in" / student / "02_causal"
        part.mkdir(parents=True)
        (part / "causal.py").write_bytes(solution("02_causal", "causal.py") + more)
        (part / "derivations.py").write_bytes(solution("02_causal", "derivations.py"))
    done = forked_autograder("grade", folder / "in", "--out", folder / "out")
    assert done.returncode == 3, done.stdout + done.stderr
    assert "needs you: eli, 02_causal, causal_mask: causal_mask(7) asks for a thread" in " ".join(done.stdout.split())
    return folder / "out"


def test_the_exercise_has_no_score_and_the_others_have_theirs(graded: Path) -> None:
    result = json.loads((graded / "eli/02_causal/result.json").read_text())
    scores = {exercise["name"]: (exercise["score"], exercise["outcome"]) for exercise in result["exercises"]}
    assert result["score"] is None
    assert scores.pop("causal_mask") == (None, "not run")
    assert {outcome for _, outcome in scores.values()} == {"right"}
    assert "causal_mask: not graded yet, worth 3" in score_comment(result)
    waiting = next(exercise for exercise in result["exercises"] if exercise["name"] == "causal_mask")
    assert waiting["checks"][0]["message"] == "causal_mask(7) asks for a thread, which the sandbox does not give"
    promise = "; this exercise is not graded, and a person will look at it"
    assert waiting["needs_person"] == waiting["checks"][0]["message"] + promise


WRONG_AND_THREADS = b"""

def causal_mask(T, device=None):
    if T > 9:
        import threading
        threading.Thread(target=print).start()
    return torch.ones(1, 1, T, T, dtype=torch.bool, device=device).triu(1 if T == 7 else 0)
"""


def test_a_thread_does_not_hide_a_wrong_value(
    fork_server: ForkServer, course: Course, recorded_checks: Callable[[str], RecordedChecks]
) -> None:
    source = solution("02_causal", "causal.py")
    result = grade_sources(
        fork_server, course, recorded_checks("02_causal"), "02_causal", causal=source + WRONG_AND_THREADS
    )
    exercise = by_name(result)["causal_mask"]
    outcomes = {check.id.partition(".")[2]: (check.outcome, check.score) for check in exercise.checks}
    assert outcomes["repeated"] == ("not run", 0)
    assert outcomes["lengths"] == ("wrong values", 0)
    messages = [check.message for check in exercise.checks if check.outcome == "not run"]
    called = "causal_mask(11) under torch.no_grad() in call 4 of 10"
    assert messages == [f"{called} asks for a thread, which the sandbox does not give"]
    assert (exercise.needs_person, exercise.outcome) == ("", "wrong values")
    assert exercise.to_json()["score"] == exercise.score < 1


def rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text(encoding="utf-8-sig").splitlines()))


def test_the_table_and_the_class_page_say_that_a_person_is_needed(graded: Path) -> None:
    told = [(row["student"], row["score"], row["status"]) for row in rows(graded / "grades.csv")]
    assert told == [("ada", "27", "graded"), ("eli", "", "needs you")]
    page = (graded / "class.html").read_text()
    assert 'id="needs-you"' in page
    assert "asks for a thread, which the sandbox does not give" in page


def test_the_page_and_the_terminal_show_that_a_sum_is_not_complete() -> None:
    waits = result_factory.result("eli", result_factory.RIGHT, assignment="01") | {"score": None}
    only = waits | {"student": "kim"}
    results = [summarize(item) for item in (result_factory.result("eli", result_factory.RIGHT), waits, only)]
    console = Console(width=80)
    with console.capture() as captured:
        console.print(class_table(results))
    lines = [line.split() for line in captured.get().splitlines()]
    assert lines[1:] == [["eli", "?", "1", "1", "+", "?"], ["kim", "?", "?"]]
    page = class_html(**class_page_content(results, [], "c"))
    assert 'data-value="1">1 + ?</td></tr>' in page
    assert 'data-value="-1">?</td></tr>' in page


def test_the_student_reads_that_it_is_no_mistake_of_theirs(graded: Path) -> None:
    text = (graded / "eli/02_causal/feedback.md").read_text()
    assert text.startswith(f"# 02_causal: not graded yet, worth {worth('02'):g} points")
    assert "It is not your mistake" in text
    assert "What lost points" not in (graded / "eli/02_causal/feedback.html").read_text()


@pytest.mark.parametrize("format_", ["csv", "canvas", "moodle"])
@pytest.mark.parametrize("zeros", [[], ["--zeros"]])
def test_exports_leave_the_cell_empty(graded: Path, tmp_path: Path, format_: str, zeros: list[str]) -> None:
    done = forked_autograder("export", graded, "--format", format_, "--out", tmp_path / "out.csv", *zeros)
    assert "eli, 02_causal: not graded, needs you (causal_mask: " in done.stdout
    (row,) = [row for row in rows(tmp_path / "out.csv") if "eli" in row.values()]
    assert row["02_causal"] == ""


SAVES = b"""

def causal_mask(T, device=None):
    mask = torch.ones(1, 1, T, T, dtype=torch.bool, device=device).triu(1)
    open("seen.txt", "a").close()
    return mask
"""


def test_a_regrade_never_replaces_a_score_by_none(tmp_path: Path) -> None:
    part = tmp_path / "in/kim/02_causal"
    part.mkdir(parents=True)
    (part / "causal.py").write_bytes(solution("02_causal", "causal.py") + SAVES)
    first = forked_autograder("grade", tmp_path / "in", "--out", tmp_path / "out")
    again = forked_autograder("regrade", tmp_path / "out", tmp_path / "in", "--apply", "--isolation", "seccomp")
    assert (first.returncode, again.returncode) == (0, 3), again.stdout + again.stderr
    assert "needs you: kim, 02_causal: could not be graded here; the earlier result stays" in again.stdout
    (row,) = rows(tmp_path / "out/grades.csv")
    assert (row["score"], row["status"]) == ("22", "graded")


@pytest.mark.full
def test_grading_again_never_replaces_a_score_by_none(tmp_path: Path) -> None:
    part = tmp_path / "in/kim/02_causal"
    part.mkdir(parents=True)
    (part / "causal.py").write_bytes(solution("02_causal", "causal.py") + SAVES)
    weak = ("--isolation", "seccomp")
    assert forked_autograder("grade", tmp_path / "in", "--out", tmp_path / "out").returncode == 0
    for _ in range(2):  # graded, then found in the store
        again = forked_autograder("grade", tmp_path / "in", "--out", tmp_path / "out", *weak)
        assert again.returncode == 3, again.stdout + again.stderr
        assert "kim, 02_causal: could not be graded here; the earlier result stays\n" in again.stdout
        (row,) = rows(tmp_path / "out/grades.csv")
        assert (row["score"], row["status"]) == ("22", "graded")
    back = forked_autograder("grade", tmp_path / "in", "--out", tmp_path / "out")
    assert (back.returncode, "stays" in back.stdout) == (0, False), back.stdout + back.stderr
    (part / "causal.py").write_bytes(solution("02_causal", "causal.py") + SAVES + b"\n")
    other = forked_autograder("grade", tmp_path / "in", "--out", tmp_path / "out", *weak)
    (row,) = rows(tmp_path / "out/grades.csv")
    assert (other.returncode, row["score"], row["status"]) == (3, "", "needs you")
    shown = forked_autograder("regrade", tmp_path / "out", tmp_path / "in")
    assert "kim, 02_causal: – → 22 of 27: isolation " in shown.stdout, shown.stdout + shown.stderr
    assert "1 of 1 results change: 0 up, 0 down, 1 with a first score" in shown.stdout
    assert forked_autograder("grade", tmp_path / "in", "--out", tmp_path / "out").returncode == 0
    assert "</bdi>, 02_causal: – → 22 of 27" in (tmp_path / "out/class.html").read_text()
