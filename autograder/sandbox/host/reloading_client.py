"""Runs one program after the other in the same worker: for first trials, whose outcome is confirmed in a worker alone.

What a program does to Python or torch may change how the next one does. So nothing that this client returns may count
for or against a submission.
"""

from collections.abc import Container

from autograder.course import Limits
from autograder.sandbox.guest import wire
from autograder.sandbox.host.client import LOST_WORKERS, RESPONSE_ROOM, SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.worker import WorkerLostError

MOST_LOADED = 32  # programs in one worker, whose memory they share


class ReloadingClient(SandboxClient):
    """A client that goes on with the files of another program; each has the whole time and room for itself."""

    def __init__(
        self,
        fork_server: ForkServer,
        files: SubmissionFiles,
        limits: Limits,
        decoded: Container[bytes] = (),
        largest: int = wire.MAX_BODY,
    ) -> None:
        super().__init__(fork_server, files, limits, decoded, largest)
        self._loaded_programs = 1

    def reload(self, files: SubmissionFiles, limits: Limits) -> None:
        """Go on with other files and limits.

        Raises:
            SandboxError: the sandbox was lost.
        """
        self._files, self._limits = files, limits
        self._begin()
        self._loaded_programs += 1
        if self._loaded_programs > MOST_LOADED:
            self.__exit__()
            self._loaded_programs = 1
        if self._worker is None:
            return
        try:
            self._load(self._worker)
        except WorkerLostError as error:  # perhaps because of an earlier program: this one begins in a new worker
            self._lose(error, "during import")
            self._begin()

    def _begin(self) -> None:
        """Forget what became of the program before."""
        if self._worker is not None:
            self._charge(self._worker.used())
        self.spent = 0.0
        self.load_crash = ""
        self._load_failures, self._undefined = {}, {}
        self._room = RESPONSE_ROOM * (self._limits.answer_mb << 20)
        self._losses = dict.fromkeys(LOST_WORKERS, 0)
        self._asked = False
