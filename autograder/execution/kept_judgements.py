"""Judgements as bytes for the store: lines, words and prices change without judging anybody again."""

import zlib
from dataclasses import replace

import msgspec

from autograder.course import Course
from autograder.execution.scheduling import Judged
from autograder.grading.renewal import renewed
from autograder.repair.open_search import OpenSearch
from autograder.results.model import Result
from autograder.sandbox.host.student_text import as_plain_text

Content = tuple[Result, tuple[OpenSearch, ...]]  # the fields of a `Judged`


def to_bytes(judged: Judged) -> bytes | None:
    """Return a judgement as bytes; None if it has a value that cannot be written."""
    content: Content = (judged.result, judged.searches)
    try:
        return zlib.compress(msgspec.msgpack.encode(content, enc_hook=as_plain_text))
    except TypeError:
        return None


def from_bytes(data: bytes) -> Judged | None:
    """Return a judgement; None if it is damaged, or of a version that wrote something else."""
    try:
        return Judged(*msgspec.msgpack.decode(zlib.decompress(data), type=Content))
    except (zlib.error, msgspec.DecodeError):
        return None


def told_anew(result: Result, course: Course) -> Result:
    """Return a result in the words and at the prices of today."""
    assignment = course.assignment(result.assignment)
    return replace(result, exercises=tuple(renewed(item, assignment, course.rubric) for item in result.exercises))
