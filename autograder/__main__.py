"""`autograder COMMAND …` or `python -m autograder COMMAND …`."""

import sys

if __name__ == "__main__" and not sys.flags.safe_path:  # `python -m` imports from the current folder: a submission's?
    del sys.path[0]

import atexit
import contextlib
import os
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path

NAME = "attention-autograder"  # as pip knows this package
EXTRAS = {  # the optional dependencies of pyproject.toml that install a module
    **dict.fromkeys(("click", "rich", "jinja2", "markupsafe"), "instructors"),
    **dict.fromkeys(("nbgrader", "jupytext", "nbformat", "IPython"), "notebooks"),
    **dict.fromkeys(("distributed", "dask"), "cluster"),
    "copydetect": "similar",
    "tomlkit": "author",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command: `arguments`, or those of this process.

    Returns:
        The exit status: 0 success, 1 problems found, 2 bad arguments, 3 something was left out, 130 interrupted.
    """
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # for many small tensors threads are slower
    from autograder.cli.app import run_command  # noqa: PLC0415 - a missing click is reported by `guarded`

    return run_command(sys.argv[1:] if arguments is None else arguments)


def guarded() -> int:
    """Run the command of this process; a missing package and Ctrl-C are reported in one sentence."""
    os.environ.setdefault("PYTHONSAFEPATH", "1")  # no process that it starts imports from the current folder either
    try:
        with tempfile.TemporaryDirectory(prefix="autograder-") as storage:
            # otherwise hypothesis creates a folder in the current directory
            os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", storage)
            return main()
    except ModuleNotFoundError as error:
        extra = EXTRAS.get((error.name or "").split(".")[0])
        if extra is None:
            raise
        checkout = Path(__file__).parents[1].joinpath("constraints.txt").is_file()
        advice = f"pip install {'-c constraints.txt -e ' if checkout else ''}'{'.' if checkout else NAME}[{extra}]'"
        print(f"autograder: {error.name} is not installed; {advice}", file=sys.stderr)  # noqa: T201 - click may be missing
        return 2
    except BrokenPipeError:  # the program that read our output has ended
        return 141
    except KeyboardInterrupt:
        print("autograder: interrupted; all finished results are written", file=sys.stderr)  # noqa: T201 - the same
        return 130


def run() -> None:
    """Run the console script."""
    leave(guarded())


def leave(status: int) -> None:
    """Exit without tearing down torch, which takes a third of a second and frees only what the system frees anyway."""
    if threading.active_count() > 1:  # other threads are still working
        sys.exit(status)
    atexit._run_exitfuncs()  # noqa: SLF001 - there is no public way
    with contextlib.suppress(OSError):  # the program that reads our output has ended
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    run()
