"""What an audit says of the verdicts that are not as they should be."""

from collections.abc import Iterator, Sequence

from autograder.audit.matrix import Matrix
from autograder.audit.run import GradedProgram
from autograder.edits.cells import KINDS
from autograder.reports.pages import TEMPLATE_ENVIRONMENT


def problem_lines(judged: Sequence[GradedProgram]) -> Iterator[str]:
    """One line per verdict that is not as it should be."""
    for item in judged:
        if item.problem is not None:
            yield f"{item.program.kind} {item.program.name} ({item.program.text}): {item.problem}"


def verdict_lines(item: GradedProgram) -> Iterator[str]:
    """Yield the points of one program, the reasons that its student would read, and each check that it fails."""
    own = item.own
    name, text = item.program.name, item.program.text
    yield f"{item.program.kind} {name} ({text}): {own.score:g} of {own.max_score:g} points, {own.outcome}"
    reasons = dict.fromkeys(reason["text"] for check in own.checks for reason in check.diagnosis)
    yield from (f"  reason: {reason}" for reason in reasons)
    for check in own.checks:
        if check.outcome != "right":
            yield f"  {check.id}: {check.outcome}: {check.message}"


def matrix_html(judged: Sequence[GradedProgram], found: Sequence[Matrix]) -> str:
    """One page that needs nothing else."""
    counts = {kind: [item for item in judged if item.program.kind == kind] for kind in KINDS}
    return TEMPLATE_ENVIRONMENT.get_template("matrix.html.jinja").render(
        matrices=found,
        counts={kind.replace(" ", "_"): len(items) for kind, items in counts.items()},
        problems=[(item.program, item.problem) for item in judged if item.problem],
    )
