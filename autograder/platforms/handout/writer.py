"""Writes a handout: a folder, all at once; a reproducible zip; or a zip for each student."""

import io
import os
import shutil
import tempfile
import zipfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from autograder.authoring.size_slots import fill_size_slots
from autograder.course import Course
from autograder.platforms.handout.contents import FileContents, HandoutError
from autograder.results.files import naming
from autograder.results.folder_names import folder_names
from autograder.variants.sizes import assignment_sizes

EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip can have
PLAIN_FILE, PROGRAM = 0o100644 << 16, 0o100755 << 16  # modes, as a zip has them


def write_folder(out: Path, files: Mapping[str, bytes]) -> None:
    """Write all files below *out*, a new or empty folder; one with nothing but `.git` counts as empty.

    Raises:
        HandoutError: the folder is not empty.
    """
    require_empty_folder(out)
    with naming(out):
        out.parent.mkdir(parents=True, exist_ok=True)
        temporary = Path(tempfile.mkdtemp(dir=out.parent, prefix=f".{out.name}."))
    try:
        for name, data in files.items():
            path = temporary / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        out.mkdir(exist_ok=True)
        for item in sorted(temporary.iterdir()):
            os.replace(item, out / item.name)  # noqa: PTH105 - on one file system, so a rename
    finally:
        shutil.rmtree(temporary)


def require_empty_folder(out: Path) -> None:
    """Refuse to overwrite anything, and a place where nothing can be written.

    Raises:
        HandoutError: *out* is a file, or a folder that is not empty.
        OSError: no folder can be made there.
    """
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise HandoutError(f"{out}: is no folder; name a new one")
    names = sorted(item.name for item in out.iterdir() if item.name != ".git") if out.exists() else []
    if names:
        raise HandoutError(f"{out}: contains {names[0]} already; name a new or empty folder")
    with naming(out):
        os.rmdir(tempfile.mkdtemp(dir=next(folder for folder in out.parents if folder.exists())))  # noqa: PTH106


def zip_bytes(files: Mapping[str, bytes], top: str = "", programs: Collection[str] = ()) -> bytes:
    """Return the files in a folder *top* as a zip, the same bytes on every machine: sorted, without times.

    It is not compressed, because compressed bytes differ between versions of zlib, and a handout is small.

    Args:
        files: their contents by path.
        top: the name of a folder around them; none if empty.
        programs: the paths of executable files.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            info = zipfile.ZipInfo(f"{top}/{name}" if top else name, EPOCH)
            info.create_system = 3  # Unix, on every machine: it decides how the mode below is read
            info.external_attr = PROGRAM if name in programs else PLAIN_FILE
            archive.writestr(info, files[name])
    return buffer.getvalue()


def write_bytes(path: Path, data: bytes) -> None:
    """Write to a temporary file, then rename it."""
    with naming(path):
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(name, 0o644)  # noqa: PTH101 - mkstemp gives a name, and 0600
        os.replace(name, path)  # noqa: PTH105 - the same
    except BaseException:
        os.unlink(name)  # noqa: PTH108 - the same
        raise


class PersonalHandouts(Mapping[str, bytes]):
    """A zip for each student, by file name; they differ only in the sizes in the texts of derivations.

    A zip is created when it is looked up, so that a large class needs little memory. A student's id is the name of the
    zip (or its beginning, if ids differ only in case) and appears nowhere inside.
    """

    def __init__(self, files: FileContents, course: Course, top: str, students: Sequence[str], secret: bytes) -> None:
        self._files = files  # with slots for sizes
        self._course = course
        self._top = top
        names = folder_names(students)
        self._students = {f"{names[student]}.zip": student for student in students}
        self._secret = secret

    def __iter__(self) -> Iterator[str]:
        return iter(self._students)

    def __len__(self) -> int:
        return len(self._students)

    def __getitem__(self, name: str) -> bytes:
        return zip_bytes(self._files_of(self._students[name]), self._top)

    def _files_of(self, student: str) -> FileContents:
        files = dict(self._files)
        for assignment in self._course:
            sizes = assignment_sizes(self._secret, student, assignment)
            for name in files if sizes else ():
                if name.startswith(f"assignments/{assignment.id}/"):
                    files[name] = fill_size_slots(files[name], sizes, assignment)
        return files
