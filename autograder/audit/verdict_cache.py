"""Verdicts on the programs of the course, kept by content in the user's cache: a second run judges what has changed.

The key of a verdict is a hash of everything that decides it (`execution.source_hashes.program_hash`), of the program,
of the processor and of the isolation level. A verdict with a problem is never kept, so that what a busy machine has
spoilt is judged again.
"""

import contextlib
import hashlib
import os
import zlib
from dataclasses import dataclass, field

import msgspec

from autograder.audit.judge import GradedProgram
from autograder.audit.programs import Program
from autograder.checking.processor import processor
from autograder.course import load_course
from autograder.execution.source_hashes import program_hash
from autograder.grading.renewal import renewed
from autograder.grading.scoring import NO_RUBRIC
from autograder.results.kept_files import KeptFiles
from autograder.results.model import ExerciseResult
from autograder.sandbox.host.isolation import Level
from autograder.sandbox.host.student_text import as_plain_text
from autograder.sandbox.host.target import LoadFailure

FOLDER = "autograder/verdicts"
DIGEST_SIZE = hashlib.sha256().digest_size
Content = tuple[tuple[ExerciseResult, ...], bool, LoadFailure | None]  # the fields of a `GradedProgram`


@dataclass
class VerdictCache:
    """The verdicts of one isolation level.

    Attributes:
        level: the level.
        files: where they are kept.
        damaged: how many kept verdicts could not be read and are judged again.
    """

    level: Level
    files: KeptFiles = field(default_factory=lambda: KeptFiles(FOLDER))
    damaged: int = 0
    _hashes: dict[str, str] = field(default_factory=dict)  # by part

    def load(self, program: Program) -> GradedProgram | None:
        """Return the kept verdict on a program; None if there is none that can be trusted."""
        data = self.files.read(self._name(program))
        if data is None:
            return None
        digest, content = data[:DIGEST_SIZE], data[DIGEST_SIZE:]
        try:
            if hashlib.sha256(content).digest() != digest:
                raise ValueError("the content has another digest")
            results, listed, load_failure = msgspec.msgpack.decode(zlib.decompress(content), type=Content)
        except (ValueError, zlib.error, msgspec.DecodeError):
            self.damaged += 1
            return None
        assignment = load_course().assignment(program.exercise.assignment)
        today = tuple(renewed(item, assignment, NO_RUBRIC) for item in results)
        return GradedProgram(program, today, listed, load_failure)

    def store(self, graded: GradedProgram) -> None:
        """Keep a verdict, unless something is wrong with it or it has a value that msgspec cannot write."""
        kept: Content = (graded.results, graded.listed, graded.load_failure)
        with contextlib.suppress(TypeError):
            content = zlib.compress(msgspec.msgpack.encode(kept, enc_hook=as_plain_text))
            if graded.problem is None:
                self.files.write(self._name(graded.program), hashlib.sha256(content).digest() + content)

    def remove_unused(self) -> None:
        """Remove what nobody has used for a month."""
        self.files.remove_unused("*")

    @property
    def problem(self) -> str:
        """Why programs are judged again that were judged before, in one sentence; empty if they are not."""
        if self.damaged:
            return f"{self.damaged} kept verdicts are damaged, and these programs are judged again"
        try:
            folder = self.files.path("")
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            writable = os.access(folder, os.W_OK)
        except (OSError, RuntimeError):
            writable = False
        return "" if writable else "the user's cache cannot be written, so every program is judged in every run"

    def _name(self, program: Program) -> str:
        part = program.exercise.assignment
        if part not in self._hashes:
            self._hashes[part] = f"{program_hash(part)} {processor()} {self.level}"
        text = f"{self._hashes[part]} {program.exercise.name} ".encode() + program.source
        return hashlib.sha256(text).hexdigest()
