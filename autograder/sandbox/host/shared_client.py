"""One worker for all exercises of a file, as long as nothing happens that right programs do not cause."""

from collections.abc import Container
from dataclasses import replace
from typing import Any

from autograder.course import Limits
from autograder.sandbox.guest import wire
from autograder.sandbox.guest.closures import Closure
from autograder.sandbox.host.client import CodeScan, SandboxClient, SubmissionFiles, scan_code_in
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.target import NoResponse
from autograder.sandbox.host.worker import WorkerLostError, WorkerProcess

SHARED_BATCH = 512  # requests that are sent together


class NotTogetherError(Exception):
    """The exercises of a file have to be judged one by one; the message says why."""


class SharedClient(SandboxClient):
    """Sends the requests of all exercises of a file to one worker, and gives up where a single exercise would not.

    The worker reads the file before it runs any of it: a file that may keep something when it is loaded is not run, and
    an exercise that uses a definition which may keep something (`may_keep`) must not be asked. Responses arrive in
    blocks. That would change which of them a crash loses, but after a crash nothing that this worker said counts.

    Every method raises `NotTogetherError` when the worker is lost, and when the file does not load as it should.
    """

    def __init__(
        self,
        fork_server: ForkServer,
        files: SubmissionFiles,
        limits: Limits,
        decoded: Container[bytes] = (),
        largest: int = wire.MAX_BODY,
    ) -> None:
        super().__init__(fork_server, files, limits, decoded, largest)
        self._batch = SHARED_BATCH
        self._reader: WorkerProcess | None = None  # has scanned the code, and run nothing
        self._closures: dict[str, Closure] = {}
        self._keeping: frozenset[str] = frozenset()

    def __exit__(self, *exc_info: object) -> None:
        reader, self._reader = self._reader, None
        if reader is not None:
            self._charge(reader.used())
            reader.finish()
        super().__exit__(*exc_info)

    def scan(self, files: dict[str, bytes]) -> CodeScan:
        """Scan files in the worker that may run one of them afterwards; its time is that of the worker."""
        self._reader = self._new_worker()
        return replace(scan_code_in(self._reader, self._limits, files), seconds=0.0)

    def _new_worker(self) -> WorkerProcess:
        reader, self._reader = self._reader, None
        return reader or super()._new_worker()

    def closure(self, name: str) -> str:
        """Return the digest of a definition with all that it uses; empty if the name is defined in another way."""
        self._loaded()
        return self._closures[name]["digest"] if name in self._closures else ""

    def may_keep(self, name: str) -> bool:
        """Whether a call of this definition may leave something for a later one, as far as is known."""
        self._loaded()
        if not self._keeping:
            return False
        return name not in self._closures or not self._keeping.isdisjoint(self._closures[name]["definitions"])

    def uses(self) -> dict[str, frozenset[str]]:
        """Return which graded names each graded definition may use, if only through others; none of what may keep."""
        self._loaded()
        return {name: frozenset(item["names"]) for name, item in self._closures.items() if not self.may_keep(name)}

    def _message(self, frames: list[bytes]) -> dict[str, Any]:
        return super()._message(frames) | {"in_blocks": True}

    def _load(self, worker: WorkerProcess) -> None:
        source = self._files.sources[self._files.file]
        reading = {"kept_state": source, "file": self._files.file, "wanted": list(self._files.wanted)}
        worker.send(reading, 1, worker.allow(self._limits.seconds_per_request))
        answer = self._receive(worker)
        # Nothing of the student's has run that could have forged this.
        self._keeping = frozenset(owner for _, _, owner in answer["kept_state"])
        if "" in self._keeping:
            raise NotTogetherError(f"code that may keep state: {answer['kept_state']}")
        self._closures = dict(answer["closures"])
        super()._load(worker)
        if self._load_failures or self._undefined:
            raise NotTogetherError("the file does not load")

    def _lose(self, error: WorkerLostError, when: str) -> NoResponse:
        lost = super()._lose(error, when)
        raise NotTogetherError(f"{lost.evidence} {when}")
