"""Folder names for students' results: safe on every system and unique in the class."""

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path

SUFFIX_MARK = "~"  # in every folder name that is not the student's own name
FORBIDDEN_CHARACTERS = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')
WINDOWS_DEVICES = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(\..*)?")  # reserved names
CLASS_FILES = re.compile(
    r"gradescope|feedback|.*\.(html|csv|json|db|md)"
)  # tables and pages of the class, beside the folders
MAX_BYTES = 120
REVIEW_DIR = ".review"  # the instructor's pages, in the folder of results; no student's folder begins with a dot


def folder_names(students: Iterable[str], out: Path | None = None) -> dict[str, str]:
    """Return a folder name for each student: the name itself, if it is safe and unique on every file system.

    With *out*, a student who has results there keeps that folder, even when students with similar names are added.
    """
    existing = _existing_folders(out) if out is not None else {}
    names: dict[str, str] = {}
    taken: set[str] = set()
    for student in sorted(set(students), key=lambda name: (name not in existing.get(_fold(name), set()), name)):
        candidates = sorted(_candidates(student), key=lambda name: name not in existing.get(_fold(name), set()))
        name = next(name for name in candidates if _is_free(name, student, taken, existing, out))
        names[student] = name
        taken.add(_fold(name))
    return names


def review_path(folder: str, assignment: str) -> str:
    """Return the path of the instructor's page of a hand-in, relative to the folder of results."""
    return f"{REVIEW_DIR}/{folder}/{assignment}.html"


def has_review(out: Path) -> bool:
    """Return whether the instructor's pages were made in an output folder; they are then kept up to date."""
    return (out / REVIEW_DIR / "index.html").is_file()


def _candidates(student: str) -> Iterable[str]:
    """Yield the names that a student's folder may have, best first."""
    if _is_ordinary(student):
        yield student
    text = unicodedata.normalize("NFC", student.encode(errors="replace").decode())
    stem = "".join(char if char.isprintable() else "_" for char in FORBIDDEN_CHARACTERS.sub("_", text))
    stem = stem.replace(".", "_").strip().encode()[:MAX_BYTES].decode(errors="ignore")
    digest = hashlib.sha256(student.encode("utf-8", "surrogatepass")).hexdigest()
    yield f"{stem}{SUFFIX_MARK}{digest[:8]}"
    yield f"{stem[:8]}{SUFFIX_MARK}{digest}"


def _is_ordinary(name: str) -> bool:
    """Return whether a name is a valid folder name on every system, and not one of the class files."""
    if not name or FORBIDDEN_CHARACTERS.search(name) or name != name.strip(". "):
        return False
    if len(name.encode(errors="replace")) > MAX_BYTES or not name.isprintable():
        return False
    return not (WINDOWS_DEVICES.fullmatch(name.lower()) or CLASS_FILES.fullmatch(_fold(name)))


def _fold(name: str) -> str:
    """Return a key that is equal for names that some file system considers equal."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _existing_folders(out: Path) -> Mapping[str, set[str]]:
    """Return the names of the folders in *out* by folded name."""
    folders: dict[str, set[str]] = {}
    for path in out.iterdir() if out.is_dir() else ():
        if path.is_dir():
            folders.setdefault(_fold(path.name), set()).add(path.name)
    return folders


def _is_free(name: str, student: str, taken: set[str], existing: Mapping[str, set[str]], out: Path | None) -> bool:
    """Return whether no other student's folder has this name, or one that a file system considers equal."""
    if _fold(name) in taken:
        return False
    others = existing.get(_fold(name), set()) - {name}
    return out is None or all(_owner(out / other) in (student, "") for other in others)


def _owner(folder: Path) -> str:
    """Return the student whose results a folder has; empty if it has none."""
    for path in sorted(folder.glob("*/result.json")):
        try:
            return str(json.loads(path.read_text(encoding="utf-8"))["student"])
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return ""
