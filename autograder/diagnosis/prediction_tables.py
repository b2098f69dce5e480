"""Tables of the predictions of many edited programs, to find quickly the few that could explain an answer."""

import functools
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from autograder.course import Exercise
from autograder.diagnosis.evidence import ABSOLUTE, RELATIVE, Value, finite
from autograder.diagnosis.model import SCALE, Edits
from autograder.diagnosis.predictions import compute, model_of, predict
from autograder.diagnosis.table_cache import load_table, store_table

WIDTH = 24  # numbers kept of a prediction: enough to distinguish programs, few enough to keep tens of thousands
LOOSE = 2  # times the tolerance: fingerprints are float32, and candidates are compared exactly later
SCALES = tuple(10 ** (exponent / 3) for exponent in range(-9, 5))  # 0.001 to 22
Shapes = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Table:
    """Fingerprints of predictions, grouped by the shapes of the values."""

    groups: dict[Shapes, tuple[Tensor, list[Edits]]]

    def candidates(self, seen: Value) -> list[Edits]:
        """Return the edits whose prediction could be the returned value."""
        marks, chosen = self._group(seen)
        near = torch.isclose(marks, _fingerprint(seen), LOOSE * RELATIVE, LOOSE * ABSOLUTE, equal_nan=True).all(-1)
        return [chosen[place] for place in near.nonzero().flatten().tolist()]

    def nearest(self, seen: Value, count: int) -> list[Edits]:
        """Return the edits, without their scale, whose predictions at some scale are nearest to the returned value."""
        marks, chosen = self._group(seen)
        distances = (finite(marks) - finite(_fingerprint(seen))).norm(dim=-1)
        ranked = (chosen[place][1:] for place in distances.argsort().tolist())
        return list(dict.fromkeys(ranked))[:count]

    def _group(self, seen: Value) -> tuple[Tensor, list[Edits]]:
        return self.groups.get(_shapes(seen), (torch.empty(0, len(_fingerprint(seen))), []))


@functools.cache
def pairs_table(exercise: Exercise, place: int) -> Table:
    """Return the predictions of pairs of edits for one probe, without edits that raise an exception by themselves."""
    model = model_of(exercise)
    if model is None:
        return Table({})
    raising = {one for (one,) in model.pairable if isinstance(predict(exercise, place, (one,)), str)}
    pairs = [both for both in model.edit_pairs if not raising.intersection(both)]
    return _kept_table(exercise, place, f"pairs-{place}", pairs)


@functools.cache
def scales_table(exercise: Exercise, place: int) -> Table:
    """Return the predictions of every edit for one probe, with the scores multiplied by each of many numbers."""
    model = model_of(exercise)
    others = [single for single in model.pairable if single[0][0] != SCALE] if model else []
    scaled: list[Edits] = [((SCALE, scale), *other) for other in others for scale in SCALES]
    return _kept_table(exercise, place, f"{SCALE}-{place}", scaled)


def _kept_table(exercise: Exercise, place: int, key: str, all_chosen: Sequence[Edits]) -> Table:
    """Return a table that is computed once on a machine."""
    numbers = {chosen: number for number, chosen in enumerate(all_chosen)}
    stored = load_table(exercise, key)
    if stored is None:
        table = _table(exercise, place, all_chosen)
        rows = {shapes: (marks, [numbers[own] for own in chosen]) for shapes, (marks, chosen) in table.groups.items()}
        store_table(exercise, key, rows)
        return table
    return Table({shapes: (marks, [all_chosen[number] for number in own]) for shapes, (marks, own) in stored.items()})


def _table(exercise: Exercise, place: int, all_chosen: Iterable[Edits]) -> Table:
    model = model_of(exercise)
    groups: dict[Shapes, tuple[list[Tensor], list[Edits]]] = defaultdict(lambda: ([], []))
    for chosen in all_chosen:
        predicted = compute(model, place, chosen) if model else ""
        if not isinstance(predicted, str):
            marks, names = groups[_shapes(predicted)]
            marks.append(_selected(predicted))
            names.append(chosen)
    return Table({shapes: (torch.stack(marks).to(torch.float32), names) for shapes, (marks, names) in groups.items()})


def _shapes(value: Value) -> Shapes:
    return tuple(tuple(part.shape) for part in value)


def _fingerprint(value: Value) -> Tensor:
    return _selected(value).to(torch.float32)


def _selected(value: Value) -> Tensor:
    """Return numbers spread evenly over the value, including the last."""
    numbers = torch.cat([part.flatten() for part in value]) if len(value) > 1 else value[0].flatten()
    return numbers[:: -(-len(numbers) // WIDTH) or 1]
