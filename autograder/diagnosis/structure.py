"""What the parameters of a class tell by themselves."""

from collections.abc import Sequence

from autograder.diagnosis.model import Model
from autograder.sandbox.examinee import Lost, Report


def structural(model: Model, reports: Sequence[Report | Lost]) -> str | None:
    """The mistake that stands in the names of the parameters: biases too many or missing, one head for all."""
    if not model.parameters or not reports or isinstance(reports[0], Lost):
        return None
    rows = reports[0].get("parameters")
    if not isinstance(rows, list) or not rows:
        return None
    names = {str(row[0]) for row in rows if isinstance(row, list) and row}
    more, less = names - model.parameters, model.parameters - names
    if more and not less and all(name.endswith("bias") for name in more):
        return "bias-added"
    if less and not more and all(name.endswith("bias") for name in less):
        return "bias-missing"
    if less and not more and names == {name for name in model.parameters if name.startswith("heads.0.")}:
        return "one-head-shared"
    return None
