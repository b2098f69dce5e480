"""The files that are copied to `assignments/` (student kit, public tests, data), and a record of what `sync` wrote."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from autograder.course import Assignment, Course
from autograder.course.code import CODE
from autograder.course.model import MATERIAL
from autograder.edits.step_edits import EDITS, STEP_FILES
from autograder.results.files import write_text

ENGINE = Path(__file__).parents[1]
KIT = ENGINE / "student_kit"
# The sandbox and the kit have the same: the stand-in of a GPU, and what is left of code that does not parse.
SHARED = [ENGINE / "sandbox" / "guest" / name for name in ("mending.py", "stand_in.py")]
SUPPORT = "_support"
TOP = {name: f"assignments_{name}" for name in ("conftest.py", "show.py", "watch.py")}  # at the top of `assignments/`
TEMPLATES = "templates/*"  # of the pages that the kit writes
PUBLIC = "public"  # the folder of public tests in a part of the solutions
RECORD = ".generated.json"  # in `assignments/`, never handed out: the hash of each generated file


def kit_files() -> dict[str, Path]:
    """Return the sources of the student kit, by their paths below `assignments/`."""
    modules = [path for path in sorted([*KIT.glob("*.py"), *SHARED]) if path.name not in TOP.values()]
    templates = {f"{SUPPORT}/{path.relative_to(KIT).as_posix()}": path for path in sorted(KIT.glob(TEMPLATES))}
    support = {f"{SUPPORT}/{path.name}": path for path in modules} | templates
    return {name: KIT / source for name, source in TOP.items()} | support


def public_tests(course: Course, assignment: Assignment) -> dict[str, Path]:
    """Return the sources of the public tests of a part, by their paths below `assignments/`."""
    folder = course.solutions_folder / assignment.id / PUBLIC
    return {f"{assignment.id}/{path.name}": path for path in sorted(folder.glob("test_*.py"))}


def material(course: Course, assignment: Assignment) -> dict[str, Path]:
    """Return the sources of the data that a part reads, text files, by their paths below `assignments/`."""
    folder = course.solutions_folder / assignment.id / MATERIAL
    return {f"{assignment.id}/{path.name}": path for path in sorted(folder.glob("*")) if path.is_file()}


def copied_files(course: Course) -> dict[str, Path]:
    """Return the source of every file that is copied, by its path below `assignments/`."""
    own = [public_tests(course, part) | material(course, part) for part in course]
    return kit_files() | {name: path for files in own for name, path in files.items()}


def unmatched_tests(course: Course) -> Iterator[str]:
    """Yield a sentence for each public test file that belongs to no file of its part."""
    for assignment in course:
        expected = {f"{assignment.id}/test_{file}" for file in assignment.files}
        for name in sorted(public_tests(course, assignment).keys() - expected):
            part, _, file = name.partition("/")
            yield f"solutions/{part}/{PUBLIC}/{file}: no file of {part} is called {file.removeprefix('test_')}"


def edited_by_hand(assignments: Path, texts: Mapping[str, str]) -> list[str]:
    """Return the files that differ both from what was written last and from what would be written now.

    Args:
        assignments: the folder of the generated files.
        texts: what would be written, by path below it.
    """
    written = _read_record(assignments / RECORD)
    edited = []
    for name, text in texts.items():
        path = assignments / name
        if name in written and path.is_file() and _digest(path.read_bytes()) not in (written[name], digest(text)):
            edited.append(name)
    return edited


def record_generated(assignments: Path, texts: Mapping[str, str]) -> None:
    """Record the hash of each file that was written."""
    hashes = {name: digest(text) for name, text in sorted(texts.items())}
    text = json.dumps(hashes, indent=1) + "\n"
    path = assignments / RECORD
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        write_text(path, text)


def diagnosis_sources(course: Course) -> list[Path]:
    """Return the files of a course on which it depends what is known about wrong answers."""
    shared = course.shared_folder
    return [
        course.solutions_folder / f"{CODE}.py",
        *sorted(shared.glob(STEP_FILES)),
        *sorted((shared / EDITS).glob("*.toml")),
        *sorted((shared / "probes").glob("*.py")),
    ]


def digest_of(paths: Iterable[Path], texts: Iterable[str]) -> str:
    """Hash files, those that there are, and texts."""
    whole = hashlib.sha256()
    for path in filter(Path.is_file, paths):
        whole.update(_digest(path.read_bytes()).encode())
    for text in texts:
        whole.update(digest(text).encode())
    return whole.hexdigest()


def digest(text: str) -> str:
    """Hash a text, independently of the line ends of the checkout."""
    return _digest(text.encode())


def _digest(data: bytes) -> str:
    return hashlib.sha256(data.replace(b"\r\n", b"\n")).hexdigest()


def _read_record(path: Path) -> dict[str, str]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}
