"""The kind of processor: the last bits of what torch computes depend on it."""

import platform

import torch


def processor() -> str:
    """Return the architecture and the instructions that torch uses."""
    return f"{platform.machine()} {torch.backends.cpu.get_cpu_capability()}"
