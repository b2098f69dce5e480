"""Every sentence that a hidden check can say, said about a wrong program: compared with `__snapshots__`.

After a change of wording, run `pytest tests/course/test_check_messages.py --snapshot-update` and read the difference as
a student would. A new sentence needs a program in `tests/helpers/shown_programs.py` that gets it.
"""

from collections.abc import Callable, Iterator
from itertools import groupby
from types import SimpleNamespace

import pytest

from autograder.audit.programs import Program, read_programs
from autograder.checking import runner
from autograder.checking.failures import CheckFailedError
from autograder.checking.runner import Finding, run_checks
from autograder.course import Course, Exercise, Limits
from autograder.execution.prewarm import RecordedChecks
from autograder.sandbox.guest.unsent import UnsentNumbersError
from autograder.sandbox.host.client import SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level, select_level
from tests.helpers.check_messages import all_sentences, as_read, place_of, places_noted
from tests.helpers.forged_responses import MALFORMED, forge
from tests.helpers.shown_programs import SHOWN
from tests.helpers.verdicts import VERDICTS
from tests.helpers.zoo import programs

LONGEST = 5  # lines of 80 columns that a sentence may take, where it quotes no error of the student's
Judge = Callable[[Exercise, bytes], list[Finding]]
Shown = list[tuple[Program, list[Finding]]]


@pytest.fixture(scope="module")
def judge(
    fork_servers: Callable[[Level], ForkServer], recorded_checks: Callable[[str], RecordedChecks], limits: Limits
) -> Iterator[Judge]:
    """Runs the checks of one exercise on a file; each verdict remembers its place."""

    def found(exercise: Exercise, source: bytes) -> list[Finding]:
        checks = recorded_checks(exercise.assignment)[exercise.assignment, exercise.name]
        with SandboxClient(
            fork_servers(select_level(None)), SubmissionFiles({exercise.file: source}, exercise.file, {}), limits
        ) as session:
            return [item for item in run_checks(checks, session) if item.failure is not None]

    with places_noted():
        yield found


@pytest.fixture(scope="module")
def shown(judge: Judge) -> Shown:
    """What the checks say about each program that is shown."""
    chosen = [item for item in programs() if item.name in SHOWN]
    assert len(chosen) == len(SHOWN), "shown_programs.py names a program that solutions/*/programs does not have"
    return [(program, judge(program.exercise, program.source)) for program in chosen]


@pytest.fixture(scope="module")
def unusual(course: Course, judge: Judge) -> list[CheckFailedError]:
    """Verdicts on what no wrong program sends: parts of reports, reports that are forged, and numbers left out."""
    exercise = course.exercise("00_warmup", "row_sums")
    solution = next(
        item.source for item in read_programs(course, [course.assignment("00")]) if item.exercise == exercise
    )
    forged = judge(exercise, solution + forge(MALFORMED["an exception that is a number"]))
    return [passed(ask) for ask in VERDICTS.values()] + verdicts(forged) + [unsent()]


def unsent() -> CheckFailedError:
    """The verdict on numbers that a check reads, and that were too many to be sent."""

    def check(_: object) -> None:
        raise UnsentNumbersError("not sent")

    failure = runner._evaluate(check, None, SimpleNamespace(arguments={}))  # type: ignore[arg-type]
    assert failure is not None
    return failure


def passed(ask: Callable[[], object]) -> CheckFailedError:
    with pytest.raises(CheckFailedError) as raised:
        ask()
    return raised.value


def verdicts(findings: list[Finding]) -> list[CheckFailedError]:
    return [item.failure for item in findings if item.failure is not None]


def told_once(findings: list[Finding]) -> Iterator[str]:
    """Each sentence once, by the first check that says it."""
    seen = set()
    for verdict in verdicts(findings):
        if place_of(verdict) not in seen:
            seen.add(place_of(verdict))
            yield as_read(verdict)


@pytest.mark.sandbox
def test_every_sentence_of_the_checks_is_shown(shown: Shown, unusual: list[CheckFailedError]) -> None:
    said = {place_of(verdict) for _, findings in shown for verdict in verdicts(findings)}
    said |= {place_of(verdict) for verdict in unusual}
    missing = [str(sentence) for sentence in all_sentences() if not sentence.said_at(said)]
    assert not missing, "\n".join(missing)


@pytest.mark.sandbox
def test_the_sentences_of_every_exercise_as_a_student_reads_them(shown: Shown, snapshot: object) -> None:
    pages = []
    for name, group in groupby(shown, key=lambda pair: f"{pair[0].exercise.assignment}, {pair[0].exercise.name}"):
        told = [f"{item.text}\n" + "\n".join(told_once(findings)) for item, findings in group]
        pages.append(f"== {name}\n\n" + "\n".join(told))
    assert "\n\n".join(pages) == snapshot


@pytest.mark.sandbox
def test_a_sentence_is_short_unless_it_quotes_an_error(shown: Shown) -> None:
    for program, findings in shown:
        for verdict in verdicts(findings):
            assert len(as_read(verdict).splitlines()) <= LONGEST or verdict.outcome == "crashed", program.name


def test_sentences_are_found_where_they_stand() -> None:
    found = {sentence.file for sentence in all_sentences()}
    assert {"assertions.py", "answer.py", "test_04_derivations.py"} <= found
    assert len(all_sentences()) > 50
