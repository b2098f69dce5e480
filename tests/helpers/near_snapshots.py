"""Snapshots in which numbers may differ in their last digit, as processors round sums of float32 differently."""

import math
import re

from syrupy.extensions.amber import AmberSnapshotExtension

DECIMAL = re.compile(r"-?\d+\.\d{3,}")  # numbers with fewer digits are written by hand
ABSOLUTE, RELATIVE = 2e-4, 1e-4


def nearly_equal(one: str, other: str) -> bool:
    """Whether two texts are the same but for the last digits of long decimal numbers."""
    if DECIMAL.sub("#", one) != DECIMAL.sub("#", other):
        return False
    numbers = zip(DECIMAL.findall(one), DECIMAL.findall(other), strict=True)
    return all(math.isclose(float(a), float(b), rel_tol=RELATIVE, abs_tol=ABSOLUTE) for a, b in numbers)


class NearSnapshotExtension(AmberSnapshotExtension):
    """Compares snapshots with `nearly_equal`."""

    def matches(self, *, serialized_data: object, snapshot_data: object) -> bool:
        return nearly_equal(str(serialized_data), str(snapshot_data))
