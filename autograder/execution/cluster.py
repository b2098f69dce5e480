"""Grades on the workers of a dask scheduler, wherever they run: SSH hosts, Slurm, Kubernetes."""

import socket
import time
from collections.abc import Callable
from typing import Any

from distributed import Client
from distributed.comm.addressing import parse_address, parse_host_port
from distributed.comm.registry import get_backend
from distributed.scheduler import KilledWorker

from autograder.execution.cache_key import GradingEnvironment
from autograder.execution.executors import RemoteExecutor
from autograder.execution.worker import incompatibility
from autograder.sandbox.host.isolation import SandboxError

RETRY_SECONDS = 0.5
WAIT_SECONDS = 120  # for the scheduler and the first worker


def connect_to_dask(address: str, environment: GradingEnvironment, say: Callable[[str], None]) -> "DaskExecutor":
    """Connect to a scheduler; its workers that can grade in the environment are used.

    Args:
        address: the scheduler's, such as `tcp://scheduler:8786`.
        environment: the environment that the verdicts must come from.
        say: receives a sentence for each worker that cannot be used.

    Raises:
        SandboxError: there is no scheduler or no worker, or no worker can grade in the environment.
    """
    client = _client(address)
    try:
        problems: dict[str, str] = client.run(incompatibility, environment)
        usable = [worker for worker, problem in problems.items() if not problem]
        for worker, problem in problems.items():
            if problem and usable:
                say(f"{worker} grades nothing: {problem}")
        if not usable:
            raise SandboxError(f"{address}: every worker refuses ({next(iter(problems.values()))})")
    except BaseException:
        client.close()
        raise
    return DaskExecutor(client, environment, usable if len(usable) < len(problems) else None)


def _await_scheduler(address: str) -> None:
    """Wait until something listens at an address. A client that fails to connect waits for minutes when it is dropped.

    Raises:
        SandboxError: the address makes no sense, or nothing listens there.
    """
    try:
        scheme, location = parse_address(address)
        get_backend(scheme)
        place = parse_host_port(location)
    except ValueError as error:
        raise SandboxError(
            f"--cluster {address}: is no address of a scheduler, such as tcp://host:8786 ({error})"
        ) from error
    end = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            socket.create_connection(place, timeout=max(1.0, end - time.monotonic())).close()
        except OSError as error:
            if time.monotonic() > end:
                raise SandboxError(f"{address}: no dask scheduler answers there ({error})") from error
            time.sleep(RETRY_SECONDS)
        else:
            return


def _client(address: str) -> Client:
    _await_scheduler(address)
    try:
        client = Client(address, timeout=WAIT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise SandboxError(f"{address}: no dask scheduler answers there ({error})") from error
    try:
        client.wait_for_workers(1, timeout=WAIT_SECONDS)
    except (OSError, TimeoutError) as error:
        client.close()
        raise SandboxError(f"{address}: the scheduler has no worker; start some (docs/how-to/clusters.md)") from error
    return client


class DaskExecutor(RemoteExecutor):
    """Dask reruns the tasks of a lost worker itself; a task that lost three workers is run once more, alone."""

    def __init__(self, client: Client, environment: GradingEnvironment, workers: list[str] | None) -> None:
        self._client = client
        restriction: dict[str, Any] = {"workers": workers} if workers else {}
        executor = client.get_executor(pure=False, **restriction)
        super().__init__(executor, environment, self._thread_count, (KilledWorker,))

    def _thread_count(self) -> int:
        try:
            return sum(self._client.nthreads().values())
        except OSError as error:
            text = f"the connection to the dask scheduler was lost ({error}); the same command continues from here"
            raise SandboxError(text) from error

    def close(self, *, at_once: bool = False) -> None:
        """Disconnect; the cluster's workers keep running."""
        super().close(at_once=at_once)
        self._client.close()
