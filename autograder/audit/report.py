"""The report of an audit: wrong verdicts as lines, and the matrix as a page."""

from collections.abc import Iterator, Sequence

from autograder.audit.matrix import Matrix
from autograder.audit.programs import KINDS
from autograder.audit.run import GradedProgram
from autograder.reports.pages import TEMPLATE_ENVIRONMENT


def problem_lines(graded: Sequence[GradedProgram]) -> Iterator[str]:
    """Yield one line per wrong verdict."""
    for item in graded:
        if item.problem is not None:
            yield f"{item.program.kind} {item.program.name} ({item.program.text}): {item.problem}"


def matrix_html(graded: Sequence[GradedProgram], matrices: Sequence[Matrix]) -> str:
    """Return one self-contained page."""
    return TEMPLATE_ENVIRONMENT.get_template("matrix.html.jinja").render(
        matrices=matrices,
        counts={kind: sum(item.program.kind == kind for item in graded) for kind in KINDS},
        problems=[(item.program, item.problem) for item in graded if item.problem],
    )
