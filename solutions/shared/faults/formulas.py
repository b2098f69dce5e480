"""The models of the derivations: the right formula of each and its wrong forms that have a name."""

from typing import Any

from autograder.diagnosis.model import FaultModel, Faults, Probe
from solutions.shared.faults.formulas_counts import COUNTS
from solutions.shared.faults.formulas_rates import RATIOS
from solutions.shared.faults.formulas_tensors import TENSORS


def formula_model(name: str) -> FaultModel | None:
    """The model of a derivation that is a formula; None for witnesses."""
    derivation = (COUNTS | RATIOS | TENSORS).get(name)
    if derivation is None:
        return None

    def compute(args: tuple[Any, ...], faults: Faults) -> Any:
        option = str(faults.get("formula", ""))
        return derivation.wrong.get(option, derivation.right)(*args)

    probes = tuple(
        Probe({"target": name, "calls": [{"args": list(args), "named": {}}]}, args) for args in derivation.sizes
    )
    return FaultModel(probes, {"formula": tuple(derivation.wrong)}, compute, pairs=False, formula=True)
