"""What an audit says: verdicts to mend, and which check each wrong program needs."""

from collections.abc import Iterator, Sequence

from autograder.audit.run import Judged


def problem_lines(judged: Sequence[Judged]) -> Iterator[str]:
    """One line per verdict that is not as it should be."""
    for item in judged:
        if item.problem is not None:
            yield f"{item.specimen.kind} {item.specimen.name} ({item.specimen.text}): {item.problem}"


def check_lines(judged: Sequence[Judged]) -> Iterator[str]:
    """Each check with the number of wrong programs it rejects, and how many no other check rejects."""
    rejected: dict[str, list[int]] = {}
    for item in judged:
        for check in item.own.checks:
            rejected.setdefault(check.id, [])
        if item.specimen.kind == "wrong":
            failed = [check.id for check in item.own.checks if check.outcome != "right"]
            for name in failed:
                rejected[name].append(len(failed))
    for name, counts in rejected.items():
        yield f"{name}: rejects {len(counts)}, {counts.count(1)} of them alone"
