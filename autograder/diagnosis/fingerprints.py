"""Fingerprints: the wrong answers of the programs of a course to the probes of their exercise.

`autograder sync` runs the programs and writes one file for each part. A submission with the answers of a wrong program
has its mistake; where several programs have these answers, `autograder.diagnosis.claims` decides what is true of all.
"""

import functools
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
import torch
from torch import Tensor

from autograder.course import CourseError, Exercise, load_course
from autograder.course.validation import Strict, convert, mistakes_in
from autograder.diagnosis.evidence import ABSOLUTE, RAISED, RELATIVE, VARIES, Observed, Value, agrees, finite
from autograder.diagnosis.mistakes import load_mistakes
from autograder.diagnosis.predictions import predict

FOLDER = "fingerprints"  # in the shared folder of the solutions: `02_causal.json`
RIGHT = "right"  # in place of an answer that is the right one
NOT_WRONG = ""  # in place of the mistake of a program that is not wrong
WIDTH = 32  # numbers kept of one answer
DECIMALS, DIGITS = 5, 6  # an error of less than a tenth of the tolerance
PLAIN = 10  # times the tolerance: what is nearer to the right number might be noise
FEWEST = 3  # different wrong numbers; fewer could come from many mistakes
Shapes = tuple[tuple[int, ...], ...]
Answer = Annotated[
    str,
    msgspec.Meta(
        pattern=rf"^({RIGHT}|{RAISED}|{VARIES}|[\d,;]*:( -?\d[\d.e+-]*)*)$",
        extra={"expected": "an answer as sync writes it"},
    ),
]


class FingerprintEntry(Strict, frozen=True):
    """Programs with the same answers, as in the file.

    Attributes:
        programs: the mistake of each program by the name of its cell, or `NOT_WRONG`.
        answers: to each probe, as `to_text` writes it.
    """

    programs: dict[str, str]
    answers: list[Answer]


class FingerprintFile(Strict, frozen=True):
    """The content of a file: the hash of what it was made from, and the entries of each exercise."""

    made_from: str
    exercises: dict[str, list[FingerprintEntry]]


@dataclass(frozen=True)
class Fingerprint:
    """Answers to the probes, each reduced to at most `WIDTH` numbers."""

    shapes: tuple[Shapes | str, ...]  # of each answer; `RAISED` or `VARIES` where there is no value
    numbers: Tensor  # of all answers, one after the other


def fingerprint_of(seen: Sequence[Observed]) -> Fingerprint:
    """Reduce what a program returned for the probes."""
    parts = [_folded(item) for item in seen if not isinstance(item, str)]
    return _fingerprint([_shapes(item) for item in seen], parts)


def _fingerprint(shapes: Sequence[Shapes | str], parts: Sequence[Tensor]) -> Fingerprint:
    return Fingerprint(tuple(shapes), torch.cat([torch.empty(0), *parts]).to(torch.float32))


def _shapes(item: Observed) -> Shapes | str:
    return item if isinstance(item, str) else tuple(tuple(part.shape) for part in item)


def _folded(value: Value) -> Tensor:
    """Reduce a value to at most `WIDTH` numbers, each of which depends on several of its numbers."""
    numbers = torch.cat([finite(part).flatten() for part in value])
    if len(numbers) <= WIDTH:
        return numbers
    rows = torch.nn.functional.pad(numbers, (0, -len(numbers) % WIDTH)).reshape(-1, WIDTH)
    factors = 2 + torch.arange(len(rows), dtype=rows.dtype).cos()  # different, so that exchanged numbers show
    return (rows * factors[:, None]).sum(0)


def is_specific(exercise: Exercise, seen: Sequence[Observed]) -> bool:
    """Whether answers are wrong in so specific a way that programs with the same ones have the same mistake.

    An exception tells nothing of what led to it; that a value varies tells where it is drawn from.
    """
    if VARIES in seen:
        return True
    values = [(item, predict(exercise, place, ())) for place, item in enumerate(seen) if not isinstance(item, str)]
    numbers = torch.cat([torch.empty(0), *(_wrong_numbers(item, right) for item, right in values)])
    return len(torch.unique((numbers * 1e3).round())) >= FEWEST


def _wrong_numbers(seen: Value, right: Observed) -> Tensor:
    """Return the numbers that clearly differ from the right ones; all numbers if the shapes differ."""
    numbers = torch.cat([finite(part).flatten() for part in seen])
    if isinstance(right, str) or _shapes(seen) != _shapes(right):
        return numbers
    wanted = torch.cat([finite(part).flatten() for part in right])
    return numbers[~torch.isclose(numbers, wanted, PLAIN * RELATIVE, PLAIN * ABSOLUTE)]


def to_text(answer: Observed) -> str:
    """Return one answer as it is written: `raised`, `varies`, or shapes and numbers, `2,3;2: 0.5 0.25 …`."""
    if isinstance(answer, str):
        return answer
    shapes = ";".join(",".join(map(str, part.shape)) for part in answer)
    return " ".join([f"{shapes}:", *map(_short, _folded(answer).tolist())])


def _short(number: float) -> str:
    return f"{round(number, DECIMALS) + 0.0:.{DIGITS}g}"  # + 0.0: zero has no sign


def mistakes_with(exercise: Exercise, seen: Sequence[Observed], left_out: str = "") -> list[str]:
    """Return the mistakes of all programs with these answers, `NOT_WRONG` for programs that have none.

    Args:
        exercise: whose programs to search.
        seen: wrong answers to its probes.
        left_out: the name of a cell that does not count.
    """
    if not is_specific(exercise, seen):
        return []
    own = fingerprint_of(seen)
    numbers, entries = _table(exercise).get(own.shapes, (torch.empty(0, len(own.numbers)), []))
    near = torch.isclose(numbers, own.numbers, RELATIVE, ABSOLUTE).all(-1).nonzero().flatten().tolist()
    return [mistake for place in near for cell, mistake in entries[place].programs.items() if cell != left_out]


@functools.cache
def _table(exercise: Exercise) -> dict[tuple[Shapes | str, ...], tuple[Tensor, list[FingerprintEntry]]]:
    """Return the fingerprints of an exercise by their shapes, those of equal shapes in one tensor."""
    groups: dict[tuple[Shapes | str, ...], list[tuple[Tensor, FingerprintEntry]]] = defaultdict(list)
    for entry in load_fingerprints(exercise.assignment).get(exercise.name, ()):
        read = _read(exercise, entry.answers)
        groups[read.shapes].append((read.numbers, entry))
    return {
        shapes: (torch.stack([numbers for numbers, _ in rows]), [entry for _, entry in rows])
        for shapes, rows in groups.items()
    }


def _read(exercise: Exercise, answers: Sequence[str]) -> Fingerprint:
    """Read the answers of an entry, which `entry_of` wrote."""
    shapes: list[Shapes | str] = []
    parts = []
    for place, answer in enumerate(answers):
        right = predict(exercise, place, ())
        if answer == RIGHT and not isinstance(right, str):
            shapes.append(_shapes(right))
            parts.append(_folded(right))
        elif answer in (RAISED, VARIES):
            shapes.append(answer)
        else:
            sizes, _, numbers = answer.partition(":")
            shapes.append(tuple(tuple(map(int, filter(None, one.split(",")))) for one in sizes.split(";")))
            parts.append(torch.tensor(list(map(float, numbers.split())), dtype=torch.float64))
    return _fingerprint(shapes, parts)


def fingerprints_file(assignment: str) -> Path:
    """Return the path of the fingerprints of a part."""
    return load_course().shared_folder / FOLDER / f"{assignment}.json"


@functools.cache
def load_fingerprints(assignment: str, path: Path | None = None) -> dict[str, list[FingerprintEntry]]:
    """Return the fingerprints of a part by exercise; none where the course has no such file.

    Args:
        assignment: the id of the part.
        path: the file, if not that of the course.

    Raises:
        CourseError: the file is damaged, or names a mistake that the course does not have.
    """
    path = path or fingerprints_file(assignment)
    if not path.is_file():
        return {}
    with mistakes_in(f"{path.parent.name}/{path.name}"):
        return read_fingerprints(path).exercises


def read_fingerprints(path: Path) -> FingerprintFile:
    """Read and validate a file.

    Raises:
        CourseError: as `load_fingerprints`.
    """
    try:
        file = convert(msgspec.json.decode(path.read_bytes()), FingerprintFile)
    except (msgspec.DecodeError, CourseError) as error:
        raise CourseError(f"is damaged ({error}); run `autograder sync`") from error
    except OSError as error:
        raise CourseError(f"cannot be read ({error.strerror})") from error
    names = {name for entries in file.exercises.values() for entry in entries for name in entry.programs.values()}
    if unknown := sorted(names - load_mistakes().keys() - {NOT_WRONG}):
        raise CourseError(f"names a mistake {unknown[0]} that the course does not have; run `autograder sync`")
    return file


def entry_of(exercise: Exercise, seen: Sequence[Observed]) -> list[str]:
    """Return answers as they are written in an entry."""
    right = [predict(exercise, place, ()) for place in range(len(seen))]
    return [RIGHT if agrees(one, other) else to_text(one) for one, other in zip(seen, right, strict=True)]
