"""The platform's folders, and how much memory it gives."""

from dataclasses import dataclass, replace
from pathlib import Path

from autograder.course import Limits

USUAL_MEMORY = 768  # MB, where the container does not say
OWN_MEMORY = 512  # MB that the grader and the warm process may take together
LEAST, MB = 128, 1 << 20
CGROUPS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))


@dataclass(frozen=True)
class Platform:
    """Where things lie; the root is /autograder, or another folder to try it out."""

    root: Path = Path("/autograder")

    @property
    def source(self) -> Path:
        """What the zip was unpacked to."""
        return self.root / "source"

    @property
    def submission(self) -> Path:
        """The student's files."""
        return self.root / "submission"

    @property
    def metadata(self) -> Path:
        """What is known about the submission."""
        return self.root / "submission_metadata.json"

    @property
    def results(self) -> Path:
        """What the platform reads when the run has ended."""
        return self.root / "results" / "results.json"


def fitting(limits: Limits) -> Limits:
    """The course's limits, with no more memory for a worker than the container has left."""
    left = (container_memory() or USUAL_MEMORY) - OWN_MEMORY
    return replace(limits, memory_mb=min(limits.memory_mb, max(LEAST, left)))


def container_memory() -> int | None:
    """The container's limit in MB; None where there is none to be seen."""
    for path in CGROUPS:
        try:
            size = int(path.read_text(encoding="ascii"))
        except (OSError, ValueError):
            continue
        if size < 1 << 50:  # what the kernel says for "no limit" is larger
            return size // MB
    return None
