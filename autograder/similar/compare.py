"""A class compared file by file; what was handed out and what many have in common does not count."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from autograder.course import Assignment, Course
from autograder.intake.submission import Submission
from autograder.similar.fingerprints import candidates, common, fingerprint, leave_out
from autograder.similar.pairs import Pair, compare

LARGEST = 200_000  # bytes of a file; an exercise is a few thousand


@dataclass(frozen=True)
class Limits:
    """What is worth a look."""

    share: float = 0.5  # of the shorter one's own code
    length: int = 80  # characters of levelled code
    common: float = 0.2  # of the class; what more have in common is left out


@dataclass(frozen=True)
class Report:
    """The pairs, those that share most first, and what was not compared and why."""

    pairs: tuple[Pair, ...]
    files: int
    left_out: tuple[str, ...]


def compare_class(
    course: Course, submissions: Sequence[Submission], handed_out: Mapping[tuple[str, str], str], limits: Limits
) -> Report:
    """Compare everybody's version of each file; `handed_out` holds the stubs by assignment and file."""
    pairs: list[Pair] = []
    left_out: list[str] = []
    count = 0
    for assignment in course:
        for file in assignment.files:
            texts = dict(_texts(submissions, assignment, file, left_out))
            count += len(texts)
            pairs += _similar((assignment.id, file), texts, handed_out.get((assignment.id, file), ""), limits)
    pairs.sort(key=lambda pair: (-pair.shared, pair.assignment, pair.file, pair.names))
    return Report(tuple(pairs), count, tuple(left_out))


def _texts(
    submissions: Sequence[Submission], assignment: Assignment, file: str, left_out: list[str]
) -> Iterator[tuple[str, str]]:
    for item in submissions:
        source = item.sources.get(file) if item.assignment == assignment.id else None
        if source is None:
            continue
        if len(source) > LARGEST:
            left_out.append(f"{item.student}, {assignment.id}/{file}: larger than {LARGEST // 1000} KB, not compared")
            continue
        yield item.student, source.decode("utf-8", "replace")


def _similar(place: tuple[str, str], texts: Mapping[str, str], stub: str, limits: Limits) -> Iterator[Pair]:
    prints = {student: fingerprint(text) for student, text in texts.items()}
    known = fingerprint(stub).hashes | common(prints.values(), limits.common)
    for one in prints.values():
        leave_out(one, known)
    for names in candidates(prints, limits.share):
        one, other = (prints[name] for name in names)
        pair = compare(place, names, one, other)
        if pair.shared >= limits.length and pair.share >= limits.share:
            yield pair
