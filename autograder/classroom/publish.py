"""From the store into the folder of a student; what stands there already is left alone."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from autograder.classroom.moves import move_between
from autograder.classroom.version import look_version
from autograder.classroom.write import as_it_counts, files_of_result
from autograder.course import Course
from autograder.policies import fingerprint, here_and_now, phase_of
from autograder.results.brief import brief
from autograder.results.files import sweep, write_text
from autograder.results.model import Json
from autograder.results.store import Key, Shown, Store


class Publisher:
    """Keeps the folders of a class as the store says."""

    def __init__(self, out: Path, course: Course, store: Store) -> None:
        self._out = out
        self._course = course
        self._store = store
        self._look = look_version() + fingerprint(course.policies) + phase_of(course.policies, here_and_now())
        self._shown = store.shown()
        self.moved = 0  # scores that changed though the submission did not

    @property
    def shown(self) -> Mapping[Key, Shown]:
        """What stands in each folder."""
        return self._shown

    def publish(self, key: Key, grading: int, *, held: bool = False) -> Json:
        """See to it that these are the files in the folder; what the class page needs of them."""
        before = self._shown.get(key)
        if before and (before.grading, before.look, before.held) == (grading, self._look, held) and self._stands(key):
            return before.brief
        return self._write(key, grading, self._store.result(grading), held=held)

    def add(self, address: str, result: Json) -> Json:
        """Keep a new grading, then write its files."""
        return self._write((result["student"], result["assignment"]), self._store.add(address, result), result)

    def _write(self, key: Key, grading: int, result: Json, *, held: bool = False) -> Json:
        files = files_of_result(result, self._course)
        counted = brief(as_it_counts(result, self._course))
        folder = self._out / key[0] / key[1]
        sweep(folder, files)
        for name, text in files.items():
            write_text(folder / name, text)
        self._note_move(self._shown.get(key), grading, result)
        shown = Shown(grading, result["submission"]["sha256"], self._look, _digest(_bytes(files)), counted, held=held)
        self._store.show(key, shown)
        self._shown[key] = shown
        return shown.brief

    def _note_move(self, before: Shown | None, grading: int, result: Json) -> None:
        """Another score for the same submission is worth knowing; for another submission it is not."""
        if before is None or before.grading == grading or before.submission != result["submission"]["sha256"]:
            return
        if move := move_between(self._store.result(before.grading), result):
            self._store.moved(grading, move.to_json())
            self.moved += 1

    def _stands(self, key: Key) -> bool:
        """Whether the files are there, byte for byte."""
        folder = self._out / key[0] / key[1]
        try:
            files = {name: (folder / name).read_bytes() for name in ("result.json", "feedback.md", "feedback.html")}
        except OSError:
            return False
        return _digest(files) == self._shown[key].digest


def _bytes(files: Mapping[str, str]) -> dict[str, bytes]:
    return {name: text.encode() for name, text in files.items()}


def _digest(files: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(f"{name}\0{len(files[name])}\0".encode() + files[name])
    return digest.hexdigest()
