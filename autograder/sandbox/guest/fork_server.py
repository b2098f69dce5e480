"""The fork server inside the sandbox: torch imported, one thread, no secrets, never any student code. Forks workers."""

import contextlib
import gc
import json
import os
import socket
import sys
from dataclasses import dataclass, field
from typing import Any

import torch

from . import fast_start, landlock, library_calls, worker
from .arguments import Builders, load_builders
from .differentiation import sweeps_recorded
from .jail import Jail
from .syscalls import keep_memory_private
from .warmup import import_compiler, poison_new_memory, warm_up

MANY = 20  # forks: more than one submission needs; large pages pay off only for a class
MAX_CONFIGURATION = 1 << 20  # bytes


def main() -> None:
    """`fork_server CONTROL_FD`: read the configuration from the control socket, then execute its commands."""
    control = socket.socket(fileno=int(sys.argv[1]))
    configuration = json.loads(control.recv(MAX_CONFIGURATION))
    sys.argv[1:] = []
    keep_memory_private()  # it contains the control socket, through which workers are created and reaped
    torch.set_num_threads(1)
    library_calls.discard_records()
    record = library_calls.CallRecord()
    library_calls.record_functions(record)
    forbidden = configuration["forbidden_calls"]
    with library_calls.kernels_recorded(record, forbidden), sweeps_recorded(record, forbidden):
        poison_new_memory()
        warm_up()
        builders = load_builders(configuration["arguments"])
        fast_start.fill_free_lists()
        gc.freeze()  # the workers' garbage collectors must not touch, and so copy, what all share
        sys.path[:] = [path for path in sys.path if not path.endswith(("sandbox", "/guest"))]
        limit = configuration["printed_bytes"]
        server = CommandServer(control, Jail(configuration), limit, builders, record.operations)
        server.serve()
    if configuration["scratch_root"] and not server.is_copy:  # if the grader was killed, no other process removes it
        os.chmod(configuration["scratch_root"], 0o700)  # noqa: PTH101 - pathlib may not be imported yet
        os.execv("/bin/rm", ["rm", "-rf", "--", configuration["scratch_root"]])  # noqa: S606 - our own command
    os._exit(0)  # there is nothing to clean up, and touching the memory would copy it


@dataclass
class CommandServer:
    """Creates workers, and reaps those that were killed."""

    control: socket.socket
    jail: Jail
    printed_limit: int
    builders: Builders  # of the course's arguments
    operations: list[str]  # the names of the recorded numbers
    compacted: bool = False
    forked: int = 0
    abandoned: list[int] = field(default_factory=list)
    is_copy: bool = False

    def serve(self) -> None:
        """Execute commands until the control socket closes."""
        with contextlib.suppress(ConnectionError):  # the grader ended before it had read everything
            self._say_ready()
            while True:
                data, descriptors, _, _ = socket.recv_fds(self.control, 4096, 3)
                if not data:
                    return
                self.command(json.loads(data), descriptors)
                self.abandoned = [process for process in self.abandoned if os.waitpid(process, os.WNOHANG)[0] == 0]

    def _say_ready(self) -> None:
        self.control.send(
            json.dumps({"ready": True, "landlock": landlock.version(), "operations": self.operations}).encode()
        )

    def command(self, command: dict[str, Any], descriptors: list[int]) -> None:
        """Execute one command of the grader."""
        if command["do"] == "abandon":  # it was killed, and needs no reply
            self.abandoned.append(command["process"])
        elif command["do"] == "fork":
            self._fork(descriptors, command["scratch"])
        elif command["do"] == "compact":
            self._compact_memory()
        elif command["do"] == "clone":
            self._clone(*descriptors, compiler=command["compiler"])
        else:
            _, status, usage = os.wait4(command["process"], 0)
            self.control.send(json.dumps({"status": status, "cpu": usage.ru_utime + usage.ru_stime}).encode())

    def _fork(self, descriptors: list[int], scratch: str | None) -> None:
        self.forked += 1
        if self.forked == MANY:
            self._compact_memory()
        process = fast_start.fork()
        if process == 0:
            self._become_worker(*descriptors, scratch=scratch)
        self._reply_process(process, descriptors)

    def _compact_memory(self) -> None:
        if not self.compacted:
            self.compacted = True
            fast_start.compact_memory()

    def _clone(self, control: int, *, compiler: bool) -> None:
        """Fork another fork server, which has a control socket of its own and shares all memory with this one.

        It continues in the same loop: programs can see how deep the stack is, so that must be the same in both.
        """
        process = fast_start.fork()
        if process == 0:
            self.control.close()
            self.control, self.forked, self.abandoned = socket.socket(fileno=control), 0, []
            self.is_copy = True
            if compiler:
                import_compiler()
                gc.freeze()
                self.jail.measure_memory()
            self._say_ready()
        else:
            self._reply_process(process, [control])
            self.abandoned.append(process)

    def _reply_process(self, process: int, descriptors: list[int]) -> None:
        handle = os.pidfd_open(process)  # before it can be reaped, so the number cannot refer to another process
        socket.send_fds(self.control, [json.dumps({"process": process}).encode()], [handle])
        for descriptor in (*descriptors, handle):
            os.close(descriptor)

    def _become_worker(self, channel: int, errors: int, pipe: int, *, scratch: str | None) -> None:
        """Give up everything, then serve. Does not return."""
        code = 70
        try:
            os.dup2(errors, 1)
            os.dup2(errors, 2)
            library_calls.record_to(pipe)
            self.jail.enter(channel, scratch)
            worker.serve(channel, self.printed_limit, self.builders)
            code = 0
        except BaseException as error:  # noqa: BLE001 - whatever it is, it must not continue as a second fork server
            os.write(2, f"{type(error).__name__}: {error}"[:2000].encode())
        finally:
            os._exit(code)


if __name__ == "__main__":
    main()
