"""The report of an audit: wrong verdicts as lines, and the matrix as a page."""

from collections.abc import Iterator, Sequence

from autograder.audit.judge import GradedProgram
from autograder.audit.matrix import Matrix
from autograder.edits.program_cells import KINDS
from autograder.reports.pages import TEMPLATE_ENVIRONMENT


def problem_lines(graded: Sequence[GradedProgram]) -> Iterator[str]:
    """Yield one line per wrong verdict."""
    for item in graded:
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
            yield from (f"    {line}" for line in check.explanation.splitlines())


def matrix_html(graded: Sequence[GradedProgram], matrices: Sequence[Matrix]) -> str:
    """Return one self-contained page."""
    return TEMPLATE_ENVIRONMENT.get_template("matrix.html.jinja").render(
        matrices=matrices,
        counts={kind.replace(" ", "_"): sum(item.program.kind == kind for item in graded) for kind in KINDS},
        problems=[(item.program, item.problem) for item in graded if item.problem],
    )
