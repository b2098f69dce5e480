"""Exercises that ask for an example: which of its promises does the example break?"""

from collections.abc import Callable, Mapping

from autograder.course.code import course_code
from autograder.diagnosis.evidence import Value, read_observed
from autograder.sandbox.host.target import CallResponse, NoResponse

Promise = Callable[[Value], str | None]


def broken_promise(name: str, report: CallResponse | NoResponse) -> tuple[str, ...]:
    """The mistake of a witness, if it is plain."""
    value = read_observed(report)
    if value is None or isinstance(value, str):
        return ()
    if not all(bool(part.isfinite().all()) for part in value):
        return ("witness-not-finite",)
    try:
        found = promises()[name](value)
    except (RuntimeError, IndexError, ValueError):
        return ("witness-shape",)
    return (found,) if found else ()


def promises() -> Mapping[str, Promise]:
    """By exercise: what finds the name of the mistake in an example, or None."""
    return course_code().promises
