"""Names of files and folders, as systems, browsers and people change them."""

import re
import unicodedata

from autograder.course import Assignment, Course
from autograder.printable import printable

MAX_PARTS = 16
MAX_NAME = 255
JUNK = {"__macosx", "__pycache__", "node_modules", "venv", "env", "site-packages", "thumbs.db", "desktop.ini"}
TOOLS = re.compile(
    r"\.(git\w*|svn|hg|vscode|idea|venv|env|tox|nox|cache|config|local|jupyter|ipynb_checkpoints|hypothesis"
    r"|\w+_cache|trash.*|ds_store|spyproject|devcontainer|settings|conda|autograder)",
    re.IGNORECASE,
)
PROVIDED = {"readme.md", "license", "pyproject.toml", "conftest.py", "watch.py", "classroom.md"}
ADDED_BY_TOOLS = {"timestamp.txt", "submission_secret.txt", "__init__.py", "result.json", "results.json"}
SUPPORT = "_support"
ARCHIVE = re.compile(
    r"\.(zip|tar|tgz|tbz2?|txz|tar\.(gz|bz2|xz|z|zst|lz)|rar|7z|gz|bz2|xz|zst)(\.txt)?$", re.IGNORECASE
)
PYTHON = re.compile(r"(\.py)+(\.txt)?$", re.IGNORECASE)
NOTEBOOK = re.compile(r"\.ipynb(\.txt|\.json)?$", re.IGNORECASE)
COPY = re.compile(  # separators in front of it are stripped apart: at the start of a pattern they cost the square
    r"(\((?P<a>\d+)\)|copy(?P<c> ?\d*)|final|solution|fixed|new|v(?P<b>\d+)|[ _-](?P<d>\d+))$", re.IGNORECASE
)
SEPARATORS = " _-"
LONGEST_MARK = 30
MAX_COPY_MARKS = 8  # at the end of a name; `(2)` may be there eighty times
CHAPTER = re.compile(r"(?:hw|homework|assignment|part|exercise|ex|lab)?[ _-]*0*(\d+)")
BRANCH = re.compile(r"[-_](main|master)$", re.IGNORECASE)
LOOKALIKES = str.maketrans("асеорхуіѕԁјһαοινρτκ", "aceopxyisdjhaoivptk")  # Cyrillic and Greek letters that look Latin


def is_junk(name: str) -> bool:
    """Whether a file or folder of this name was left behind by a system or a tool."""
    return name.startswith(".") or name.lower() in JUNK


def is_code(name: str) -> bool:
    """Whether this is the name of a notebook or a Python file."""
    return bool(PYTHON.search(name) or NOTEBOOK.search(name))


def is_provided(parts: tuple[str, ...]) -> bool:
    """Whether a file comes with the exercises, from a platform or from a tool, and is not the student's work."""
    name = parts[-1].lower()
    return name in PROVIDED | ADDED_BY_TOOLS or SUPPORT in parts or (name.startswith("test_") and is_code(name))


def is_hidden_folder(name: str) -> bool:
    """Whether a folder begins with a dot but belongs to no known tool; it may be a student's."""
    return name.startswith(".") and TOOLS.fullmatch(name) is None


def junk_folder_path(parts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the path of the folder of a tool that a member is in, listed as on disk; empty if it is in none."""
    place = next(place for place, part in enumerate(parts) if is_junk(part))
    return parts[: place + 1] if place < len(parts) - 1 else ()


def normalise_name(name: str) -> str:
    """Return a name in one case, with one form of each letter and `_` for every separator."""
    text = unicodedata.normalize("NFKC", name).casefold().translate(LOOKALIKES)
    return re.sub(r"[^\w]+", "_", text).strip("_")


def strip_extensions(name: str) -> str:
    """Return a name without the extensions of archives, notebooks and Python files."""
    for ending in (ARCHIVE, NOTEBOOK, PYTHON):
        name = ending.sub("", name)
    return name


def strip_copy_suffix(name: str) -> tuple[str, float]:
    """Return a name without `(2)`, `-1`, `copy`, `final`, and its rank among the copies: the latest has the highest."""
    order = 0.0
    for _ in range(MAX_COPY_MARKS):
        match = COPY.search(name, max(0, len(name) - LONGEST_MARK))
        bare = name[: match.start()].rstrip(SEPARATORS) if match else ""
        if match is None or not bare:
            break
        number = match["a"] or match["b"] or match["d"]
        order = max(order, float(number)) if number else order - 1 if match["c"] is not None else order + 0.5
        name = bare
    return name, order


def assignment_of(name: str, course: Course, *, numbers: bool = False) -> Assignment | None:
    """Return the assignment that a folder, an archive or a notebook is named after.

    Args:
        name: the name, with or without extension.
        course: the course.
        numbers: whether a number alone, as in `2` or `hw02`, names an assignment.
    """
    whole = normalise_name(strip_extensions(name))
    bare = normalise_name(strip_copy_suffix(BRANCH.sub("", strip_extensions(name)))[0])
    for assignment in course:
        number, topic = assignment.id.split("_", 1)
        if assignment.id in (whole, bare) or bare in (topic, topic.replace("_", "")):
            return assignment
        if numbers and (match := CHAPTER.fullmatch(whole)) and int(match[1]) == int(number):
            return assignment
    return None


def expected_file(name: str, files: tuple[str, ...]) -> str | None:
    """Return the file of an assignment that is meant by `Causal.py`, `ada_causal (2).py`, `causal.py.txt`."""
    if name in files:
        return name
    if not PYTHON.search(name):
        return None
    bare = normalise_name(strip_copy_suffix(strip_extensions(name))[0])
    if bare.startswith("test_"):
        return None
    for file in sorted(files, key=len, reverse=True):
        wanted = file.removesuffix(".py")
        if bare == wanted or bare.endswith(f"_{wanted}"):
            return file
    return None


def copy_rank(name: str, exact: str) -> tuple[float, bool, str]:
    """Return a sort key for copies of a file: the last one has the highest number, then the exact name."""
    return strip_copy_suffix(strip_extensions(name))[1], name == exact, name


def member_parts(name: str) -> tuple[tuple[str, ...], str]:
    """Return the path of an archive member, and why it is refused; empty where it is not. Nothing is written there."""
    tidy = unicodedata.normalize("NFC", name.replace("\\", "/"))
    parts = tuple(part for part in tidy.split("/") if part not in ("", "."))
    last = (parts[-1][:MAX_NAME] if parts else "nameless",)
    if tidy.startswith("/") or re.match(r"[A-Za-z]:/", tidy) or ".." in parts:
        return last, "has a path that leads out of its archive; pack it again"
    if len(parts) > MAX_PARTS or any(len(part) > MAX_NAME for part in parts):
        return last, "is in too many nested folders, or its name is too long"
    return parts or last, ""


def safe_student(name: str) -> str:
    """Return a student's name as a folder name that is valid on every system, and neither a pattern nor a list."""
    text = unicodedata.normalize("NFC", printable(name, MAX_NAME))
    text = re.sub(r'[<>:"/\\|?*\[\];]', "_", text).strip(". ")
    return text.encode()[:120].decode(errors="ignore") or "nameless"
