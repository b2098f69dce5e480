"""`python -m autograder.platforms.gradescope [ROOT]`: grade the submission in the platform's folders."""

import argparse
import os
import sys
import threading
import traceback
from pathlib import Path

from autograder.course import CourseError
from autograder.platforms.gradescope.attempt_limits import attempt_status
from autograder.platforms.gradescope.metadata import read_metadata
from autograder.platforms.gradescope.platform import (
    VISIBILITIES,
    GradescopeSettings,
    PlatformFolders,
    fit_limits,
    read_settings,
)
from autograder.platforms.gradescope.report import BROKEN, STARTED, STOPPED, ResultsFile
from autograder.sandbox.host.isolation import Level

RESERVE = 30  # seconds before the platform's own timeout


def main() -> int:
    """Return 0 when the submission was graded, 1 when it could not be; results.json is written in any case."""
    parser = argparse.ArgumentParser(prog="run_autograder")
    parser.add_argument("root", nargs="?", type=Path, default=Path("/autograder"))
    parser.add_argument("--isolation", choices=[str(level) for level in Level])
    options = parser.parse_args()
    platform = PlatformFolders(options.root.resolve())
    metadata = read_metadata(platform.metadata)
    try:
        settings = read_settings(platform.source)
    except CourseError as error:
        print(f"autograder: {error}", file=sys.stderr)  # noqa: T201 - for the instructor
        ResultsFile(platform.results, VISIBILITIES[0], metadata).write(BROKEN)
        return 1
    report = ResultsFile(platform.results, settings.visibility, metadata)
    report.write(STARTED)
    timer = _stop_in_time(report, settings)
    try:
        _grade(platform, settings, report, options.isolation)
    except BaseException:  # noqa: BLE001 - the platform must get its file in any case
        traceback.print_exc()
        report.write(BROKEN)
        return 1
    finally:
        timer.cancel()
    return 0


def _grade(platform: PlatformFolders, settings: GradescopeSettings, report: ResultsFile, isolation: str | None) -> None:
    # imports torch, and may fail, so only after the first report is written
    from autograder.platforms.gradescope.job import GradescopeJob, packaged_course  # noqa: PLC0415

    course = packaged_course(platform.source)
    report.attempt = attempt_status(report.metadata, course.policies.gradescope, course.policies.own_zone)
    if report.attempt and report.attempt.refused:
        print(report.attempt.line)  # noqa: T201 - shown to instructors only
        report.write_refusal()
        return
    if report.attempt:
        report.write(STARTED)  # again, with which attempt it is
    level = Level(isolation) if isolation else None
    with GradescopeJob(settings, level, fit_limits, course) as job:
        print("\n".join(job.remarks(report.metadata)))  # noqa: T201 - shown to instructors only
        job.grade(platform, report)


def _stop_in_time(report: ResultsFile, settings: GradescopeSettings) -> threading.Timer:
    """End the run with an explanation before the platform ends it without one."""

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
