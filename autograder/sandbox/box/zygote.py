"""The warm process that workers are forked from: torch imported, one thread, nothing secret, no student code, ever."""

import gc
import json
import os
import socket
import sys
from typing import Any

import torch

from . import forbidden, jail, memory, pages, worker
from .warmup import warm_up

MANY = 20  # forks: one submission is graded by then, and only a class gains what large pages cost


def main() -> None:
    """`zygote CONTROL_FD CONFIGURATION`: answer "fork", "reap" and "release" on the control socket until it closes."""
    control = socket.socket(fileno=int(sys.argv[1]))
    configuration = json.loads(sys.argv[2])
    sys.argv[1:] = []
    torch.set_num_threads(1)
    forbidden.watch_methods()
    memory.fill_uninitialised()
    warm_up()
    pages.fill_holes()
    gc.freeze()  # the workers' collectors must not touch, and so copy, what all share
    sys.path[:] = [path for path in sys.path if not path.endswith(("sandbox", "/box"))]
    control.send(json.dumps({"ready": True, "landlock": jail.landlock_version()}).encode())
    released: list[int] = []
    forked = 0
    while True:
        data, descriptors, _, _ = socket.recv_fds(control, 4096, 2)
        if not data:
            return
        forked += len(descriptors) > 0
        if forked == MANY:
            pages.gather()
        answer(control, json.loads(data), descriptors, configuration, released)
        released[:] = [process for process in released if os.waitpid(process, os.WNOHANG)[0] == 0]


def answer(
    control: socket.socket,
    order: dict[str, Any],
    descriptors: list[int],
    configuration: dict[str, Any],
    released: list[int],
) -> None:
    """Carry out one order of the grader's; a released worker is dying, and nobody waits to hear how."""
    if order["do"] == "release":
        released.append(order["process"])
    elif order["do"] == "fork":
        process = os.fork()
        if process == 0:
            become_worker(descriptors, configuration)
        handle = os.pidfd_open(process)  # before anybody can reap it, so the number cannot have passed on
        socket.send_fds(control, [json.dumps({"process": process}).encode()], [handle])
        for descriptor in (*descriptors, handle):
            os.close(descriptor)
    else:
        _, status, usage = os.wait4(order["process"], 0)
        control.send(json.dumps({"status": status, "cpu": usage.ru_utime + usage.ru_stime}).encode())


def become_worker(descriptors: list[int], configuration: dict[str, Any]) -> None:
    """Give up everything, then serve. Does not return."""
    code = 70
    try:
        channel, errors = descriptors
        os.dup2(errors, 1)
        os.dup2(errors, 2)
        jail.leave_group_and_files({0, 1, 2, channel})
        imprison(configuration)
        worker.serve(channel, configuration["printed_bytes"])
        code = 0
    except BaseException as error:  # noqa: BLE001 - whatever it is, it must not run on as a second zygote
        os.write(2, f"{type(error).__name__}: {error}"[:2000].encode())
    finally:
        os._exit(code)


def imprison(configuration: dict[str, Any]) -> None:
    """Take all measures in the order in which they remain possible."""
    jail.limit(configuration["memory_bytes"], configuration["cpu_seconds"])
    jail.die_first()
    scratch = own_scratch(configuration["scratch"])
    if configuration["uid"] is not None:
        jail.give_up_root(configuration["uid"])
    jail.drop_capabilities()
    jail.die_with_parent()
    jail.no_new_privileges()
    if configuration["landlock"]:
        jail.see_only(configuration["read"], [scratch] if scratch else [])
    jail.filter_system_calls(writable=bool(scratch))


def own_scratch(folder: str | None) -> str | None:
    """The worker's own folder for temporary files; None where this machine refuses a namespace inside the sandbox."""
    if folder is None:
        return None
    try:
        jail.private_scratch(folder)
    except OSError:  # nothing can be written then: Landlock and the filter see to it
        return None
    return folder


if __name__ == "__main__":
    main()
