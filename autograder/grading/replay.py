"""What may answer differently from run to run is judged again, and counts as what it was at its worst."""

import dataclasses
import re

from autograder.course import Exercise
from autograder.grading.exercise import Bench, Trial
from autograder.results.model import Anomaly

REPLAYS = 2
# Clocks, ids and entropy; torch, numpy and random are seeded for every question, so they alone change nothing.
CLOCKS = ("time", "datetime", "perf_counter")
ENTROPY = ("urandom", "getrandom", "secrets", "SystemRandom", "seed")
CHANCE = frozenset((*CLOCKS, *ENTROPY, "uuid", "id", "hash"))
MENTIONED = re.compile(rb"\b(" + "|".join(sorted(CHANCE)).encode() + rb")\b")


class SteadyJudge:
    """Judges the exercises of one file; where its code looks at clocks or entropy, several times."""

    def __init__(self, bench: Bench, sources: dict[str, bytes], file: str) -> None:
        self._bench = bench
        self._sources = sources
        mentioned = MENTIONED.search(sources[file])  # anywhere: what only a comment says costs one look, no replays
        self._suspicious = mentioned is not None and not CHANCE.isdisjoint(bench.words(sources, file))

    def try_exercise(self, exercise: Exercise, replace: dict[str, str]) -> Trial:
        """Judge an exercise; where replays differ, the worst of them counts."""
        first = self._bench.try_exercise(exercise, self._sources, replace)
        if not first.points or not self._suspicious:
            return first
        replays = [first, *(self._bench.try_exercise(exercise, self._sources, replace) for _ in range(REPLAYS))]
        if len({tuple(finding.outcome for finding in trial.findings) for trial in replays}) == 1:
            return first
        worst = min(replays, key=lambda trial: trial.points)
        note = Anomaly(
            "non-deterministic", exercise.name, "the same questions were answered differently in a fresh process"
        )
        return dataclasses.replace(worst, anomalies=(*worst.anomalies, note))
