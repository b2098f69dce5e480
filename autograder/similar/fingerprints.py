"""Fingerprints of files, by copydetect: names and strings are levelled, comments and white space do not count."""

import io
from collections import Counter
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from itertools import combinations

from copydetect import CodeFingerprint
from copydetect.utils import get_token_coverage

LENGTH = 30  # characters of levelled code that must agree in a row, about three short lines
FEWEST = 4  # code that so many students have in common is common, however large the class


def fingerprint(text: str) -> CodeFingerprint:
    """Every run of LENGTH characters."""
    return CodeFingerprint("code.py", LENGTH, 1, None, True, "python", io.StringIO(text))


def leave_out(one: CodeFingerprint, known: AbstractSet[int]) -> None:
    """Forget the runs that say nothing about who wrote the file, so that they count neither as shared nor as own."""
    one.hash_idx = {item: places for item, places in one.hash_idx.items() if item not in known}
    one.hashes = set(one.hash_idx)
    one.token_coverage = get_token_coverage(one.hash_idx, LENGTH, len(one.filtered_code))


def common(prints: Iterable[CodeFingerprint], share: float) -> set[int]:
    """What more than `share` of the students have: the text suggests it, or there is one way to write it."""
    files = list(prints)
    counts = Counter(item for one in files for item in one.hashes)
    most = max(FEWEST - 1, share * len(files))
    return {item for item, count in counts.items() if count > most}


def candidates(prints: Mapping[str, CodeFingerprint], share: float) -> list[tuple[str, str]]:
    """The pairs that can agree in `share` of the shorter file, going by how many runs both have."""
    holders: dict[int, list[str]] = {}
    for student in sorted(prints):
        for item in prints[student].hashes:
            holders.setdefault(item, []).append(student)
    together = Counter(pair for held in holders.values() for pair in combinations(held, 2))
    return sorted(pair for pair, count in together.items() if _enough(count, pair, prints, share))


def _enough(count: int, pair: tuple[str, str], prints: Mapping[str, CodeFingerprint], share: float) -> bool:
    shorter = min((prints[name] for name in pair), key=lambda one: int(one.token_coverage))
    most = max(len(places) for places in shorter.hash_idx.values())
    return bool(count * most * LENGTH >= share * shorter.token_coverage)
