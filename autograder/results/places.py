"""Where the results of a student are: one function makes a folder name out of a student's name."""

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path

MARK = "~"  # in every folder name that is not the student's own
FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')
DEVICES = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(\..*)?")  # what Windows keeps for itself
OWN_FILES = re.compile(r"gradescope|.*\.(html|csv|json|db|md)")  # tables and pages of the class are beside the folders
LONGEST = 120  # bytes


def folder_names(students: Iterable[str], out: Path | None = None) -> dict[str, str]:
    """Return a folder name for each student: the name itself wherever every file system can tell it from all others.

    With *out*, a student who has results there keeps their folder, whoever joins the class later.
    """
    there = _folders(out) if out is not None else {}
    names: dict[str, str] = {}
    taken: set[str] = set()
    for student in sorted(set(students), key=lambda name: (name not in there.get(_key(name), set()), name)):
        wishes = sorted(_wishes(student), key=lambda name: name not in there.get(_key(name), set()))
        name = next(name for name in wishes if _is_free(name, student, taken, there, out))
        names[student] = name
        taken.add(_key(name))
    return names


def _wishes(student: str) -> Iterable[str]:
    """The names that a student's folder may have, best first."""
    if _is_ordinary(student):
        yield student
    text = unicodedata.normalize("NFC", student.encode(errors="replace").decode())
    stem = "".join(letter if letter.isprintable() else "_" for letter in FORBIDDEN.sub("_", text)).replace(".", "_")
    stem = stem.strip().encode()[:LONGEST].decode(errors="ignore")
    digest = hashlib.sha256(student.encode("utf-8", "surrogatepass")).hexdigest()
    yield f"{stem}{MARK}{digest[:8]}"
    yield f"{stem[:8]}{MARK}{digest}"


def _is_ordinary(name: str) -> bool:
    """Whether a name can be a folder's on every system, beside our own files."""
    if not name or FORBIDDEN.search(name) or name != name.strip(". ") or len(name.encode(errors="replace")) > LONGEST:
        return False
    return name.isprintable() and not (DEVICES.fullmatch(name.lower()) or OWN_FILES.fullmatch(_key(name)))


def _key(name: str) -> str:
    """The same for names that some file system takes for one another."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _folders(out: Path) -> Mapping[str, set[str]]:
    """The names of the folders that are in *out*, by key."""
    found: dict[str, set[str]] = {}
    for path in out.iterdir() if out.is_dir() else ():
        if path.is_dir():
            found.setdefault(_key(path.name), set()).add(path.name)
    return found


def _is_free(name: str, student: str, taken: set[str], there: Mapping[str, set[str]], out: Path | None) -> bool:
    """Whether nobody else's folder has this name, or one that a file system takes for it."""
    if _key(name) in taken:
        return False
    others = there.get(_key(name), set()) - {name}
    return out is None or all(_owner(out / other) in (student, "") for other in others)


def _owner(folder: Path) -> str:
    """Whose results a folder has; empty where it has none."""
    for path in sorted(folder.glob("*/result.json")):
        try:
            return str(json.loads(path.read_text(encoding="utf-8"))["student"])
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return ""
