"""Compares the files of a class in pairs, by copydetect's fingerprints.

Names and strings are normalised; comments and white space do not count, nor does code that was handed out or that many
students have in common.
"""

import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from copydetect import CodeFingerprint, compare_files
from copydetect.utils import get_token_coverage

from autograder.course import Assignment, Course
from autograder.intake.submission import Submission
from autograder.printable import printable_lines

MAX_BYTES = 200_000  # of a file; an exercise is a few thousand
RUN_LENGTH = 30  # characters of normalised code that must agree in a row, about three short lines
MIN_COMMON = 4  # code that this many students have in common is common, however large the class

Span = tuple[int, int]  # begin and end, in characters of a file


@dataclass(frozen=True)
class SimilarityLimits:
    """Which pairs are worth a look.

    Attributes:
        share: the least share of the shorter file's own code that agrees.
        length: the least number of characters of normalised code that agree.
        common: code that more than this share of the class has is ignored.
    """

    share: float = 0.5
    length: int = 80
    common: float = 0.2


@dataclass(frozen=True)
class Passage:
    """Code that agrees, as written in either file, with the number of its first line."""

    line: int
    other_line: int
    text: str
    other_text: str


@dataclass(frozen=True)
class StudentCode:
    """A student's file, and where it agrees with the other one.

    Attributes:
        student: the id of the student.
        code: the content of the file.
        share: the share of the student's own code that agrees; handed-out and common code is not part of it.
        places: where it agrees.
    """

    student: str
    code: str
    share: float
    places: tuple[Span, ...]

    def lines(self, span: Span) -> tuple[int, str]:
        """Return the number of the first line of a span, and its lines in full."""
        begin = self.code.rfind("\n", 0, span[0] + 1) + 1
        end = self.code.find("\n", max(span[1] - 1, begin))
        text = self.code[begin : end if end >= 0 else len(self.code)].rstrip()
        return self.code.count("\n", 0, begin) + 1, printable_lines(text)

    def hashes(self, span: Span) -> frozenset[int]:
        """Return the hashes of the runs in a span."""
        return frozenset(fingerprint(self.code[slice(*span)]).hashes)


@dataclass(frozen=True)
class SimilarPair:
    """Two versions of a file to read side by side; `shared` characters of normalised code agree."""

    assignment: str
    file: str
    one: StudentCode
    other: StudentCode
    shared: int

    @property
    def names(self) -> tuple[str, str]:
        """The two students."""
        return self.one.student, self.other.student

    @property
    def share(self) -> float:
        """How much of the shorter of the two files agrees."""
        return max(self.one.share, self.other.share)

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """Each passage of the first file with the passage of the other file that has most in common with it."""
        theirs = {span: self.other.hashes(span) for span in self.other.places}
        passages = []
        for span in self.one.places:
            ours = self.one.hashes(span)
            best = max(theirs, key=lambda other: len(ours & theirs[other]))
            line, text = self.one.lines(span)
            other_line, other_text = self.other.lines(best)
            passages.append(Passage(line, other_line, text, other_text))
        return tuple(passages)


@dataclass(frozen=True)
class SimilarityReport:
    """The pairs, those that share most first; how many files were compared; which were not, and why."""

    pairs: tuple[SimilarPair, ...]
    files: int
    left_out: tuple[str, ...]


def compare_class(
    course: Course,
    submissions: Sequence[Submission],
    handed_out: Mapping[tuple[str, str], str],
    limits: SimilarityLimits,
) -> SimilarityReport:
    """Compare all versions of each file.

    Args:
        course: the course.
        submissions: the submissions of the class.
        handed_out: the text of each stub, by assignment id and file.
        limits: which pairs are worth a look.
    """
    pairs: list[SimilarPair] = []
    left_out: list[str] = []
    count = 0
    for assignment in course:
        for file in assignment.files:
            texts = dict(_texts(submissions, assignment, file, left_out))
            count += len(texts)
            pairs += _similar((assignment.id, file), texts, handed_out.get((assignment.id, file), ""), limits)
    pairs.sort(key=lambda pair: (-pair.shared, pair.assignment, pair.file, pair.names))
    return SimilarityReport(tuple(pairs), count, tuple(left_out))


def _texts(
    submissions: Sequence[Submission], assignment: Assignment, file: str, left_out: list[str]
) -> Iterator[tuple[str, str]]:
    for item in submissions:
        source = item.sources.get(file) if item.assignment == assignment.id else None
        if source is None:
            continue
        if len(source) > MAX_BYTES:
            left_out.append(f"{item.student}, {assignment.id}/{file}: larger than {MAX_BYTES // 1000} KB, not compared")
            continue
        yield item.student, source.decode("utf-8", "replace")


def _similar(
    place: tuple[str, str], texts: Mapping[str, str], stub: str, limits: SimilarityLimits
) -> Iterator[SimilarPair]:
    prints = {student: fingerprint(text) for student, text in texts.items()}
    ignored = fingerprint(stub).hashes | _common_hashes(prints.values(), limits.common)
    for one in prints.values():
        _ignore_hashes(one, ignored)
    for names in _candidates(prints, limits.share):
        one, other = (prints[name] for name in names)
        pair = _compare(place, names, one, other)
        if pair.shared >= limits.length and pair.share >= limits.share:
            yield pair


def fingerprint(text: str) -> CodeFingerprint:
    """Return the fingerprint of a file: the hash of every run of RUN_LENGTH characters."""
    return CodeFingerprint("code.py", RUN_LENGTH, 1, None, True, "python", io.StringIO(text))


def _ignore_hashes(one: CodeFingerprint, ignored: AbstractSet[int]) -> None:
    """Remove runs that say nothing about who wrote the file; then they count neither as shared nor as own code."""
    one.hash_idx = {item: places for item, places in one.hash_idx.items() if item not in ignored}
    one.hashes = set(one.hash_idx)
    one.token_coverage = get_token_coverage(one.hash_idx, RUN_LENGTH, len(one.filtered_code))


def _common_hashes(prints: Iterable[CodeFingerprint], share: float) -> set[int]:
    """Return the hashes that more than `share` of the students have: code that the text suggests, or the only way."""
    files = list(prints)
    counts = Counter(item for one in files for item in one.hashes)
    most = max(MIN_COMMON - 1, share * len(files))
    return {item for item, count in counts.items() if count > most}


def _candidates(prints: Mapping[str, CodeFingerprint], share: float) -> list[tuple[str, str]]:
    """Return the pairs that may agree in `share` of the shorter file, judging by the number of common runs."""
    owners: dict[int, list[str]] = {}
    for student in sorted(prints):
        for item in prints[student].hashes:
            owners.setdefault(item, []).append(student)
    together = Counter(pair for students in owners.values() for pair in combinations(students, 2))
    return sorted(pair for pair, count in together.items() if _may_agree(count, pair, prints, share))


def _may_agree(count: int, pair: tuple[str, str], prints: Mapping[str, CodeFingerprint], share: float) -> bool:
    shorter = min((prints[name] for name in pair), key=lambda one: int(one.token_coverage))
    most = max(len(places) for places in shorter.hash_idx.values())
    return bool(count * most * RUN_LENGTH >= share * shorter.token_coverage)


def _compare(
    place: tuple[str, str], names: tuple[str, str], one: CodeFingerprint, other: CodeFingerprint
) -> SimilarPair:
    shared, shares, slices = compare_files(one, other)
    versions = [
        StudentCode(name, code.raw_code, min(1.0, float(share)), _spans(rows))
        for name, code, share, rows in zip(names, (one, other), shares, slices, strict=True)
    ]
    return SimilarPair(*place, versions[0], versions[1], int(shared))


def _spans(slices: Any) -> tuple[Span, ...]:
    """Convert copydetect's array of two rows, begins and ends."""
    if not len(slices):
        return ()
    return tuple(zip(*slices.astype(int).tolist(), strict=True))
