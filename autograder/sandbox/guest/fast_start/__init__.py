"""Tricks that make the fork server start sooner and its workers cheaper, behind one switch. No verdict depends on them.

With AUTOGRADER_FAST_START=0 in its environment, a process imports torch's compiler and sympy as torch itself does,
leaves its memory as it is, and forks with `os.fork`.
"""

import os

SWITCH = "AUTOGRADER_FAST_START"


def enabled() -> bool:
    """Whether this process uses the tricks."""
    return os.environ.get(SWITCH) != "0"
