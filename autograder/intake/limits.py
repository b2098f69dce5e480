"""How much of an archive is looked at, so that no bomb costs more than its own refusal."""

from dataclasses import dataclass

from autograder.intake.entries import UnreadableError, megabytes

MB = 1 << 20
MAX_FILE = MB
MAX_NOTEBOOK = 16 * MB
MAX_NESTED = 32 * MB
MAX_DEPTH = 3
MAX_PARTS = 16
MAX_NAME = 255


@dataclass
class Budget:
    """What is left for one student, or for a whole download; spending more than there is ends the reading."""

    members: int
    bytes_kept: int
    bytes_unpacked: int
    ratio: int = 200

    def count_members(self, number: int) -> None:
        """Spend members of an archive or files of a folder.

        Raises:
            UnreadableError: there are too many.
        """
        self.members -= number
        if self.members < 0:
            raise UnreadableError("holds too many files; hand in the files of the exercise only")

    def keep(self, size: int) -> None:
        """Spend memory.

        Raises:
            UnreadableError: there would be too much in memory at once.
        """
        self.bytes_kept -= size
        if self.bytes_kept < 0:
            raise UnreadableError("is too large to be looked into; hand in the files of the exercise only")

    def check_unpacked(self, unpacked: int, packed: int) -> None:
        """Judge how far an archive has grown while it is read.

        Raises:
            UnreadableError: it grows like a bomb, or beyond all bounds.
        """
        if unpacked > self.bytes_unpacked:
            raise UnreadableError(f"unpacks to more than {megabytes(self.bytes_unpacked)}")
        if unpacked > 16 * MB and unpacked > self.ratio * max(packed, 1):
            raise UnreadableError(f"unpacks to more than {self.ratio} times its size")


def student_budget() -> Budget:
    """For everything that one student handed in."""
    return Budget(members=20_000, bytes_kept=64 * MB, bytes_unpacked=256 * MB)


def class_budget() -> Budget:
    """For the download of a whole class."""
    return Budget(members=200_000, bytes_kept=256 * MB, bytes_unpacked=4096 * MB, ratio=1000)
