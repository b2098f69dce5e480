"""Submissions as rows of a table, and what is graded of them.

A row has the files with the exercises that each defines, what would be graded of it and from which file, and the
sentences that are said about it. Every definition returns the name of its file when it is called, so what would be
graded is seen by calling it.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from autograder.course import Course, load_course
from autograder.intake.outline import read_stubs
from autograder.intake.read import read_class
from autograder.intake.roster import read_roster
from autograder.intake.submission import Submission
from autograder.sandbox.guest.loading import LoadedSubmission, SubmissionFinder
from tests.helpers import archives

COURSE = load_course()
Names = tuple[str, ...]


def exercises(part: str, file: str = "") -> Names:
    found = COURSE.assignment(part).exercises
    return tuple(item.name for item in found if file in {"", item.file})


CAUSAL, FORMULAS = exercises("02", "causal.py"), exercises("02", "derivations.py")
FIRST, SECOND = CAUSAL[:3], CAUSAL[3:]
HEADS, HEAD_FORMULAS = exercises("03", "multihead.py"), exercises("03", "derivations.py")
SELF = exercises("01", "self_attention.py")
ALL = {item.id: exercises(item.id) for item in COURSE}
STUBS = {item.id: read_stubs(item) for item in COURSE}
GIVEN_HEAD = STUBS["03_multihead"]["multihead.py"].decode()
GIVEN_HEAD = GIVEN_HEAD[GIVEN_HEAD.index("class SelfAttention") : GIVEN_HEAD.index("class MultiHeadAttentionWrapper")]


def define(names: Names, tag: str) -> str:
    return "\n\n".join(f"def {name}(*_):\n    return {tag!r}" for name in names) + "\n"


@dataclass(frozen=True)
class Case:
    """What was handed in -> what would be graded, and what is said to the student and to the instructor."""

    files: Mapping[str, Names | bytes]
    graded: Mapping[str, Mapping[str, Names]]  # assignment: file it came from: exercises
    says: Names = ()
    instructor: Names = ()
    silent: Names = field(default=())  # words that are in no sentence


def row(
    files: Mapping[str, Names | bytes],
    graded: Mapping[str, Mapping[str, Names]],
    *says: str,
    instructor: Names = (),
    silent: Names = (),
) -> Case:
    return Case(files, graded, says, instructor, silent)


TWO = {"02_causal/causal.py": CAUSAL, "02_causal/derivations.py": FORMULAS}
TWO_GRADED = {"causal.py": CAUSAL, "derivations.py": FORMULAS}


def content(path: str, given: Names | bytes) -> bytes:
    if isinstance(given, bytes):
        return given
    name = path.rpartition("/")[2]
    return (
        archives.notebook(*(define((one,), name) for one in given))
        if name.endswith(".ipynb")
        else define(given, name).encode()
    )


def submissions_of_causal(path: Path, course: Course, roster: Path | None = None, **due: str) -> dict[str, Submission]:
    """The submissions of part 02 in a download, by student."""
    names = read_roster(roster) if roster else None
    return {s.student: s for s in read_class(path, course, (course.assignment("02"),), names).submissions}


def read_case(case: Case, path: Path, course: Course) -> tuple[dict[str, Submission], tuple[str, ...]]:
    files = {f"ada/{name}": content(name, given) for name, given in case.files.items()}
    intake = read_class(archives.folder(path / "class", files | {"ben/00_warmup/warmup.py": b""}), course, ())
    return {item.assignment: item for item in intake.submissions if item.student == "ada"}, intake.ignored


def graded_of(submission: Submission, course: Course) -> dict[str, list[str]]:
    """What each exercise returns that can be called, which is the name of the file it came from."""
    found: dict[str, list[str]] = {}
    for exercise in course.assignment(submission.assignment).exercises:
        if exercise.file in submission.sources:
            try:
                answer = getattr(load(submission, exercise.file), exercise.name)()
            except (AttributeError, NotImplementedError, TypeError, SyntaxError):
                continue  # not defined, or the stub
            found.setdefault(answer, []).append(exercise.name)
    return found


def load(submission: Submission, file: str) -> object:
    loaded = LoadedSubmission(submission.sources, definitions_only=False)
    loaded.wanted = {file: [item.name for item in COURSE.assignment(submission.assignment).of_file(file)]}
    before = set(sys.modules)
    sys.meta_path.append(SubmissionFinder(loaded))
    try:
        return loaded.load(file)
    finally:
        sys.meta_path.pop()
        for name in set(sys.modules) - before:
            if getattr(sys.modules[name], "__file__", "") == f"{name}.py":
                del sys.modules[name]


def assert_graded(case: Case, path: Path, course: Course) -> None:
    """Every exercise is graded, and what is not used is named."""
    submissions, ignored = read_case(case, path, course)
    graded = {part: answers for part, item in submissions.items() if (answers := graded_of(item, course))}
    expected = {course.assignment(part).id: sources for part, sources in case.graded.items()}
    assert graded == {part: {file: [*names] for file, names in sources.items()} for part, sources in expected.items()}
    notes = [note for item in submissions.values() for note in item.notes]
    for sentence in case.says:
        assert any(sentence in note for note in notes), notes
    for line in case.instructor:
        assert line in ignored
    for word in case.silent:
        assert not [note for note in notes if word in note]
    assert all(len(item.notes) < 12 and len(note) < 300 for item in submissions.values() for note in item.notes)
