"""Commit times of clones, as git reads them from the objects of a clone.

A clone's own settings and hooks may run programs. git is therefore started in an empty repository of ours, and takes
only the objects from the clone.
"""

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from zoneinfo import ZoneInfo

from autograder.intake.entries import MAX_FILE, open_regular_file
from autograder.intake.time_text import with_offset

SECONDS = 30  # for all questions to git about the clones of one student
MEMORY = 512  # MB for git, which reads a whole object: a commit of 1 GB is a file of 1 MB
MAX_TAGS = 10  # that are asked about before the time of a commit, and as many after it: each may take a second
LIMITED = ("/bin/sh", "-c", 'ulimit -v "$0" 2> /dev/null; exec "$@"')
WINDOWS = ("-c", "core.packedGitWindowSize=16m", "-c", "core.packedGitLimit=128m")  # of a large pack, at once in memory
SHA1_DIGITS = 40  # of a hash in a repository that uses SHA-1
MAX_REFS = 1 << 20  # bytes of a file of git with references
HASH = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
SUBMIT = re.compile(r"refs/tags/submit/(\d{4})-(\d\d)-(\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:-[0-9a-f]+)?")
REFERENCE = re.compile(r"refs/[\w.+-]+(?:/[\w.+@-]+)*")


class Clones:
    """Answers questions about clones; without git, nothing is known about them.

    Args:
        top: the folder of the class; clones are inside it, and what it is itself in is none of a student's.
        stack: removes our own repository in the end.
        zone: the zone of the class.
    """

    def __init__(self, top: Path, stack: ExitStack, zone: ZoneInfo) -> None:
        self._zone = zone
        self._top = top
        self._stack = stack
        self._program = shutil.which("git")
        self._repository: Path | None = None
        self._roots: dict[Path, Path | None] = {}
        self.begin_student()

    def begin_student(self) -> None:
        """Give the clones of the next student all their time."""
        self._left = float(SECONDS)

    def last_commit(self, paths: Iterable[Path]) -> datetime | None:
        """Return when the last commit was made that changed one of these files, in the zone of the class."""
        by_clone: dict[Path, list[str]] = {}
        for path in paths:
            if (root := self.root_of(path.parent)) is not None:
                by_clone.setdefault(root, []).append(path.relative_to(root).as_posix())
        times = [time for root, files in by_clone.items() if (time := self._last_commit(root, files))]
        return max(times, default=None)

    def uncommitted(self, paths: Iterable[Path]) -> list[str]:
        """Return the names of files that are not as in the commit that is checked out, of those that are in it."""
        names = []
        for path in paths:
            root = self.root_of(path.parent)
            head = _head(root / ".git") if root else None
            if root and head:
                entry = self._git(root, "ls-tree", "-z", head, "--", path.relative_to(root).as_posix()).split()
                if len(entry) > 2 and entry[2] not in _blobs(path, len(head)):
                    names.append(path.name)
        return sorted(set(names))

    def root_of(self, folder: Path) -> Path | None:
        """Return the clone that contains a folder."""
        if folder == self._top or self._top not in folder.parents:
            return None
        if folder not in self._roots:
            git = folder / ".git"
            if git.is_dir() and not git.is_symlink():
                self._roots[folder] = folder
            else:
                self._roots[folder] = self.root_of(folder.parent)
        return self._roots[folder]

    def _last_commit(self, root: Path, files: list[str]) -> datetime | None:
        """Return when a change of files was submitted: by the first tag that contains it, else by its own time.

        A tag cannot be older than what it contains: then the time of the change counts. Of many tags, those next to
        that time are asked about.
        """
        head = _head(root / ".git")
        words = self._git(root, "log", "-1", "--format=%H %ct", head, "--", *files).split() if head else []
        if len(words) != 2:
            return None
        try:
            changed = with_offset(datetime.fromtimestamp(int(words[1]), UTC), self._zone)
        except (ValueError, OverflowError, OSError):  # a commit may name any number of seconds
            return None
        tags = submit_tags(root / ".git", self._zone)
        before = [tag for tag in tags if tag[0] < changed][-MAX_TAGS:]
        after = [tag for tag in tags if tag[0] >= changed][:MAX_TAGS]
        for time, commit in (*reversed(before), *after):
            if self._git(root, "rev-list", "-1", commit, f"^{words[0]}^@", "--", *files) == words[0]:
                return max(time, changed)
        return changed

    def _git(self, root: Path, *words: str) -> str:
        """Return what git answers about the objects of a clone; empty if it cannot, within its limits."""
        if self._program is None or self._left <= 0:
            return ""
        begun = monotonic()
        try:
            done = subprocess.run(  # noqa: S603 - no word of the command can be an option
                [*LIMITED, str(MEMORY << 10), self._program, *WINDOWS, *words],
                env=self._environment(root / ".git"),
                capture_output=True,
                timeout=self._left,
                check=True,
                text=True,
            )
        except (subprocess.SubprocessError, OSError, ValueError):
            return ""
        finally:
            self._left -= monotonic() - begun
        return done.stdout.strip()

    def _environment(self, git: Path) -> dict[str, str]:
        """Return the environment in which git reads the objects of a clone, and neither its settings nor its hooks."""
        if self._repository is None:
            self._repository = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="autograder-")))
            for name in ("objects", "refs"):
                (self._repository / name).mkdir()
            (self._repository / "HEAD").write_text("ref: refs/heads/main\n")
        shallow = {"GIT_SHALLOW_FILE": str(git / "shallow")} if (git / "shallow").is_file() else {}
        return {
            "PATH": os.environ.get("PATH", ""),
            "LC_ALL": "C",
            "GIT_DIR": str(self._repository),
            "GIT_OBJECT_DIRECTORY": str(git / "objects"),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_LITERAL_PATHSPECS": "1",
            "GIT_NO_REPLACE_OBJECTS": "1",
            "GIT_NO_LAZY_FETCH": "1",
            **shallow,
        }


def _blobs(path: Path, digits: int) -> set[str]:
    """Return the hashes that git may have for the content of a file: as it is, and with its own ends of lines."""
    try:
        with open_regular_file(path) as file:
            data = file.read(MAX_FILE)
    except OSError:
        return set()
    new = hashlib.sha1 if digits == SHA1_DIGITS else hashlib.sha256
    return {new(b"blob %d\0%b" % (len(text), text)).hexdigest() for text in (data, data.replace(b"\r\n", b"\n"))}


def references(git: Path) -> dict[str, str]:
    """Return the hash of each reference in the packed references of a clone."""
    lines = (line.split(" ") for line in _text(git / "packed-refs").splitlines() if not line.startswith(("#", "^")))
    return {line[1]: line[0] for line in lines if len(line) == 2 and HASH.fullmatch(line[0])}


def submit_tags(git: Path, zone: ZoneInfo) -> list[tuple[datetime, str]]:
    """Return the times, in the zone of the class, and the commits of tags of Classroom 50, the earliest first."""
    loose = {
        path.relative_to(git).as_posix(): _text(path).strip() for path in sorted((git / "refs/tags/submit").glob("*"))
    }
    found = [(match, commit) for name, commit in (references(git) | loose).items() if (match := SUBMIT.fullmatch(name))]
    times = [(_tag_time(match, zone), commit) for match, commit in found if HASH.fullmatch(commit)]
    return sorted((time, commit) for time, commit in times if time is not None)


def _tag_time(match: re.Match[str], zone: ZoneInfo) -> datetime | None:
    try:
        return with_offset(datetime(*map(int, match.groups()), tzinfo=UTC), zone)  # type: ignore[arg-type,misc]
    except (ValueError, OverflowError):
        return None


def _head(git: Path) -> str | None:
    """Return the hash of the commit that is checked out."""
    head = _text(git / "HEAD").strip()
    name = head.removeprefix("ref: ")
    if name != head:
        if not REFERENCE.fullmatch(name) or ".." in name:
            return None
        head = _text(git / name).strip() or references(git).get(name, "")
    return head if HASH.fullmatch(head) else None


def _text(path: Path) -> str:
    try:
        with open_regular_file(path) as file:
            return file.read(MAX_REFS).decode(errors="replace")
    except OSError:
        return ""
