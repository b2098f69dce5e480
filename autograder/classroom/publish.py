"""From the store into the folder of a student; what stands there already is left alone."""

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from autograder.classroom.moves import move_between
from autograder.classroom.source_hashes import template_hash
from autograder.classroom.write import as_it_counts, files_of_result
from autograder.course import Course
from autograder.policies import fingerprint, here_and_now, phase_of
from autograder.results.brief import brief
from autograder.results.files import sweep, write_text
from autograder.results.model import Json
from autograder.results.places import folder_names
from autograder.results.store import Key, Shown, Store


class Publisher:
    """Keeps the folders of a class as the store says."""

    def __init__(self, out: Path, course: Course, store: Store, students: Iterable[str]) -> None:
        self._out = out
        self._course = course
        self._store = store
        self._look = template_hash() + fingerprint(course.policies) + phase_of(course.policies, here_and_now())
        self._shown = store.shown()
        self._folders = folder_names({*students, *(student for student, _ in self._shown)}, out)
        self.moved = 0  # scores that changed though the submission did not
        self.kept: list[Key] = []  # what could be graded before and cannot be graded now: the earlier result stays

    @property
    def shown(self) -> Mapping[Key, Shown]:
        """What stands in each folder."""
        return self._shown

    def publish(self, key: Key, grading: int, *, held: bool = False) -> Json:
        """See to it that these are the files in the folder; what the class page needs of them."""
        before = self._shown.get(key)
        if before and (before.grading, before.look, before.held) == (grading, self._look, held) and self._stands(key):
            return before.brief
        return self._replace(key, grading, self._store.result(grading), held=held)

    def add(self, cache_key: str, result: Json) -> Json:
        """Keep a new grading, then write its files."""
        return self._replace((result["student"], result["assignment"]), self._store.add(cache_key, result), result)

    def _replace(self, key: Key, grading: int, result: Json, *, held: bool = False) -> Json:
        """Write the files of a grading, unless a score of the same submission would be replaced by none."""
        before = self._shown.get(key)
        if before is None or before.grading == grading or not self._loses_score(before, result):
            return self._write(key, grading, result, held=held)
        self.kept.append(key)
        return self.publish(key, before.grading, held=before.held)

    def _loses_score(self, before: Shown, result: Json) -> bool:
        if before.submission != result["submission"]["sha256"]:
            return False
        if as_it_counts(result, self._course)["score"] is not None:
            return False
        return as_it_counts(self._store.result(before.grading), self._course)["score"] is not None

    def _write(self, key: Key, grading: int, result: Json, *, held: bool = False) -> Json:
        files = files_of_result(result, self._course)
        counted = brief(as_it_counts(result, self._course))
        folder = self._folder(key)
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

    def _folder(self, key: Key) -> Path:
        student, assignment = key
        return self._out / self._folders[student] / assignment

    def _stands(self, key: Key) -> bool:
        """Whether the files are there, byte for byte."""
        folder = self._folder(key)
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
