"""Names as systems, browsers and people bend them."""

import re
import unicodedata

from autograder.course import Assignment, Course
from autograder.intake.limits import MAX_NAME, MAX_PARTS
from autograder.printable import printable

JUNK = {"__macosx", "__pycache__", "node_modules", "venv", "env", "site-packages", "thumbs.db", "desktop.ini"}
TOOLS = re.compile(
    r"\.(git\w*|svn|hg|vscode|idea|venv|env|tox|nox|cache|config|local|jupyter|ipynb_checkpoints|hypothesis"
    r"|\w+_cache|trash.*|ds_store|spyproject|devcontainer|settings|conda|autograder)",
    re.IGNORECASE,
)
HANDED_OUT = {"readme.md", "license", "pyproject.toml", "conftest.py", "watch.py", "classroom.md"}
FROM_TOOLS = {"timestamp.txt", "submission_secret.txt", "__init__.py"}
SUPPORT = "_support"
ARCHIVE = re.compile(
    r"\.(zip|tar|tgz|tbz2?|txz|tar\.(gz|bz2|xz|z|zst|lz)|rar|7z|gz|bz2|xz|zst)(\.txt)?$", re.IGNORECASE
)
PYTHON = re.compile(r"(\.py)+(\.txt)?$", re.IGNORECASE)
NOTEBOOK = re.compile(r"\.ipynb(\.txt|\.json)?$", re.IGNORECASE)
COPY = re.compile(
    r"[ _-]*(\((?P<a>\d+)\)|copy(?P<c> ?\d*)|final|solution|fixed|new|v(?P<b>\d+)|[ _-](?P<d>\d+))$", re.IGNORECASE
)
CHAPTER = re.compile(r"(?:hw|homework|assignment|part|exercise|ex|lab)?[ _-]*0*(\d+)")
BRANCH = re.compile(r"[-_](main|master)$", re.IGNORECASE)
LOOKALIKES = str.maketrans("асеорхуіѕԁјһαοινρτκ", "aceopxyisdjhaoivptk")  # Cyrillic and Greek letters that look Latin


def is_junk(name: str) -> bool:
    """Whether a system or a tool has left it there."""
    return name.startswith(".") or name.lower() in JUNK


def is_code(name: str) -> bool:
    """Whether it is a notebook or a Python file."""
    return bool(PYTHON.search(name) or NOTEBOOK.search(name))


def is_handed_out(parts: tuple[str, ...]) -> bool:
    """Whether a file comes with the exercises, from a platform or a tool, and is no work of the student's."""
    name = parts[-1].lower()
    return name in HANDED_OUT | FROM_TOOLS or SUPPORT in parts or (name.startswith("test_") and is_code(name))


def is_hidden_folder(name: str) -> bool:
    """Whether it begins with a dot, and no tool is known to call a folder so: a student may be meant."""
    return name.startswith(".") and TOOLS.fullmatch(name) is None


def hidden_top(parts: tuple[str, ...]) -> tuple[str, ...]:
    """The part of a path that leads to such a folder; empty where there is none."""
    place = next((place for place, part in enumerate(parts) if is_junk(part)), len(parts))
    return parts[: place + 1] if place < len(parts) - 1 and is_hidden_folder(parts[place]) else ()


def plain(name: str) -> str:
    """A name without accents of its writing: one case, one form of each letter, `_` for all that separates."""
    text = unicodedata.normalize("NFKC", name).casefold().translate(LOOKALIKES)
    return re.sub(r"[^\w]+", "_", text).strip("_")


def stem(name: str) -> str:
    """A name without the endings of archives, notebooks and Python files."""
    for ending in (ARCHIVE, NOTEBOOK, PYTHON):
        name = ending.sub("", name)
    return name


def without_copies(name: str) -> tuple[str, float]:
    """A stem without `(2)`, `-1`, `copy`, `final`, and how late in the row of copies it stands."""
    order = 0.0
    while (found := COPY.search(name)) and found.start() > 0:
        number = found["a"] or found["b"] or found["d"]
        order = max(order, float(number)) if number else order - 1 if found["c"] is not None else order + 0.5
        name = name[: found.start()]
    return name, order


def assignment_of(name: str, course: Course, *, numbers: bool = False) -> Assignment | None:
    """The assignment that a folder, an archive or a notebook is named after; with `numbers`, `2` and `hw02` count."""
    whole = plain(stem(name))
    bare = plain(without_copies(BRANCH.sub("", stem(name)))[0])
    for assignment in course:
        number, topic = assignment.id.split("_", 1)
        if assignment.id in (whole, bare) or bare in (topic, topic.replace("_", "")):
            return assignment
        if numbers and (found := CHAPTER.fullmatch(whole)) and int(found[1]) == int(number):
            return assignment
    return None


def contract_file(name: str, files: tuple[str, ...]) -> str | None:
    """The file of an assignment that a Python file stands for: `Causal.py`, `ada_causal (2).py`, `causal.py.txt`."""
    if name in files:
        return name
    if not PYTHON.search(name):
        return None
    bare = plain(without_copies(stem(name))[0])
    if bare.startswith("test_"):
        return None
    for file in sorted(files, key=len, reverse=True):
        wanted = file.removesuffix(".py")
        if bare == wanted or bare.endswith(f"_{wanted}"):
            return file
    return None


def order_of(name: str, exact: str) -> tuple[float, bool, str]:
    """Which of several copies came last: the highest number, then the name as it should be."""
    return without_copies(stem(name))[1], name == exact, name


def member_parts(name: str) -> tuple[tuple[str, ...], str]:
    """The path of a member of an archive, and why it is refused; nothing is ever written there."""
    tidy = unicodedata.normalize("NFC", name.replace("\\", "/"))
    parts = tuple(part for part in tidy.split("/") if part not in ("", "."))
    last = (printable(parts[-1], MAX_NAME) if parts else "nameless",)
    if tidy.startswith("/") or re.match(r"[A-Za-z]:/", tidy) or ".." in parts:
        return last, "has a path that leads out of its archive; pack it again"
    if len(parts) > MAX_PARTS or any(len(part) > MAX_NAME for part in parts):
        return last, "lies in too many folders, or has too long a name"
    return tuple(printable(part, MAX_NAME) for part in parts) or last, ""


def safe_student(name: str) -> str:
    """A student's name as the name of one folder, on every system."""
    text = unicodedata.normalize("NFC", printable(name, MAX_NAME))
    text = re.sub(r'[<>:"/\\|?*]', "_", text).strip(". ")
    return text.encode()[:120].decode(errors="ignore") or "nameless"
