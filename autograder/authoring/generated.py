"""What `assignments/` gets unchanged (student kit, public tests), and what `sync` has written there last."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from autograder.course import Assignment, Course
from autograder.results.files import write_text

KIT = Path(__file__).parents[1] / "student_kit"
SUPPORT = "_support"
TOP = {"conftest.py": "assignments_conftest.py", "watch.py": "assignments_watch.py"}  # beside the parts
PUBLIC = "public"  # the folder of public tests in a part of the solutions


def kit_files() -> dict[str, Path]:
    """The sources of the student kit, by their paths below `assignments/`."""
    modules = [path for path in sorted(KIT.glob("*.py")) if path.name not in TOP.values()]
    return {name: KIT / source for name, source in TOP.items()} | {f"{SUPPORT}/{path.name}": path for path in modules}


def public_tests(course: Course, assignment: Assignment) -> dict[str, Path]:
    """The sources of the public tests of a part, by their paths below `assignments/`."""
    folder = course.solutions_folder / assignment.id / PUBLIC
    return {f"{assignment.id}/{path.name}": path for path in sorted(folder.glob("test_*.py"))}


def copies(course: Course) -> dict[str, Path]:
    """Every file that is copied, by its path below `assignments/`."""
    return kit_files() | {name: path for part in course for name, path in public_tests(course, part).items()}


def without_exercise(course: Course) -> Iterator[str]:
    """A sentence for each public test file that belongs to no file of its part."""
    for assignment in course:
        known = {f"{assignment.id}/test_{file}" for file in assignment.files}
        for name in sorted(public_tests(course, assignment).keys() - known):
            part, _, file = name.partition("/")
            yield f"solutions/{part}/{PUBLIC}/{file}: no file of {part} is called {file.removeprefix('test_')}"


FILE = ".generated.json"  # in `assignments/`, never handed out


def edited_by_hand(assignments: Path, texts: Mapping[str, str]) -> list[str]:
    """Files that are neither what was written last nor what would be written now.

    Args:
        assignments: the folder of the generated files.
        texts: what would be written, by path below it.
    """
    written = _read(assignments / FILE)
    found = []
    for name, text in texts.items():
        path = assignments / name
        if name in written and path.is_file() and _digest(path.read_bytes()) not in (written[name], digest(text)):
            found.append(name)
    return found


def record(assignments: Path, texts: Mapping[str, str]) -> None:
    """Keep what was written."""
    hashes = {name: digest(text) for name, text in sorted(texts.items())}
    text = json.dumps(hashes, indent=1) + "\n"
    path = assignments / FILE
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        write_text(path, text)


def digest(text: str) -> str:
    """The hash of a text, whatever line ends a checkout gives it."""
    return _digest(text.encode())


def _digest(data: bytes) -> str:
    return hashlib.sha256(data.replace(b"\r\n", b"\n")).hexdigest()


def _read(path: Path) -> dict[str, str]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}
