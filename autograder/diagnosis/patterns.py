"""Recognises wrong patterns that no single edit computes: other entries are hidden, or entries are misplaced."""

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from autograder.course import Exercise
from autograder.diagnosis.evidence import Observed, Value, agrees, close
from autograder.diagnosis.model import EditModel, Edits
from autograder.diagnosis.predictions import model_of, predict

NO_MASK = "no-mask"  # the edit that leaves a mask out
TINY = 1e-7  # weights below this count as 0; scores are of order 1
Pairs = Sequence[tuple[Value, Value]]


def pattern(exercise: Exercise, model: EditModel, seen: Sequence[Observed]) -> str | None:
    """Return the mistake that the pattern of all answers shows, compared with the right ones."""
    right = [predict(exercise, place, ()) for place in range(len(seen))]
    pairs = [(a, b) for a, b in zip(seen, right, strict=True) if not isinstance(a, str) and not isinstance(b, str)]
    if len(pairs) < len(seen):
        return None
    if model.plan.pattern and all(marks_other_entries(a, b) for a, b in pairs):
        return "mask-other"
    if model.plan.weights is not None and _hides_others(exercise, model.plan.weights, pairs):
        return "mask-other" if any(not bool(seen[model.plan.weights].all()) for seen, _ in pairs) else NO_MASK
    return _moved(model, pairs) if model.plan.moves else None


def _hides_others(exercise: Exercise, which: int, pairs: Pairs) -> bool:
    """Whether some probes hide other entries than they should, and the other probes are right."""
    model = model_of(exercise)
    masks = model.edits.stages.get("mask", {}) if model else {}
    hidden_nowhere: Edits = (("mask", NO_MASK),) if NO_MASK in masks else ()
    hides_others = []
    for place, (seen, right) in enumerate(pairs):
        unmasked = predict(exercise, place, hidden_nowhere)
        if len(seen) != len(right) or isinstance(unmasked, str):
            return False
        others = [
            not close(seen[k], right[k]) for k in range(len(right)) if k != which and seen[k].shape == right[k].shape
        ]
        hides_others.append(all(others) and hides_other_entries(seen[which], unmasked[which], right[which]))
        if not hides_others[-1] and not agrees(seen, right):
            return False
    return any(hides_others)


def _moved(model: EditModel, pairs: Pairs) -> str | None:
    """Return the mistake if the result consists of entries of the input at wrong places."""
    if not all(len(seen) == 1 and seen[0].ndim == right[0].ndim for seen, right in pairs):
        return None
    alike = all(seen[0].shape == right[0].shape for seen, right in pairs)
    if not alike and not all(_other_count(seen[0], right[0]) for seen, right in pairs):
        return None
    inputs = [probe.request["calls"][0]["args"][0] for probe in model.plan.probes[: len(pairs)]]
    if not all(_taken(seen[0].flatten(), given.flatten()) for (seen, _), given in zip(pairs, inputs, strict=True)):
        return None
    within = all(
        _taken(own, given)
        for (seen, _), batch in zip(pairs, inputs, strict=True)
        for own, given in zip(seen[0].flatten(1), batch.flatten(1), strict=True)
    )
    if not alike:
        return "heads-left-out" if within else None
    return "heads-rearranged" if within else "batch-mixed"


def _other_count(seen: Tensor, right: Tensor) -> bool:
    """Whether entries are missing or repeated within each element of the batch, or all is right."""
    return len(seen) == len(right) and (seen.numel() != right.numel() or close(seen, right))


def _taken(numbers: Tensor, given: Tensor) -> bool:
    """Whether all numbers are among the inputs, which are all different."""
    return bool(torch.isin(numbers.to(torch.float32), given.to(torch.float32)).all())


def marks_other_entries(seen: Value, right: Value) -> bool:
    """Whether a mask has the right shape and the right marks, but on other entries."""
    if len(seen) != 1 or seen[0].shape != right[0].shape:
        return False
    marks = {0.0, 1.0} if right[0].ndim == 4 else {0.0, -math.inf}  # (1, 1, T, T) of bool, or (T, T) to add
    return all(value in marks for value in seen[0].flatten().tolist())


def hides_other_entries(seen: Tensor, unmasked: Tensor, right: Tensor) -> bool:
    """Whether weights are those of a softmax over other entries than the right ones.

    If every row sees only one entry, this is not evidence of a wrong mask.
    """
    if seen.shape != unmasked.shape or not bool(seen.isfinite().all()):
        return False
    visible = seen.abs() > TINY
    if not bool((visible.sum(-1) > 1).any()):
        return False
    shares = unmasked * visible
    return not bool((visible == (right > TINY)).all()) and close(shares / shares.sum(-1, keepdim=True), seen)
