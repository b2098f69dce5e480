"""Grading again after a change of checks or points: who would move is shown before anything is written."""

import json
from collections.abc import Mapping
from pathlib import Path

from autograder.classroom.moves import Move, move_between
from autograder.classroom.publish import Publisher
from autograder.classroom.write import as_it_counts, write_class
from autograder.course import Course
from autograder.results.brief import brief
from autograder.results.model import Json, Ungraded
from autograder.results.store import Key, Shown, Store, StoreError


class Regrade:
    """What stands in a folder of results beside what would stand there now."""

    def __init__(self, out: Path, course: Course, store: Store, gradings: Mapping[Key, int]) -> None:
        self._out = out
        self._course = course
        self._store = store
        self._gradings = gradings
        self._shown = store.shown()
        self.waiting = [key for key in sorted(gradings) if self._score(gradings[key]) is None]
        found = {key: self._move(key) for key in sorted(gradings)}
        self.moves = {key: move for key, move in found.items() if move}

    def _score(self, grading: int) -> float | None:
        """The points that count."""
        score: float | None = as_it_counts(self._store.result(grading), self._course)["score"]
        return score

    def stays(self, key: Key) -> bool:
        """Whether an earlier score of the same submission takes the place of none; `Publisher` sees to it."""
        shown = self._shown.get(key)
        if shown is None or key not in self.waiting:
            return False
        submission = self._store.result(self._gradings[key])["submission"]["sha256"]
        return shown.submission == submission and self._score(shown.grading) is not None

    def _move(self, key: Key) -> Move | None:
        shown = self._shown.get(key)
        if shown is None or shown.grading == self._gradings[key]:
            return None
        return move_between(self._store.result(shown.grading), self._store.result(self._gradings[key]))

    @property
    def lower(self) -> dict[Key, Move]:
        """Those who lose points."""
        return {key: move for key, move in self.moves.items() if move.down}

    def apply(self, ungraded: list[Ungraded], *, allow_lower: bool) -> None:
        """Write the new results; who would lose keeps what is there, unless it is allowed.

        A score is never replaced by none: what could not be graded this time stays as it was.
        """
        publisher = Publisher(self._out, self._course, self._store, {student for student, _ in self._gradings})
        kept = set(() if allow_lower else self.lower)
        for key, grading in self._gradings.items():
            if key in kept:
                publisher.publish(key, self._shown[key].grading, held=True)
            else:
                publisher.publish(key, grading)
        results = [publisher.shown[key].brief for key in sorted(publisher.shown)]
        run = {"regraded": len(self._gradings), "moved": len(self.moves), "kept": len(kept) + len(publisher.kept)}
        write_class(self._out, results, ungraded, run, self._course, moves=self._store.moves())


def adopt(out: Path, store: Store) -> None:
    """Take up results that stand in the folder and are not in the store, from before there was one.

    Raises:
        StoreError: there are none at all, or one cannot be read.
    """
    known = store.shown()
    for path in sorted(out.glob("*/*/result.json")):
        if (path.parts[-3], path.parts[-2]) in known:
            continue
        result = _read(path)
        key = (result["student"], result["assignment"])
        if key not in known:  # the folder may have another name than the student
            known[key] = Shown(store.add("", result), result["submission"]["sha256"], "", "", brief(result))
            store.show(key, known[key])
    if not known:
        raise StoreError(f"{out}: holds no results; name what `autograder grade --out` has written")


def _read(path: Path) -> Json:
    try:
        result: Json = json.loads(path.read_text(encoding="utf-8"))
        brief(result)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StoreError(f"{path}: is no result of this grader; grade this student again ({error})") from error
    return result
