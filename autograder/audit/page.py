"""The matrix as a page: wrong programs down, checks across, one table for each exercise."""

from collections.abc import Sequence

from autograder.audit.matrix import Matrix
from autograder.audit.run import Judged
from autograder.audit.zoo import KINDS
from autograder.reports.pages import ENVIRONMENT


def matrix_html(judged: Sequence[Judged], found: Sequence[Matrix]) -> str:
    """One page that needs nothing else."""
    counts = {kind: [item for item in judged if item.specimen.kind == kind] for kind in KINDS}
    return ENVIRONMENT.get_template("matrix.html.jinja").render(
        matrices=found,
        counts={kind: len(items) for kind, items in counts.items()},
        problems=[(item.specimen, item.problem) for item in judged if item.problem],
    )
