"""`python -m autograder.channels.gradescope [ROOT]`: grade the submission that lies in the platform's folders."""

import argparse
import os
import sys
import threading
import traceback
from pathlib import Path

from autograder.channels.gradescope.metadata import read_metadata
from autograder.channels.gradescope.platform import Platform, fitting
from autograder.channels.gradescope.report import BROKEN, STARTED, STOPPED, Report
from autograder.channels.gradescope.settings import VISIBILITIES, Settings, read_settings
from autograder.course import CourseError
from autograder.sandbox.host.isolation import Level

RESERVE = 30  # seconds before the platform's own end


def main() -> int:
    """0 when the submission has a verdict, 1 when it could not be graded; results.json is there in any case."""
    parser = argparse.ArgumentParser(prog="run_autograder")
    parser.add_argument("root", nargs="?", type=Path, default=Path("/autograder"))
    parser.add_argument("--isolation", choices=[str(level) for level in Level])
    options = parser.parse_args()
    platform = Platform(options.root.resolve())
    metadata = read_metadata(platform.metadata)
    try:
        settings = read_settings(platform.source)
    except CourseError as error:
        print(f"autograder: {error}", file=sys.stderr)  # noqa: T201 - for the instructor
        Report(platform.results, VISIBILITIES[0], metadata).write(BROKEN)
        return 1
    report = Report(platform.results, settings.visibility, metadata)
    report.write(STARTED)
    clock = _stop_in_time(report, settings)
    try:
        _grade(platform, settings, report, options.isolation)
    except BaseException:  # noqa: BLE001 - whatever it is, the platform must get its file
        traceback.print_exc()
        report.write(BROKEN)
        return 1
    finally:
        clock.cancel()
    return 0


def _grade(platform: Platform, settings: Settings, report: Report, isolation: str | None) -> None:
    from autograder.channels.gradescope.desk import Desk  # noqa: PLC0415 - imports torch, after the first report
    from autograder.channels.gradescope.rules import course_there  # noqa: PLC0415 - what breaks here is to be reported

    level = Level(isolation) if isolation else None
    with Desk(settings, level, fitting, course_there(platform.source)) as desk:
        print("\n".join(desk.remarks(report.metadata)))  # noqa: T201 - what instructors see beside the results
        desk.grade(platform, report)


def _stop_in_time(report: Report, settings: Settings) -> threading.Timer:
    """Before the platform stops us without a word, say what happened and end."""

    def stop() -> None:
        report.write(STOPPED)
        sys.stdout.flush()
        os._exit(0)

    timer = threading.Timer(max(1.0, 60 * settings.minutes - RESERVE), stop)
    timer.daemon = True
    timer.start()
    return timer


if __name__ == "__main__":
    sys.exit(main())
