"""The warm process that workers are forked from: torch imported, one thread, nothing secret, no student code, ever."""

import ctypes
import gc
import json
import os
import socket
import sys
from dataclasses import dataclass, field
from typing import Any

import torch

from . import forbidden, landlock, memory, pages, worker
from .jail import Jail
from .warmup import warm_up

FORK = ctypes.PyDLL(None).fork  # which holds Python's lock meanwhile: the copy has it too
MANY = 20  # forks: one submission is graded by then, and only a class gains what large pages cost


def main() -> None:
    """`zygote CONTROL_FD CONFIGURATION`: obey on the control socket until that closes."""
    control = socket.socket(fileno=int(sys.argv[1]))
    configuration = json.loads(sys.argv[2])
    sys.argv[1:] = []
    torch.set_num_threads(1)
    forbidden.note_methods()
    with forbidden.kernels_noted():
        memory.fill_uninitialised()
        warm_up()
        pages.fill_holes()
        gc.freeze()  # the workers' collectors must not touch, and so copy, what all share
        sys.path[:] = [path for path in sys.path if not path.endswith(("sandbox", "/box"))]
        Zygote(control, Jail(configuration), configuration["printed_bytes"]).serve()
    os._exit(0)  # there is nothing to tidy up, and to look at it all would copy it


@dataclass
class Zygote:
    """What is needed to make workers, and the workers that are dying."""

    control: socket.socket
    jail: Jail
    printed_bytes: int
    gathered: bool = False
    forked: int = 0
    released: list[int] = field(default_factory=list)

    def serve(self) -> None:
        """Carry out orders until the control socket closes."""
        self._say_ready()
        while True:
            data, descriptors, _, _ = socket.recv_fds(self.control, 4096, 2)
            if not data:
                return
            self.answer(json.loads(data), descriptors)
            self.released = [process for process in self.released if os.waitpid(process, os.WNOHANG)[0] == 0]

    def _say_ready(self) -> None:
        self.control.send(json.dumps({"ready": True, "landlock": landlock.version()}).encode())

    def answer(self, order: dict[str, Any], descriptors: list[int]) -> None:
        """Carry out one order of the grader's; a released worker is dying, and nobody waits to hear how."""
        if order["do"] == "release":
            self.released.append(order["process"])
        elif order["do"] == "fork":
            self._fork(descriptors)
        elif order["do"] == "gather":
            self._gather()
        elif order["do"] == "split":
            self._split(*descriptors)
        else:
            _, status, usage = os.wait4(order["process"], 0)
            self.control.send(json.dumps({"status": status, "cpu": usage.ru_utime + usage.ru_stime}).encode())

    def _fork(self, descriptors: list[int]) -> None:
        self.forked += 1
        if self.forked == MANY:
            self._gather()
        process = fork()
        if process == 0:
            self._become_worker(*descriptors)
        self._tell(process, descriptors)

    def _gather(self) -> None:
        if not self.gathered:
            self.gathered = True
            pages.gather()

    def _split(self, control: int) -> None:
        """Become two: the other one has a grader of its own, and shares all memory with this one.

        It goes on in the same loop: how deep the stack is can be seen by a program, and must be the same in all.
        """
        process = fork()
        if process == 0:
            self.control.close()
            self.control, self.forked, self.released = socket.socket(fileno=control), 0, []
            self._say_ready()
        else:
            self._tell(process, [control])
            self.released.append(process)

    def _tell(self, process: int, descriptors: list[int]) -> None:
        handle = os.pidfd_open(process)  # before anybody can reap it, so the number cannot have passed on
        socket.send_fds(self.control, [json.dumps({"process": process}).encode()], [handle])
        for descriptor in (*descriptors, handle):
            os.close(descriptor)

    def _become_worker(self, channel: int, errors: int) -> None:
        """Give up everything, then serve. Does not return."""
        code = 70
        try:
            os.dup2(errors, 1)
            os.dup2(errors, 2)
            self.jail.enter(channel)
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
