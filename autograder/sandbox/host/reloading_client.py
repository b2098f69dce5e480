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

    def reload(
        self, files: SubmissionFiles, limits: Limits, decoded: Container[bytes] = (), largest: int = wire.MAX_BODY
    ) -> None:
        """Go on with other files and limits, and with other responses that were decoded before.

        Raises:
            SandboxError: the sandbox was lost.
        """
        self._files, self._limits, self._decoded, self._largest = files, limits, decoded, largest
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
            self._charge(self._worker.clock.read().cpu)
        self.spent = 0.0
        self.load_crash = ""
        self._load_failures, self._undefined = {}, {}
        self._room = RESPONSE_ROOM * (self._limits.answer_mb << 20)
        self._losses = dict.fromkeys(LOST_WORKERS, 0)
        self._asked = False


class TrialWorker:
    """The worker in which all programs are tried that one submission gives rise to; it starts with the first one.

    A worker of their own for each exercise would cost more than most trials: to fork a warm process takes longer than
    to load a file and to ask it one question.

    Args:
        fork_server: the warm sandbox process.
    """

    def __init__(self, fork_server: ForkServer) -> None:
        self._fork_server = fork_server
        self._client: ReloadingClient | None = None

    def client(
        self, files: SubmissionFiles, limits: Limits, decoded: Container[bytes] = (), largest: int = wire.MAX_BODY
    ) -> ReloadingClient:
        """Return a client of the worker for the files of a program; the one that was returned before goes on with them.

        Raises:
            SandboxError: the sandbox was lost.
        """
        if self._client is None:
            self._client = ReloadingClient(self._fork_server, files, limits, decoded, largest)
        else:
            self._client.reload(files, limits, decoded, largest)
        return self._client

    def close(self) -> None:
        """End the worker."""
        client, self._client = self._client, None
        if client is not None:
            client.__exit__()
