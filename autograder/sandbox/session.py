"""One exercise of one submission behind the wall: a worker, and a new one after each crash or hang."""

import signal
from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Self

from autograder.course import Limits
from autograder.sandbox.examinee import Lost, Recipe, Report, frame_of
from autograder.sandbox.forked import Ended
from autograder.sandbox.material import Material
from autograder.sandbox.sealed import Sealed
from autograder.sandbox.student_text import quoted
from autograder.sandbox.told import Failure, failures_told
from autograder.sandbox.worker import Worker, WorkerLostError
from autograder.sandbox.zygote import SandboxError, Zygote

BATCH = 64
USED_UP = "no answer in what earlier answers have left of the time of this exercise"
ROOM = 2  # all answers of an exercise together, in answers of the largest size: they are kept until it is judged
# How many of each an exercise may cost.
LOST_WORKERS = {"timed out": 2, "crashed": 6, "broke the protocol": 1, "sent too much": 1, "wrote too much": 1}


@dataclass(frozen=True)
class Incident:
    """Something that honest work does not do, with what was seen of it."""

    kind: str
    evidence: str


class Session:
    """Asks workers that were forked for this material only. Use as a context manager.

    An answer whose digest is `known` is left closed until somebody looks into it.
    """

    def __init__(self, zygote: Zygote, material: Material, limits: Limits, known: Container[bytes] = ()) -> None:
        self._zygote = zygote.with_compiler() if material.needs_compiler else zygote
        self._material = material
        self._limits = limits
        self._known = known
        self._worker: Worker | None = None
        self.unfinished = ""  # what ended the worker while it loaded the file: then only definitions are made
        self._failures: dict[str, Failure] = {}  # by file
        self._lost: dict[str, Failure] = {}  # by name
        self.spent = 0.0  # seconds that its workers computed, or slept while they were waited for
        self._charged = 0.0  # of these, the computing of the present worker
        self._room = ROOM * (limits.answer_mb << 20)
        self._losses = dict.fromkeys(LOST_WORKERS, 0)
        self._asked = False  # whether any question has reached a worker
        self._last = Lost("crashed", "")
        self.incidents: list[Incident] = []
        self.library_calls: set[str] = set()  # what was recorded while questions were answered
        self.loading_calls: set[str] = set()  # and while the file was loaded

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            self._charge(worker.clock.read().cpu)
            worker.finish()

    @property
    def stop(self) -> Failure | None:
        """What stopped the file while it was loaded, if anything did."""
        self._loaded()
        return self._failures.get(self._material.file)

    def why_lost(self, name: str) -> Failure | None:
        """Why a wanted name could not be defined; where that is not known, what stopped the file."""
        self._loaded()
        return self._lost.get(name) or self._failures.get(self._material.file)

    def ask(self, recipes: Sequence[Recipe]) -> list[Report | Lost]:
        """Put recipes to the worker; where it is lost, that recipe is lost and the next goes to a new one."""
        answers: list[Report | Lost] = []
        while len(answers) < len(recipes):
            worker = self._loaded() if self._left() > 0 else None
            if worker is None:
                answers.append(self._not_asked())
                continue
            batch = list(recipes[len(answers) : len(answers) + BATCH])
            answers += self._ask_batch(worker, batch)
        return answers

    def _ask_batch(self, worker: Worker, batch: list[Recipe]) -> list[Report | Lost]:
        answers: list[Report | Lost] = []
        try:
            order = {"recipes": [frame_of(recipe) for recipe in batch]}
            self._asked = True
            worker.send(order, len(batch), worker.allow(self._limits.seconds_per_request))
            for _ in batch:
                answers.append(self._timed(worker))
            worker.look_at_scratch()
        except WorkerLostError as error:
            self.library_calls |= worker.library_calls()
            self._last = self._lose(error, "while it answered")
            answers.append(self._last)
        else:
            self.library_calls |= worker.library_calls()
        return answers

    def _left(self) -> float:
        return self._limits.seconds_per_exercise - self.spent

    def _not_asked(self) -> Lost:
        """What is said of a question that no worker is left for."""
        if not self._asked and self._last.evidence:  # the file cannot be loaded, and every question needs it
            return self._last
        if self._left() <= 0 or self._last.kind == "timed out":
            return Lost("not run", "not asked, because earlier answers used up the time of this exercise")
        return Lost("not run", f"not asked, because of what happened before: {self._last.evidence}")

    def _charge(self, cpu: float) -> None:
        """Count what the present worker has computed so far."""
        self.spent += max(0.0, cpu - self._charged)
        self._charged = max(self._charged, cpu)

    def _timed(self, worker: Worker) -> Sealed:
        left, limit = self._left(), self._limits.seconds_per_request
        allowance = worker.allow(max(0.01, min(left, limit)))
        try:
            report = worker.receive(allowance, self._known)
        except WorkerLostError as error:
            if error.kind == "timed out" and left < limit:
                raise WorkerLostError(error.kind, USED_UP) from error
            raise
        finally:
            self.spent += allowance.slept()
            if allowance.measured:
                self._charge(worker.clock.read().cpu)
        self._room -= report.weight
        if self._room < 0:
            raise WorkerLostError("sent too much", "all answers together were too large")
        return report

    def _loaded(self) -> Worker | None:
        """A worker that has the submission loaded; None where too many were lost."""
        while self._worker is None and all(count < LOST_WORKERS[kind] for kind, count in self._losses.items()):
            self._worker, self._charged = Worker(self._zygote, self._limits.answer_mb << 20), 0.0
            try:
                self._load(self._worker)
            except WorkerLostError as error:
                self._last = self._lose(error, "during import")
                self.unfinished = self._last.evidence  # what stands at the top of a file may not cost its definitions
        return self._worker

    def _load(self, worker: Worker) -> None:
        order = {
            "sources": self._material.sources,
            "file": self._material.file,
            "definitions_only": bool(self.unfinished),
            "replace": self._material.replace,
            "wanted": list(self._material.wanted),
        }
        worker.send({"load": order}, 1, worker.allow(self._limits.seconds_per_request))
        report = self._timed(worker)
        self.loading_calls |= worker.library_calls()  # a comparison with the library, say
        self._failures, self._lost = (failures_told(report.get(part)) for part in ("failures", "lost"))

    def _lose(self, error: WorkerLostError, when: str) -> Lost:
        ended, words = self._post_mortem()
        self._charge(ended.cpu_seconds)
        self._losses[error.kind] = self._losses.get(error.kind, 0) + 1
        kind, evidence = _explain(error, ended, words)
        self.incidents.append(Incident(kind, f"{evidence} {when}"))
        return Lost(error.kind if error.kind == "timed out" else "crashed", evidence)

    def _post_mortem(self) -> tuple[Ended, str]:
        worker, self._worker = self._worker, None
        if worker is None:
            return Ended(None, None, 0.0), ""
        try:
            return worker.post_mortem()
        except SandboxError:  # the zygote is gone and took the worker with it, which is not the student's fault
            self._zygote.close()
            raise


def _explain(error: WorkerLostError, ended: Ended, words: str) -> tuple[str, str]:
    """The kind of incident and its evidence in words."""
    if error.kind == "timed out":
        return "timeout", USED_UP if error.evidence == USED_UP else "no answer within the time limit"
    if error.kind == "broke the protocol":
        return "protocol", quoted(error.evidence)
    if error.kind in ("sent too much", "wrote too much"):
        return "killed", error.evidence
    if ended.exit_status is not None:
        last = f" ({words.strip().splitlines()[-1][:200]})" if words.strip() else ""
        return "exit", f"the process ended itself with {quoted(f'exit status {ended.exit_status}{last}')}"
    if ended.signal in (None, signal.SIGKILL):
        return "killed", "the process was killed (memory or CPU limit)"
    return "signal", f"the process died of {quoted(f'signal {ended.signal} ({_signal_name(ended.signal)})')}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # real-time signals have numbers only
        return "a real-time signal"
