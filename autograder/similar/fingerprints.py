"""Fingerprints of files, by copydetect: names and strings are levelled, comments and white space do not count."""

import io
from collections import Counter
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

import numpy as np
from copydetect import CodeFingerprint

LENGTH = 30  # characters of levelled code that must agree in a row, about three short lines
FEWEST = 4  # code that so many students have in common is common, however large the class


def fingerprint(text: str, known: AbstractSet[int] = frozenset()) -> CodeFingerprint:
    """Every run of LENGTH characters, without those that are `known`."""
    leave_out = np.array(sorted(known), dtype=np.int64)
    return CodeFingerprint("code.py", LENGTH, 1, leave_out, True, "python", io.StringIO(text))


def runs(text: str, known: AbstractSet[int] = frozenset()) -> frozenset[int]:
    """The hashes of these runs."""
    return frozenset(map(int, fingerprint(text, known).hashes))


def common(own: Iterable[AbstractSet[int]], share: float) -> frozenset[int]:
    """What more than `share` of the students have: the text suggests it, or there is one way to write it."""
    files = list(own)
    counts = Counter(item for one in files for item in one)
    most = max(FEWEST - 1, share * len(files))
    return frozenset(item for item, count in counts.items() if count > most)


def candidates(prints: Mapping[str, CodeFingerprint]) -> list[tuple[str, str]]:
    """The pairs of students that share anything; the others need not be compared."""
    holders: dict[int, list[str]] = {}
    for student, one in prints.items():
        for item in one.hashes:
            holders.setdefault(int(item), []).append(student)
    found = {(a, b) for held in holders.values() for place, a in enumerate(held) for b in held[place + 1 :]}
    return sorted(found)
