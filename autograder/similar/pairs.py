"""Two students' versions of one file, and the passages that agree."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from copydetect import CodeFingerprint, compare_files

from autograder.printable import printable_lines
from autograder.similar.fingerprints import fingerprint

Place = tuple[int, int]


@dataclass(frozen=True)
class Passage:
    """Code that agrees, as it stands in either file, with the number of its first line."""

    line: int
    other_line: int
    text: str
    other_text: str


@dataclass(frozen=True)
class Version:
    """A student's file, and where it agrees with the other one."""

    student: str
    code: str
    share: float  # of the student's own code, handed out and common code left aside
    places: tuple[Place, ...]

    def lines(self, place: Place) -> tuple[int, str]:
        """Whole lines around a place, and the number of the first."""
        begin = self.code.rfind("\n", 0, place[0] + 1) + 1
        end = self.code.find("\n", max(place[1] - 1, begin))
        text = self.code[begin : end if end >= 0 else len(self.code)].rstrip()
        return self.code.count("\n", 0, begin) + 1, printable_lines(text)

    def runs(self, place: Place) -> frozenset[int]:
        """The levelled runs at a place."""
        return frozenset(fingerprint(self.code[slice(*place)]).hashes)


@dataclass(frozen=True)
class Pair:
    """Two files to read side by side."""

    assignment: str
    file: str
    one: Version
    other: Version
    shared: int  # characters of levelled code that agree

    @property
    def names(self) -> tuple[str, str]:
        """Who is to be read together."""
        return self.one.student, self.other.student

    @property
    def share(self) -> float:
        """How much of the shorter of the two agrees."""
        return max(self.one.share, self.other.share)

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """Each passage of the first file with the one of the other file that has most of it."""
        theirs = {place: self.other.runs(place) for place in self.other.places}
        found = []
        for place in self.one.places:
            mine = self.one.runs(place)
            best = max(theirs, key=lambda other: len(mine & theirs[other]))
            line, text = self.one.lines(place)
            other_line, other_text = self.other.lines(best)
            found.append(Passage(line, other_line, text, other_text))
        return tuple(found)


def compare(place: tuple[str, str], names: tuple[str, str], one: CodeFingerprint, other: CodeFingerprint) -> Pair:
    """What two files have in common."""
    shared, shares, slices = compare_files(one, other)
    versions = [
        Version(name, code.raw_code, min(1.0, float(share)), _places(found))
        for name, code, share, found in zip(names, (one, other), shares, slices, strict=True)
    ]
    return Pair(*place, versions[0], versions[1], int(shared))


def _places(slices: Any) -> tuple[Place, ...]:
    """The two rows of copydetect: beginnings and ends."""
    if not len(slices):
        return ()
    return tuple(zip(*slices.astype(int).tolist(), strict=True))
