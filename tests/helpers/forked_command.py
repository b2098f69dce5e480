"""Runs a command in a fork of the test process: a process of its own, as it must be, that has imported torch already.

Use it where a command is called again and again and what it leaves is looked at. `helpers.grading.autograder` starts
the program itself.
"""

import contextlib
import multiprocessing
import os
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Sequence

from autograder.__main__ import guarded
from tests.helpers.grading import complaints
from tests.helpers.paths import ROOT

SHOWN_TO_NOBODY = (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning)  # Python's own rule


def forked_autograder(*arguments: object) -> "subprocess.CompletedProcess[str]":
    """Run the command in the folder of this checkout; its stderr without the line that names the course."""
    words = [str(argument) for argument in arguments]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = multiprocessing.get_context("fork").Process(target=_run, args=(words, out.fileno(), err.fileno()))
        with warnings.catch_warnings():  # of threads of pytest-xdist, which no command needs
            warnings.simplefilter("ignore", DeprecationWarning)
            child.start()
        child.join()
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode())
    return subprocess.CompletedProcess(words, child.exitcode or 0, texts[0], complaints(texts[1]))


def _run(words: Sequence[str], out: int, err: int) -> None:
    """Be the program: its arguments, its folder, its streams and its warnings."""
    os.dup2(out, 1)
    os.dup2(err, 2)
    os.chdir(ROOT)
    sys.argv[:] = ["autograder", *words]
    warnings.resetwarnings()
    for category in SHOWN_TO_NOBODY:
        warnings.simplefilter("ignore", category)
    with (
        open(1, "w", encoding="utf-8", closefd=False) as stdout,
        open(2, "w", encoding="utf-8", closefd=False) as stderr,
        contextlib.redirect_stdout(stdout),
        contextlib.redirect_stderr(stderr),
    ):
        status = guarded()
    sys.exit(status)
