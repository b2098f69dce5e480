"""A student's work for one assignment, and that of a whole class, as the rest of the package receives it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from autograder.intake.spool import SpooledFiles, files_hash

NO_TIME = "is no time that is understood"  # in every sentence about a text that should be one
NO_FILES: frozenset[str] = frozenset()
NO_REASONS: Mapping[str, str] = {}  # shared by submissions without any: empty tables of a large class add up
NO_SIZES: Mapping[str, Mapping[str, int]] = {}


@dataclass(frozen=True, slots=True)
class Submission:
    """The files of one student for one assignment: bytes that only the sandbox runs.

    Attributes:
        student: the student's id.
        assignment: the assignment's id.
        sources: the content of each file; of a class that is graded, on disk (`spool`).
        notes: sentences about what was done to the files.
        missing: why a file is missing, by file.
        refused: of the missing files, those that were handed in but cannot be read.
        late: whether it was handed in late.
        attempts: how many attempts were handed in.
        handed_in: when, if it was late and the time is known.
        due: when it was due, if it was late.
        time: when it was handed in, late or not, with the offset of the class's clocks; empty if that is not known.
        zone: the zone of the class by whose clocks `time` was read; empty if it had an offset or a zone of its own.
        reported: whether a platform says so, and not only what was handed in.
        marked: whether the platform marked it as late.
        group: the group that handed it in; empty for a student alone.
        member: who of the group handed it in, or the folder of the group; empty for a student alone.
        sizes: the student's own sizes, by exercise and argument.
        received: if nothing can be graded, the files that arrived and are none of the expected ones.
        unreadable: if nothing can be graded, why what arrived cannot be read.
        names: the name that it came under, or all names that the roster has for the student.
        contested: why it is not clear what this student handed in, so that a person has to say; empty if it is.
        question: what a person should settle although something counts; empty if nothing.
    """

    student: str
    assignment: str
    sources: Mapping[str, bytes]
    notes: tuple[str, ...] = ()
    missing: Mapping[str, str] = field(default_factory=lambda: NO_REASONS)
    refused: frozenset[str] = NO_FILES
    late: bool = False
    attempts: int = 1
    handed_in: str = ""
    due: str = ""
    time: str = ""
    zone: str = ""
    reported: bool = False
    marked: bool = False
    group: str = ""
    member: str = ""
    sizes: Mapping[str, Mapping[str, int]] = field(default_factory=lambda: NO_SIZES)
    received: tuple[str, ...] = ()
    unreadable: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    contested: str = ""
    question: str = ""

    @property
    def sha256(self) -> str:
        """A hash of the names and contents of all files, whatever their order."""
        return self.sources.sha256 if isinstance(self.sources, SpooledFiles) else files_hash(self.sources)

    @property
    def is_absent(self) -> bool:
        """Whether nothing arrived: neither a file that is graded nor one that cannot be."""
        return not (self.sources or self.received or self.unreadable or self.contested)

    def waiting(self, why: str) -> "Submission":
        """Return what is left of it until a person has said whose it is: nothing but that."""
        return Submission(self.student, self.assignment, {}, contested=why)

    def why_missing(self, file: str) -> str:
        """Return the sentence about a missing file."""
        return self.missing.get(file, f"{file} was not handed in")


@dataclass(frozen=True)
class Intake:
    """The submissions of a class.

    Attributes:
        submissions: of every student and graded assignment.
        ignored: a sentence about each thing that was ignored or refused.
        remarks: how the class was read, where that was not obvious.
        around: the folder around all students, if it may be one student's: its name does not say what it is.
    """

    submissions: tuple[Submission, ...]
    ignored: tuple[str, ...]
    remarks: tuple[str, ...] = ()
    around: str = ""

    @property
    def unknown_times(self) -> list[str]:
        """The sentences about times of hand-ins that are not understood, so that nobody knows what is late."""
        return [line for line in (*self.remarks, *self.ignored) if NO_TIME in line]
