"""What the grader has done in the sandbox: an exercise of a submission is executed, or files are scanned.

An exercise has one worker, and a new one after each crash or timeout. Scanned files are parsed and never run.
"""

import contextlib
import functools
import re
import signal
import unicodedata
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from autograder.course import Limits, load_course
from autograder.sandbox.guest import wire
from autograder.sandbox.host.fork_server import ExitInfo, ForkServer
from autograder.sandbox.host.isolation import SandboxError
from autograder.sandbox.host.student_text import quoted
from autograder.sandbox.host.target import (
    CallRequest,
    CallResponse,
    LazyResponse,
    LoadFailure,
    NoResponse,
    frame_of,
    parse_load_failures,
)
from autograder.sandbox.host.worker import SOON, WorkerLostError, WorkerProcess

BATCH = 64  # requests that are sent together
USED_UP = "no answer in what earlier answers have left of the time of this exercise"
# Times the largest response: how large all responses of an exercise may be, which are kept until it is graded.
RESPONSE_ROOM = 2
# How many workers an exercise may lose, by reason.
LOST_WORKERS = {"timed out": 2, "crashed": 6, "broke the protocol": 1, "sent too much": 1, "wrote too much": 1}
NAME = re.compile(r"[^\W\d]\w*")
WORD = re.compile(r"\w+")
# Names for which torch imports its compiler, over 800 modules. A worker of a file that uses one of them has them
# already; another one can import them too, but needs a second for it.
COMPILER = re.compile(
    rb"^[^#\n]*\b(?:vmap|vjp|jvp|jac(?:rev|fwd)|hessian|linearize|grad_and_value|functional_call|checkpoint\w*|custom_op|"
    rb"make_fx|_dynamo|profiler|flex_attention|while_loop|optim|torch\.(?:func|compile|compiler|export|cond|nested))\b",
    re.MULTILINE,
)


@functools.lru_cache(maxsize=32)  # a submission's files are loaded for each of its exercises
def _names_compiler(source: bytes) -> bool:
    return COMPILER.search(source) is not None


@dataclass(frozen=True)
class SubmissionFiles:
    """What a client loads: the files of a submission, the file to run, substitutes of callees, the graded names."""

    sources: dict[str, bytes]
    file: str
    replace: dict[str, str] = field(default_factory=dict)
    wanted: tuple[str, ...] = ()  # the graded names: what they need is run even if the file stops before

    @property
    def needs_compiler(self) -> bool:
        """Whether the files use a name for which torch imports its compiler."""
        return any(map(_names_compiler, self.sources.values()))

    @property
    def named(self) -> dict[str, bytes]:
        """The file, and those of the submission that it names, directly or through one another."""
        reached: dict[str, bytes] = {}
        pending = [self.file]
        while pending:
            file = pending.pop()
            reached[file] = self.sources[file]
            text = unicodedata.normalize("NFKC", reached[file].decode("utf-8", "replace"))  # as Python reads names
            names = set(NAME.findall(text))
            any_file = not names.isdisjoint(("__import__", "import_module", "exec", "eval"))
            pending += [
                other for other in self.sources if other not in reached and (any_file or Path(other).stem in names)
            ]
        return reached


@dataclass(frozen=True)
class Incident:
    """Something that honest programs do not do, with its evidence."""

    kind: str
    evidence: str


class SandboxClient:
    """Sends requests to workers that are forked for these files only. Use as a context manager.

    Args:
        fork_server: forks the workers.
        files: what the workers load.
        limits: of time, memory and the size of responses.
        decoded: digests of responses that were decoded before; they are decoded again only if they are used.
        largest: the bytes of a tensor whose numbers are sent; of a larger one come dtype, shape and a digest.
    """

    def __init__(
        self,
        fork_server: ForkServer,
        files: SubmissionFiles,
        limits: Limits,
        decoded: Container[bytes] = (),
        largest: int = wire.MAX_BODY,
    ) -> None:
        self._batch = BATCH
        self._largest = largest
        self._fork_server = fork_server.with_compiler() if files.needs_compiler else fork_server
        self._files = files
        self._limits = limits
        self._decoded = decoded
        self._worker: WorkerProcess | None = None
        self.load_crash = ""  # what ended the worker while it loaded the file: then only definitions are run
        self._load_failures: dict[str, LoadFailure] = {}  # by file
        self._undefined: dict[str, LoadFailure] = {}  # by name
        self.spent = 0.0  # seconds that its workers computed, or slept while we waited for them, loading included
        self._charged = 0.0  # of these, those of the current worker
        self._read_at = 0.0  # how long we had waited for it when they were counted last
        self._room = RESPONSE_ROOM * (limits.answer_mb << 20)
        self._losses = dict.fromkeys(LOST_WORKERS, 0)
        self._asked = False  # whether any request has reached a worker
        self._last = NoResponse("crashed", "")
        self.incidents: list[Incident] = []
        self.library_calls: set[str] = set()  # recorded during requests
        self.loading_calls: set[str] = set()  # recorded while the file was loaded

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            self._charge(worker.used())
            worker.finish()

    @property
    def load_failure(self) -> LoadFailure | None:
        """What stopped the file while it was loaded, if anything did."""
        self._loaded()
        return self._load_failures.get(self._files.file)

    def why_undefined(self, name: str) -> LoadFailure | None:
        """Return why a graded name could not be defined; None if it is not in the file."""
        self._loaded()
        whole = self._load_failures.get(self._files.file)
        return self._undefined.get(name) or (None if whole is None or whole.parses else whole)

    def ask(self, requests: Sequence[CallRequest]) -> list[CallResponse | NoResponse]:
        """Send requests to the worker; if it is lost, that request gets no response and the next goes to a new one."""
        answers: list[CallResponse | NoResponse] = []
        while len(answers) < len(requests):
            worker = self._loaded()
            if worker is None or self._left() <= 0:
                answers.append(self._not_asked())
                continue
            batch = list(requests[len(answers) : len(answers) + self._batch])
            answers += self._ask_batch(worker, batch)
        return answers

    def _message(self, frames: list[bytes]) -> dict[str, Any]:
        """Return the message that carries requests."""
        return {"requests": frames}

    def _ask_batch(self, worker: WorkerProcess, batch: list[CallRequest]) -> list[CallResponse | NoResponse]:
        answers: list[CallResponse | NoResponse] = []
        try:
            message = self._message([frame_of(request) for request in batch])
            self._asked = True
            worker.send(message, len(batch), worker.allow(self._limits.seconds_per_request))
            for _ in batch:
                answers.append(self._receive(worker))
            worker.check_scratch()
        except WorkerLostError as error:
            self.library_calls |= worker.library_calls()
            self._last = self._lose(error, "in a call")
            answers.append(self._last)
        else:
            self.library_calls |= worker.library_calls()
        return answers

    def _left(self) -> float:
        return self._limits.seconds_per_exercise - self.spent

    def _not_asked(self) -> NoResponse:
        """Return why a request was not sent: no worker is left for it."""
        if not self._asked and self._last.evidence:  # the file cannot be loaded, and every request needs it
            return self._last
        if self._left() <= 0 or self._last.kind == "timed out":
            return NoResponse("not run", "not asked, because earlier answers used up the time of this exercise")
        return NoResponse("not run", f"not asked, because of what happened before: {self._last.evidence}")

    def _charge(self, used: float) -> None:
        """Add what the current worker has used so far to what the exercise spent."""
        self.spent += max(0.0, used - self._charged)
        self._charged = max(self._charged, used)

    def _receive(self, worker: WorkerProcess) -> LazyResponse:
        left, limit = self._left(), self._limits.seconds_per_request
        allowance = worker.allow(max(0.01, min(left, limit)), max(0.01, left))
        try:
            response, size = worker.receive(allowance, self._decoded, self._room, self._largest)
        except WorkerLostError as error:
            if error.kind == "timed out" and left < limit:
                raise WorkerLostError(error.kind, USED_UP) from error
            raise
        finally:
            if worker.waited - self._read_at > SOON:
                self._read_at = worker.waited
                self._charge(worker.used())
        self._room -= size
        return response

    def _loaded(self) -> WorkerProcess | None:
        """Return a worker that has loaded the submission, or None if too many were lost or no time is left."""
        while self._worker is None and self._left() > 0 and not self._lost_too_many():
            self._worker = self._new_worker()
            self._charged = self._read_at = 0.0
            try:
                self._load(self._worker)
            except WorkerLostError as error:
                self._last = self._lose(error, "during import")
                self.load_crash = self._last.evidence  # an error at the top level may not cost the definitions
        return self._worker

    def _new_worker(self) -> WorkerProcess:
        return WorkerProcess(self._fork_server, self._limits.answer_mb << 20)

    def _lost_too_many(self) -> bool:
        return any(count >= LOST_WORKERS[kind] for kind, count in self._losses.items())

    def _load(self, worker: WorkerProcess) -> None:
        load = {
            "sources": self._files.sources,
            "file": self._files.file,
            "definitions_only": bool(self.load_crash),
            "replace": self._files.replace,
            "wanted": list(self._files.wanted),
            "largest": self._largest,
            "data": {name: path.read_bytes() for name, path in load_course().data_beside(self._files.file).items()},
        }
        worker.send({"load": load}, 1, worker.allow(self._limits.seconds_per_request))
        response = self._receive(worker)
        self.loading_calls |= worker.library_calls()  # such as a comparison with the library
        self._load_failures = parse_load_failures(response.get("failures"))
        self._undefined = parse_load_failures(response.get("lost"))

    def _lose(self, error: WorkerLostError, when: str) -> NoResponse:
        exit_info, output = self._post_mortem(error)
        self._losses[error.kind] = self._losses.get(error.kind, 0) + 1
        kind, evidence = _explain(error, exit_info, output)
        self.incidents.append(Incident(kind, f"{evidence} {when}"))
        return NoResponse(error.kind if error.kind == "timed out" else "crashed", evidence)

    def _post_mortem(self, error: WorkerLostError) -> tuple[ExitInfo, str]:
        worker, self._worker = self._worker, None
        if worker is None:
            return ExitInfo(None, None, 0.0), ""
        try:
            if error.kind == "crashed":
                worker.await_end()
            exit_info, output = worker.post_mortem()
        except SandboxError:  # the fork server ended and took the worker with it, which is not the student's fault
            self._fork_server.close()
            raise
        self._charge(worker.used(exit_info.cpu_seconds))
        return exit_info, output


def _explain(error: WorkerLostError, exit_info: ExitInfo, output: str) -> tuple[str, str]:
    """Return the kind of incident and its evidence in words."""
    if error.kind == "timed out":
        return "timeout", USED_UP if error.evidence == USED_UP else "no answer within the time limit"
    if error.kind == "broke the protocol":
        return "protocol", quoted(error.evidence)
    if error.kind in ("sent too much", "wrote too much"):
        return "killed", error.evidence
    if exit_info.exit_status is not None:
        last = f" ({output.strip().splitlines()[-1][:200]})" if output.strip() else ""
        return "exit", f"the process ended itself with {quoted(f'exit status {exit_info.exit_status}{last}')}"
    if exit_info.signal in (None, signal.SIGKILL):
        return "killed", "the process was killed (memory or CPU limit)"
    return "signal", f"the process died of {quoted(f'signal {exit_info.signal} ({_signal_name(exit_info.signal)})')}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # real-time signals have numbers only
        return "a real-time signal"


@dataclass(frozen=True)
class CodeScan:
    """What was found in files.

    Attributes:
        words: identifiers, and strings that may be one.
        reflection: file, line and description of code that reaches into the library or into Python itself.
        seconds: what reading them took.
    """

    words: frozenset[str]
    reflection: tuple[tuple[str, int, str], ...]
    seconds: float = 0.0


def scan_code(fork_server: ForkServer, limits: Limits, files: dict[str, bytes]) -> CodeScan:
    """Scan files in a worker of their own."""
    worker = WorkerProcess(fork_server, limits.answer_mb << 20)
    try:
        return scan_code_in(worker, limits, files)
    finally:
        worker.finish()


def scan_code_in(worker: WorkerProcess, limits: Limits, files: dict[str, bytes]) -> CodeScan:
    """Scan files in a worker that has not run anything.

    For a file that is too long or too odd to be parsed, or takes too long, all words count, including those of
    comments.
    """
    answers: dict[str, Any] = {}
    with contextlib.suppress(WorkerLostError):
        allowance = worker.allow(limits.seconds_per_request)
        worker.send({"read": files, "modules": sorted({Path(file).stem for file in files})}, 1, allowance)
        answers = worker.receive(allowance)[0].get("read") or {}
    words: set[str] = set()
    reflection: list[tuple[str, int, str]] = []
    for file, source in files.items():
        answer = answers.get(file, {"words": None, "reflection": [(0, "code that cannot be read")]})
        words |= set(WORD.findall(source.decode("utf-8", "replace")) if answer["words"] is None else answer["words"])
        reflection += [(file, int(line), str(what)) for line, what in answer["reflection"]]
    return CodeScan(frozenset(words), tuple(reflection), worker.used())
