"""Whether a wrong answer is right in a worker that is asked nothing else: then what earlier calls leave changes it."""

from collections.abc import Callable, Sequence

from autograder.checking.recording import RecordedCheck
from autograder.checking.runner import Finding, passes_example
from autograder.sandbox.host.client import SandboxClient
from autograder.sandbox.host.target import CallRequest, CallResponse, NoResponse

MOST_REQUESTS = 8  # of an example that is asked again, each in a worker of its own


class OneWorkerEach:
    """A target that sends every request to a new worker.

    Args:
        new_client: makes a client that has been asked nothing.
    """

    def __init__(self, new_client: Callable[[], SandboxClient]) -> None:
        self._new_client = new_client

    def ask(self, requests: Sequence[CallRequest]) -> list[CallResponse | NoResponse]:
        """Return one response for each request.

        Raises:
            SandboxError: the sandbox was lost.
        """
        responses: list[CallResponse | NoResponse] = []
        for request in requests:
            with self._new_client() as client:
                responses += client.ask([request])
        return responses


def is_right_alone(
    checks: Sequence[RecordedCheck], findings: Sequence[Finding], new_client: Callable[[], SandboxClient]
) -> bool:
    """Whether the first wrong example of a core check passes when each of its requests is the only one of a worker.

    Args:
        checks: the checks of an exercise.
        findings: how they ended, in the same order.
        new_client: makes a client that has been asked nothing.

    Raises:
        SandboxError: the sandbox was lost.
    """
    for check, finding in zip(checks, findings, strict=True):
        if finding.info.level == "core" and finding.failing is not None:
            few = len(check.examples[finding.failing].requests) <= MOST_REQUESTS
            return few and passes_example(check, finding.failing, OneWorkerEach(new_client))
    return False
