"""Compares the files of a class in pairs, by copydetect's fingerprints.

Names and strings are normalised; comments and white space do not count, nor does code that was handed out or that many
students have in common. Files that are the same are clusters; of the others, runs of code and statements are compared.
"""

import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, groupby
from typing import Any

import numpy as np
from copydetect import CodeFingerprint, compare_files
from copydetect.utils import get_token_coverage

from autograder.course import Assignment, Course
from autograder.intake.parser_process import OVER_LIMITS, IntakeParser
from autograder.intake.submission import Submission
from autograder.printable import printable_lines
from autograder.similarity.identical import MOSTLY_SAME, SAME_CODE, Cluster, clusters, statements_of
from autograder.similarity.reordered import StatementIndex, StatementMatch, forms_in, line_spans

MAX_BYTES = 200_000  # of a file; an exercise is a few thousand
TRIED_BYTES = 20_000  # what is larger is first read within the limits of the intake
RUN_LENGTH = 30  # characters of normalised code that must agree in a row, about three short lines
MIN_STATEMENT_SHARE = 0.7  # of a pair that only has the same statements, in another order
RING_SHARE = 0.5  # of the own code of the students in a ring, on average of all pairs
SMALL_CLASS = 10  # students; in a larger class, what more than half of it have is no ring
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

    def line_range(self, span: Span) -> tuple[int, int]:
        """Return the numbers of the first and the last line of a span."""
        return self.code.count("\n", 0, span[0]) + 1, self.code.count("\n", 0, max(span[1] - 1, span[0])) + 1

    def hashes(self, span: Span) -> frozenset[int]:
        """Return the hashes of the runs and of the statements in a span."""
        text = self.code[slice(*span)]
        return frozenset(fingerprint(text).hashes) | forms_in(text)


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
class CommonCode:
    """Code of a file that was left out because many students have it, in lines of one of them."""

    assignment: str
    file: str
    most: int
    student: str
    lines: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class SimilarityReport:
    """What was found in a class.

    Attributes:
        pairs: those that share most first.
        files: how many files were compared.
        left_out: a sentence for each file that was not compared.
        clusters: students whose files are the same, of whom only the first is compared with others, or mostly the same.
        common: code that was left out.
    """

    pairs: tuple[SimilarPair, ...]
    files: int
    left_out: tuple[str, ...]
    clusters: tuple[Cluster, ...] = ()
    common: tuple[CommonCode, ...] = ()


@dataclass
class _Found:
    """What is found while the files are compared."""

    pairs: list[SimilarPair] = field(default_factory=list)
    clusters: list[Cluster] = field(default_factory=list)
    common: list[CommonCode] = field(default_factory=list)


def compare_class(
    course: Course,
    submissions: Sequence[Submission],
    handed_out: Mapping[tuple[str, str], str],
    limits: SimilarityLimits,
) -> SimilarityReport:
    """Compare all versions of each file.

    Args:
        course: the course.
        submissions: the submissions of the class; what a group handed in is compared once.
        handed_out: the text of each stub, by assignment id and file.
        limits: which pairs are worth a look.
    """
    found = _Found()
    left_out: list[str] = []
    count = 0
    too_slow = _too_slow(submissions)
    for assignment in course:
        for file in assignment.files:
            texts = dict(_texts(submissions, assignment, file, too_slow, left_out))
            count += len(texts)
            _compare_file((assignment.id, file), texts, handed_out.get((assignment.id, file), ""), limits, found)
    found.pairs.sort(key=lambda pair: (-pair.shared, pair.assignment, pair.file, pair.names))
    found.clusters.sort(key=lambda item: (-len(item.students), item.assignment, item.file, item.students))
    return SimilarityReport(tuple(found.pairs), count, tuple(left_out), tuple(found.clusters), tuple(found.common))


def _too_slow(submissions: Iterable[Submission]) -> frozenset[tuple[str, str, str]]:
    """Return the files, by student, assignment and name, that cannot be read within the limits of the intake."""
    found: set[tuple[str, str, str]] = set()
    with IntakeParser() as parser:
        for student, own in groupby(sorted(submissions, key=lambda item: item.student), key=lambda item: item.student):
            parser.begin_student()
            for item in own:
                large = {file: data for file, data in item.sources.items() if TRIED_BYTES < len(data) <= MAX_BYTES}
                texts = {file: data.decode("utf-8", "replace") for file, data in large.items()}
                slow = (file for file, text in texts.items() if not parser.run(_is_read, (text,), fallback=False))
                found |= {(student, item.assignment, file) for file in slow}
    return frozenset(found)


def _is_read(text: str) -> bool:
    """Do everything with a file that takes long; whether that ends decides whether the file is compared."""
    statements_of(text)
    fingerprint(text)
    return True


def _texts(
    submissions: Sequence[Submission],
    assignment: Assignment,
    file: str,
    too_slow: AbstractSet[tuple[str, str, str]],
    left_out: list[str],
) -> Iterator[tuple[str, str]]:
    groups: set[tuple[str, str]] = set()
    for item in submissions:
        source = item.sources.get(file) if item.assignment == assignment.id else None
        if source is None or (item.group, item.sha256) in groups:
            continue
        if item.group:
            groups.add((item.group, item.sha256))
        if len(source) > MAX_BYTES:
            left_out.append(f"{item.student}, {assignment.id}/{file}: larger than {MAX_BYTES // 1000} KB, not compared")
            continue
        if (item.student, assignment.id, file) in too_slow:
            left_out.append(f"{item.student}, {assignment.id}/{file}: {OVER_LIMITS}, not compared")
            continue
        yield item.student, source.decode("utf-8", "replace")


def _compare_file(
    place: tuple[str, str], texts: Mapping[str, str], stub: str, limits: SimilarityLimits, found: _Found
) -> None:
    """Find clusters first; the first of each is then compared with all others, so that copies are not common code."""
    same, first = clusters(place, texts, stub, limits.length)
    pairs = {item.students for item in same if len(item.students) == 2 and item.kind == SAME_CODE}
    in_pairs = {name for pair in pairs for name in pair}
    compared = {name: text for name, text in texts.items() if first[name] == name or name in in_pairs}
    most = max(MIN_COMMON - 1, limits.common * len(set(first.values())))
    prints = {student: fingerprint(text) for student, text in compared.items()}
    given = fingerprint(stub).hashes
    common = _common_hashes(prints.values(), most) - given
    if common:
        found.common.append(_common_code(place, prints, common, int(most)))
    for one in prints.values():
        _ignore_hashes(one, given)
    rings = _rings(prints, limits.length) if common else []
    found.clusters += [Cluster(*place, ring, MOSTLY_SAME) for ring in rings if len(ring) > most]
    for one in prints.values():
        _ignore_hashes(one, common)
    by_runs = list(_similar_runs(place, prints, limits))
    seen = {pair.names for pair in by_runs}
    matches = StatementIndex(compared, stub, most).matches(max(limits.share, MIN_STATEMENT_SHARE))
    by_statements = [match for match in matches if match.names not in seen]
    found.pairs += [*by_runs, *(_pair_of(place, match, compared) for match in by_statements)]
    shown_as_pairs = pairs & {*seen, *(match.names for match in by_statements)}
    found.clusters += [item for item in same if item.students not in shown_as_pairs]


def _similar_runs(
    place: tuple[str, str], prints: Mapping[str, CodeFingerprint], limits: SimilarityLimits
) -> Iterator[SimilarPair]:
    for names in _candidates(prints, limits.share):
        one, other = (prints[name] for name in names)
        pair = _compare(place, names, one, other)
        if pair.shared >= limits.length and pair.share >= limits.share:
            yield pair


def _pair_of(place: tuple[str, str], match: StatementMatch, texts: Mapping[str, str]) -> SimilarPair:
    versions = [
        StudentCode(name, texts[name], share, line_spans(texts[name], lines))
        for name, share, lines in zip(match.names, match.shares, match.lines, strict=True)
    ]
    return SimilarPair(*place, versions[0], versions[1], match.words)


def _common_code(
    place: tuple[str, str], prints: Mapping[str, CodeFingerprint], common: AbstractSet[int], most: int
) -> CommonCode:
    """Return the common code as lines of the student who has most of it."""
    student = max(sorted(prints), key=lambda name: len(prints[name].hashes & common))
    one = fingerprint(prints[student].raw_code)
    _keep_hashes(one, common)
    _, _, (rows, _) = compare_files(one, one)
    code = StudentCode(student, one.raw_code, 1.0, _spans(rows))
    return CommonCode(*place, most, student, tuple(code.line_range(span) for span in code.places))


def fingerprint(text: str) -> CodeFingerprint:
    """Return the fingerprint of a file: the hash of every run of RUN_LENGTH characters."""
    return CodeFingerprint("code.py", RUN_LENGTH, 1, None, True, "python", io.StringIO(text))


def _ignore_hashes(one: CodeFingerprint, ignored: AbstractSet[int]) -> None:
    """Remove runs that say nothing about who wrote the file; then they count neither as shared nor as own code."""
    _keep_hashes(one, one.hashes - ignored)


def _keep_hashes(one: CodeFingerprint, kept: AbstractSet[int]) -> None:
    one.hash_idx = {item: places for item, places in one.hash_idx.items() if item in kept}
    one.hashes = set(one.hash_idx)
    one.token_coverage = get_token_coverage(one.hash_idx, RUN_LENGTH, len(one.filtered_code))


def _common_hashes(prints: Iterable[CodeFingerprint], most: float) -> set[int]:
    """Return the hashes that more than `most` students have: code that the text suggests, or the only way."""
    counts = Counter(item for one in prints for item in one.hashes)
    return {item for item, count in counts.items() if count > most}


def _rings(prints: Mapping[str, CodeFingerprint], least: int) -> list[tuple[str, ...]]:
    """Return sets of students who share half of their own code with the others of the set, on average.

    Copies that several students changed a little would otherwise hide each other as common. It is the average because
    one pair of honest students who write alike would join two sets, and copies that two students changed in different
    places share less than half. What most of a larger class have is no ring, but what the text suggests.

    Args:
        prints: the own code of each student, common code included.
        least: the least number of runs that two students share.
    """
    students = sorted(prints)
    shares = np.zeros((len(students), len(students)))
    for one, other in combinations(range(len(students)), 2):
        own, others = prints[students[one]].hashes, prints[students[other]].hashes
        if (both := len(own & others)) >= least:
            shares[one, other] = shares[other, one] = both / max(len(own), len(others))
    ring_of = [[place] for place in range(len(students))]
    for one, other in sorted(np.argwhere(np.triu(shares) >= RING_SHARE).tolist(), key=lambda pair: -shares[*pair]):
        ring, second = ring_of[one], ring_of[other]
        if ring is not second and shares[np.ix_(ring, second)].mean() >= RING_SHARE:
            ring += second
            for place in second:
                ring_of[place] = ring
    rings = {tuple(students[place] for place in sorted(ring)) for ring in ring_of}
    return sorted(ring for ring in rings if len(ring) <= max(SMALL_CLASS, len(prints) // 2))


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
