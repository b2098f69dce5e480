"""The warm process that workers are forked from: torch imported, one thread, nothing secret, no student code, ever."""

import contextlib
import ctypes
import gc
import json
import os
import socket
import sys
from dataclasses import dataclass, field
from typing import Any

import torch

from . import landlock, library_calls, memory, pages, record, worker
from .jail import Jail
from .system import keep_memory_private
from .warmup import import_compiler, warm_up

FORK = ctypes.PyDLL(None).fork  # which holds Python's lock meanwhile: the copy has it too
MANY = 20  # forks: one submission is graded by then, and only a class gains what large pages cost


def main() -> None:
    """`zygote CONTROL_FD CONFIGURATION`: obey on the control socket until that closes."""
    control = socket.socket(fileno=int(sys.argv[1]))
    configuration = json.loads(sys.argv[2])
    sys.argv[1:] = []
    keep_memory_private()  # its control socket is what workers are made and heard through
    torch.set_num_threads(1)
    record.discard()
    operations = record.Record()
    library_calls.record_functions(operations)
    with library_calls.kernels_recorded(operations):
        memory.fill_uninitialised()
        warm_up()
        pages.fill_holes()
        gc.freeze()  # the workers' collectors must not touch, and so copy, what all share
        sys.path[:] = [path for path in sys.path if not path.endswith(("sandbox", "/box"))]
        zygote = Zygote(control, Jail(configuration), configuration["printed_bytes"], operations.operations)
        zygote.serve()
    if configuration["scratch_root"] and not zygote.is_copy:  # where the grader was killed, nobody else removes it
        os.chmod(configuration["scratch_root"], 0o700)  # noqa: PTH101 - pathlib may not be imported yet
        os.execv("/bin/rm", ["rm", "-rf", "--", configuration["scratch_root"]])  # noqa: S606 - our own command
    os._exit(0)  # there is nothing to tidy up, and to look at it all would copy it


@dataclass
class Zygote:
    """What is needed to make workers, and the workers that are dying."""

    control: socket.socket
    jail: Jail
    printed_bytes: int
    operations: list[str]  # what the record's numbers mean
    gathered: bool = False
    forked: int = 0
    released: list[int] = field(default_factory=list)
    is_copy: bool = False

    def serve(self) -> None:
        """Carry out orders until the control socket closes."""
        with contextlib.suppress(ConnectionError):  # the grader is gone, and had not read all that we sent
            self._say_ready()
            while True:
                data, descriptors, _, _ = socket.recv_fds(self.control, 4096, 3)
                if not data:
                    return
                self.answer(json.loads(data), descriptors)
                self.released = [process for process in self.released if os.waitpid(process, os.WNOHANG)[0] == 0]

    def _say_ready(self) -> None:
        self.control.send(
            json.dumps({"ready": True, "landlock": landlock.version(), "operations": self.operations}).encode()
        )

    def answer(self, order: dict[str, Any], descriptors: list[int]) -> None:
        """Carry out one order of the grader's; a released worker is dying, and nobody waits to hear how."""
        if order["do"] == "release":
            self.released.append(order["process"])
        elif order["do"] == "fork":
            self._fork(descriptors, order["scratch"])
        elif order["do"] == "gather":
            self._gather()
        elif order["do"] == "split":
            self._split(*descriptors, compiler=order["compiler"])
        else:
            _, status, usage = os.wait4(order["process"], 0)
            self.control.send(json.dumps({"status": status, "cpu": usage.ru_utime + usage.ru_stime}).encode())

    def _fork(self, descriptors: list[int], scratch: str | None) -> None:
        self.forked += 1
        if self.forked == MANY:
            self._gather()
        process = fork()
        if process == 0:
            self._become_worker(*descriptors, scratch=scratch)
        self._tell(process, descriptors)

    def _gather(self) -> None:
        if not self.gathered:
            self.gathered = True
            pages.gather()

    def _split(self, control: int, *, compiler: bool) -> None:
        """Become two: the other one has a grader of its own, and shares all memory with this one.

        It goes on in the same loop: how deep the stack is can be seen by a program, and must be the same in all.
        """
        process = fork()
        if process == 0:
            self.control.close()
            self.control, self.forked, self.released = socket.socket(fileno=control), 0, []
            self.is_copy = True
            if compiler:
                import_compiler()
                gc.freeze()
                self.jail.measure_memory()
            self._say_ready()
        else:
            self._tell(process, [control])
            self.released.append(process)

    def _tell(self, process: int, descriptors: list[int]) -> None:
        handle = os.pidfd_open(process)  # before anybody can reap it, so the number cannot have passed on
        socket.send_fds(self.control, [json.dumps({"process": process}).encode()], [handle])
        for descriptor in (*descriptors, handle):
            os.close(descriptor)

    def _become_worker(self, channel: int, errors: int, pipe: int, *, scratch: str | None) -> None:
        """Give up everything, then serve. Does not return."""
        code = 70
        try:
            os.dup2(errors, 1)
            os.dup2(errors, 2)
            record.write_to(pipe)
            self.jail.enter(channel, scratch)
            worker.serve(channel, self.printed_bytes)
            code = 0
        except BaseException as error:  # noqa: BLE001 - whatever it is, it must not run on as a second zygote
            os.write(2, f"{type(error).__name__}: {error}"[:2000].encode())
        finally:
            os._exit(code)


def fork() -> int:
    """A copy of this process: its number here, 0 in the copy.

    `os.fork` would also let threading and two dozen loggers of torch's make new locks, which costs a worker a
    millisecond. There is one thread, and nothing is locked or logged while a worker is made.
    """
    number: int = FORK()
    if number < 0:
        raise OSError("the warm process cannot be copied")
    return number


if __name__ == "__main__":
    main()
