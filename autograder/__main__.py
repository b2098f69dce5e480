"""`autograder COMMAND …` or `python -m autograder COMMAND …`."""

import argparse
import atexit
import contextlib
import importlib
import os
import sys
import tempfile
import threading
from collections.abc import Sequence

from autograder.course import CourseError

COMMANDS = {
    "grade": "grade a class: autograder grade SUBMISSIONS --out OUT",
    "check": "grade one student's part and print why each check failed: autograder check FOLDER [EXERCISE]",
    "regrade": "who moves after a change of checks or points, and why: autograder regrade OUT SUBMISSIONS",
    "export": "grades for csv, canvas, moodle, nbgrader or gradescope: autograder export GRADED --format canvas",
    "intake": "show what would be graded, and what is refused and why",
    "handout": "the student's folder, zip or template repository: autograder handout OUT [--zip] [--github]",
    "nbgrader": "a course folder for nbgrader, from the same source: autograder nbgrader build COURSE",
    "gradescope": "the zip of an autograder for Gradescope: autograder gradescope OUT.zip [--assignment NN]",
    "similar": "who shares code, as a list for a person to look at: autograder similar SUBMISSIONS --html PAGE",
    "sync": "make stubs, texts and notebooks from solutions/ (--check: fail where they differ)",
    "audit": "run the wrong programs and the right styles against the checks",
    "doctor": "try what isolation this machine allows",
}


EXTRAS = {"distributed": "cluster", "dask": "cluster", "copydetect": "similar"}
EXTRAS |= dict.fromkeys(("rich", "jinja2", "markupsafe"), "instructors") | dict.fromkeys(
    ("nbgrader", "jupytext", "nbformat", "IPython"), "notebooks"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; exit status 0 (done), 1 (found something), 2 (bad arguments), 3 (left something out)."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # many small tensors: threads only get into each other's way
    parser = argparse.ArgumentParser(prog="autograder", description="Grade exercises on attention through a wall.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    given = list(sys.argv[1:] if arguments is None else arguments)
    for name, text in COMMANDS.items():
        command = commands.add_parser(name, help=text, description=text)
        if name in given[:1]:  # the others need not be imported
            module = importlib.import_module(f"autograder.commands.{name}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    options = parser.parse_args(given)
    try:
        return int(options.run(options))
    except CourseError as error:
        print(f"autograder: {error}", file=sys.stderr)  # noqa: T201 - the one line that a user gets
        return 2


def guarded() -> int:
    """Run, and tell what is missing or that it was stopped in one line."""
    try:
        with tempfile.TemporaryDirectory(
            prefix="autograder-"
        ) as storage:  # else hypothesis leaves a folder where we run
            os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", storage)
            return main()
    except ModuleNotFoundError as error:
        extra = EXTRAS.get((error.name or "").split(".")[0])
        if extra is None:
            raise
        advice = f"pip install -c constraints.txt -e '.[{extra}]'"
        print(f"autograder: {error.name} is not installed; {advice}", file=sys.stderr)  # noqa: T201 - the one line
        return 2
    except BrokenPipeError:  # whoever read our output has gone, and there is nobody to tell
        return 141
    except KeyboardInterrupt:
        print("autograder: stopped; what is graded is written", file=sys.stderr)  # noqa: T201 - the same
        return 130


def run() -> None:
    """The console script."""
    leave(guarded())


def leave(status: int) -> None:
    """End at once: to take torch down piece by piece takes a third of a second, and the system does it anyway."""
    if threading.active_count() > 1:  # somebody is still at work
        sys.exit(status)
    atexit._run_exitfuncs()  # noqa: SLF001 - what others have asked for; there is no public way
    with contextlib.suppress(OSError):  # whoever read our output has gone
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    run()
