import hashlib
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Submission:
    """The files of one student for one assignment: bytes, never parsed outside the sandbox."""

    student: str
    assignment: str
    sources: dict[str, bytes]
    notes: tuple[str, ...] = ()
    missing: dict[str, str] = field(default_factory=dict)
    refused: frozenset[str] = frozenset()  # of what is missing, what came and could not be taken
    late: bool = False
    attempts: int = 1
    handed_in: str = ""  # when, where it was late and the hour is known
    due: str = ""  # the date that held then
    sizes: dict[str, dict[str, int]] = field(default_factory=dict)  # the student's own, by exercise and argument

    @property
    def sha256(self) -> str:
        """The content of all files, whatever their order."""
        digest = hashlib.sha256()
        for name in sorted(self.sources):
            digest.update(f"{name}\0{len(self.sources[name])}\0".encode() + self.sources[name])
        return digest.hexdigest()

    def why_missing(self, file: str) -> str:
        """What is said about a file that is not there."""
        return self.missing.get(file, f"{file} was not handed in")


@dataclass(frozen=True)
class Intake:
    """What would be graded, and what was left aside and why."""

    submissions: tuple[Submission, ...]
    left_aside: tuple[str, ...]
