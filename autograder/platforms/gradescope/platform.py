"""The platform: its folders, the settings packed into the zip, and its memory limit.

This module imports nothing slow, because results.json must be written before anything can fail.
"""

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, get_args

import msgspec

from autograder.course import CourseError, Limits
from autograder.course.schema import Positive, Text
from autograder.course.validation import Strict, convert, mistakes_in
from autograder.results.model import json_text

SETTINGS_FILE = "settings.json"
POLICIES_FILE = "policies.toml"  # in the zip if the instructor has named a file of policies
WhenVisible = Literal["visible", "after_due_date", "after_published", "hidden"]
VISIBILITIES: tuple[str, ...] = get_args(WhenVisible)
MB = 1 << 20
DEFAULT_MEMORY_MB = 768  # if the container's limit cannot be read
GRADER_MEMORY_MB = 512  # for the grader and the fork server together
MIN_WORKER_MB = 128
CGROUPS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))


@dataclass(frozen=True)
class PlatformFolders:
    """The platform's folders; tests use another root than /autograder."""

    root: Path = Path("/autograder")

    @property
    def source(self) -> Path:
        """The folder with the unpacked zip."""
        return self.root / "source"

    @property
    def submission(self) -> Path:
        """The folder of the student's files."""
        return self.root / "submission"

    @property
    def metadata(self) -> Path:
        """The file with the platform's data about the submission."""
        return self.root / "submission_metadata.json"

    @property
    def results(self) -> Path:
        """The file that the platform reads when the run has ended."""
        return self.root / "results" / "results.json"


class GradescopeSettings(Strict, frozen=True):
    """The options with which the zip was made; settings.json in the zip."""

    assignments: tuple[Text, ...]  # ids of those that are graded
    visibility: WhenVisible  # when students see the checks
    minutes: Positive  # the platform's timeout

    def to_text(self) -> str:
        """Return the content of settings.json."""
        return json_text(msgspec.structs.asdict(self))


def read_settings(folder: Path) -> GradescopeSettings:
    """Read the settings in the folder that the zip was unpacked to.

    Raises:
        CourseError: the file cannot be read, or a key is missing, unknown or of the wrong type.
    """
    file = SETTINGS_FILE
    try:
        data = json.loads((folder / file).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CourseError(f"{file}: cannot be read; make the zip again with `autograder gradescope`") from error
    with mistakes_in(file):
        return convert(data, GradescopeSettings)


def fit_limits(limits: Limits) -> Limits:
    """Return the course's limits with no more memory for a worker than the container has left."""
    left = (container_memory() or DEFAULT_MEMORY_MB) - GRADER_MEMORY_MB
    return replace(limits, memory_mb=min(limits.memory_mb, max(MIN_WORKER_MB, left)))


def container_memory() -> int | None:
    """Return the container's memory limit in MB; None if it has none or it cannot be read."""
    for path in CGROUPS:
        try:
            size = int(path.read_text(encoding="ascii"))
        except (OSError, ValueError):
            continue
        if size < 1 << 50:  # the kernel writes a larger number for "no limit"
            return size // MB
    return None
