"""What a run has to do: everything that no earlier run has graded in the same environment."""

from collections.abc import Mapping
from dataclasses import dataclass

from autograder.classroom.cache_key import GradingEnvironment, cache_key
from autograder.intake.submission import Intake, Submission
from autograder.results.store import Key, Store


@dataclass(frozen=True)
class Agenda:
    """The submissions of a run, sorted by whether there is anything to grade."""

    intake: Intake
    environment: GradingEnvironment
    todo: tuple[Submission, ...]
    known: dict[Key, int]  # numbers of gradings
    held: tuple[Key, ...] = ()  # what an earlier regrade has kept

    @property
    def assignments(self) -> frozenset[str]:
        """Those that something is to be graded of."""
        return frozenset(submission.assignment for submission in self.todo)


def make_agenda(
    intake: Intake, environment: GradingEnvironment, store: Store, *, fresh: bool = False, keep: bool = True
) -> Agenda:
    """Look everything up; `fresh`: grade it all the same, `keep`: what a regrade has kept stays as it is."""
    gradings = {} if fresh else store.find()
    held = _held(intake, store.held()) if keep else {}
    keys = {key_of(item): cache_key(item, environment) for item in intake.submissions}
    known = {key: gradings[cached] for key, cached in keys.items() if cached in gradings}
    known |= held
    todo = tuple(item for item in intake.submissions if key_of(item) not in known)
    return Agenda(intake, environment, todo, known, tuple(held))


def key_of(submission: Submission) -> Key:
    """Whose and what."""
    return submission.student, submission.assignment


def _held(intake: Intake, held: Mapping[Key, tuple[int, str]]) -> dict[Key, int]:
    """A submission that was not changed since keeps what a regrade has left it."""
    there = [(key_of(item), item.sha256) for item in intake.submissions if key_of(item) in held]
    return {key: held[key][0] for key, sha256 in there if held[key][1] == sha256}
