"""What an audit says of the verdicts that are not as they should be."""

from collections.abc import Iterator, Sequence

from autograder.audit.run import Judged


def problem_lines(judged: Sequence[Judged]) -> Iterator[str]:
    """One line per verdict that is not as it should be."""
    for item in judged:
        if item.problem is not None:
            yield f"{item.specimen.kind} {item.specimen.name} ({item.specimen.text}): {item.problem}"
