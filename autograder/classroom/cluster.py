"""A crew of the workers of a dask scheduler, however they were started: SSH, Slurm, Kubernetes."""

from collections.abc import Callable
from typing import Any

from distributed import Client
from distributed.scheduler import KilledWorker

from autograder.classroom.cache_key import GradingEnvironment
from autograder.classroom.crews import ExecutorCrew
from autograder.classroom.desk import refusal
from autograder.sandbox.zygote import SandboxError

WAIT_SECONDS = 120  # for the scheduler and the first worker


def cluster_crew(address: str, environment: GradingEnvironment, say: Callable[[str], None]) -> "ClusterCrew":
    """The workers that hold the isolation that was asked for; the others are named and get nothing.

    Raises:
        SandboxError: no scheduler or no worker is there, or every one refuses.
    """
    client = _client(address)
    try:
        reasons: dict[str, str] = client.run(refusal, environment)
        willing = [worker for worker, reason in reasons.items() if not reason]
        for worker, reason in reasons.items():
            if reason and willing:
                say(f"{worker} grades nothing: {reason}")
        if not willing:
            raise SandboxError(f"{address}: every worker refuses ({next(iter(reasons.values()))})")
    except BaseException:
        client.close()
        raise
    return ClusterCrew(client, environment, willing if len(willing) < len(reasons) else None)


def _client(address: str) -> Client:
    try:
        client = Client(address, timeout=WAIT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise SandboxError(f"{address}: no dask scheduler answers there ({error})") from error
    try:
        client.wait_for_workers(1, timeout=WAIT_SECONDS)
    except (OSError, TimeoutError) as error:
        client.close()
        raise SandboxError(f"{address}: the scheduler has no worker; start some (docs/clusters.md)") from error
    return client


class ClusterCrew(ExecutorCrew):
    """Dask grades again what was with a lost worker; what has cost three of them is tried once more, alone."""

    def __init__(self, client: Client, environment: GradingEnvironment, workers: list[str] | None) -> None:
        self._client = client
        chosen: dict[str, Any] = {"workers": workers} if workers else {}
        executor = client.get_executor(pure=False, **chosen)
        super().__init__(executor, environment, self._threads, (KilledWorker,))

    def _threads(self) -> int:
        try:
            return sum(self._client.nthreads().values())
        except OSError as error:
            raise SandboxError(f"the dask scheduler was lost ({error}); the same command goes on from here") from error

    def close(self, *, at_once: bool = False) -> None:
        """Leave the cluster; its workers live on."""
        super().close(at_once=at_once)
        self._client.close()
