"""What right programs of the course with edits answer to the recorded checks, in this process.

No code of a submission runs here.
"""

import functools
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import torch

from autograder.checking.recording import RecordedCheck, largest_sent
from autograder.checking.runner import PassCache, run_checks
from autograder.course import Exercise
from autograder.diagnosis.edited_programs import EditedPrograms
from autograder.diagnosis.model import Edits
from autograder.diagnosis.predictions import model_of
from autograder.edits.step_edits import Change
from autograder.sandbox.guest import wire
from autograder.sandbox.guest.execute import execute
from autograder.sandbox.guest.warmup import skip_compiler
from autograder.sandbox.host.in_process import PRINTED_BYTES, encoded_response
from autograder.sandbox.host.target import CallRequest, CallResponse, NoResponse, Target, frame_of

KEPT_PROGRAMS = 24  # whose answers a process keeps: some megabytes each
Answers = Mapping[bytes, CallResponse | NoResponse]  # by the frame of the request


class EditedTarget:
    """Answers requests as a right program with some changes does, each request once.

    Args:
        programs: the right program.
        changes: what is changed in it.
        largest: the bytes of a tensor whose numbers are in an answer, as in those of a worker.
    """

    def __init__(self, programs: EditedPrograms, changes: Sequence[Change], largest: int = wire.MAX_BODY) -> None:
        skip_compiler()
        self._largest = largest
        edited = {programs.name: programs.definition(changes)} if changes else {}
        self._namespace = programs.namespace | edited
        self._builders = programs.builders
        self._answers: dict[bytes, CallResponse] = {}

    def ask(self, requests: Sequence[CallRequest]) -> list[CallResponse | NoResponse]:
        """Return one response for each request; every generator stays as it was."""
        state = random.getstate()
        with torch.random.fork_rng(devices=[]):
            responses: list[CallResponse | NoResponse] = [self._ask(frame_of(request)) for request in requests]
        random.setstate(state)
        return responses

    def _ask(self, frame: bytes) -> CallResponse:
        if frame not in self._answers:
            received = wire.decode_frame(frame)
            response = execute(self._namespace, received, {}, PRINTED_BYTES, self._builders)
            self._answers[frame] = encoded_response(response, self._largest)
        return self._answers[frame]


class FirstAnswers:
    """Passes requests on to another target, and keeps the answers to the first ones: those of the recorded checks."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self.answers: dict[bytes, CallResponse | NoResponse] = {}

    def ask(self, requests: Sequence[CallRequest]) -> list[CallResponse | NoResponse]:
        """Return the answers of the target."""
        answers = self._target.ask(requests)
        if not self.answers:
            self.answers = {frame_of(request): answer for request, answer in zip(requests, answers, strict=True)}
        return answers


@dataclass(frozen=True)
class JudgedProgram:
    """How an edited program does in the recorded checks of its exercise; worked out as far as it is asked for.

    Attributes:
        target: the program.
        recorded: the checks.
        pass_cache: responses that passed before are not evaluated again.
    """

    target: EditedTarget
    recorded: tuple[RecordedCheck, ...]
    pass_cache: PassCache
    _known: dict[str, bool] = field(default_factory=dict, init=False, compare=False)  # what passes, by its id

    def answer(self, request: CallRequest) -> CallResponse | NoResponse:
        """Return what the program answers to a request."""
        return self.target.ask([request])[0]

    def passes(self, check: RecordedCheck) -> bool:
        """Whether the program passes one of these checks."""
        name = check.check.info.id
        if name not in self._known:
            (finding,) = run_checks([check.without_shrinking], self.target, pass_cache=self.pass_cache)
            self._known[name] = finding.failure is None
        return self._known[name]

    @property
    def passed(self) -> tuple[str, ...]:
        """The ids of the checks that pass."""
        return tuple(item.check.info.id for item in self.recorded if self.passes(item))


@functools.lru_cache(maxsize=KEPT_PROGRAMS)
def judge_edits(
    exercise: Exercise, edits: Edits, recorded: tuple[RecordedCheck, ...], pass_cache: PassCache
) -> JudgedProgram:
    """Return how a right program of an exercise with these edits does in its checks; without edits, the program itself.

    Args:
        exercise: the exercise.
        edits: the edits.
        recorded: its checks.
        pass_cache: the responses with which these have passed.

    Raises:
        PatchError: the edits do not fit the program, or each other.
        ValueError: the exercise has no right program.
    """
    model = model_of(exercise)
    if model is None:
        raise ValueError(f"{exercise.name} has no right program for edits")
    changes = [model.change(edit) for edit in edits]
    return JudgedProgram(EditedTarget(model.programs, changes, largest_sent(recorded)), recorded, pass_cache)
