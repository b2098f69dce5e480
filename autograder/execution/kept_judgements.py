"""Judgements as bytes for the store: of a result that is judged, lines and words change without judging it again."""

import zlib
from dataclasses import replace

import msgspec

from autograder.diagnosis.rewording import reworded
from autograder.execution.scheduling import Judged
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


def renewed(result: Result) -> Result:
    """Return a result in the words of today."""
    return replace(result, exercises=tuple(map(reworded, result.exercises)))
