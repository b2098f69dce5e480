"""Whether a wrong answer is right in a worker that is asked nothing else: then what earlier calls leave changes it."""

from collections.abc import Callable, Sequence

from autograder.checking.recording import RecordedCheck
from autograder.checking.runner import passes_example
from autograder.sandbox.host.client import SandboxClient
from autograder.sandbox.host.target import CallRequest, CallResponse, NoResponse

MOST_REQUESTS = 8  # of an example that is asked again, each in a worker of its own


class OneWorkerEach:
    """A target that sends every request to a new worker, until all of them together have used up some time.

    Args:
        new_client: makes a client that has been asked nothing.
        seconds: the time.
    """

    def __init__(self, new_client: Callable[[], SandboxClient], seconds: float) -> None:
        self._new_client = new_client
        self._seconds = seconds
        self.spent = 0.0

    def ask(self, requests: Sequence[CallRequest]) -> list[CallResponse | NoResponse]:
        """Return one response for each request.

        Raises:
            SandboxError: the sandbox was lost.
        """
        responses: list[CallResponse | NoResponse] = []
        for request in requests:
            responses += self._ask(request) if self.spent < self._seconds else [NoResponse("not run", "not asked")]
        return responses

    def _ask(self, request: CallRequest) -> list[CallResponse | NoResponse]:
        with self._new_client() as client:
            answers = client.ask([request])
        self.spent += client.spent
        return answers


def passes_alone(check: RecordedCheck, place: int, target: OneWorkerEach) -> bool:
    """Whether an example of a check passes when each of its requests is the only one of a worker.

    Raises:
        SandboxError: the sandbox was lost.
    """
    return len(check.examples[place].requests) <= MOST_REQUESTS and passes_example(check, place, target)
