"""Writing a handout: a folder that is there as a whole or not at all, and a zip that is always the same bytes."""

import io
import os
import shutil
import tempfile
import zipfile
from collections.abc import Collection, Mapping
from pathlib import Path

from autograder.channels.handout.contents import HandoutError

EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip can hold
PLAIN_FILE, PROGRAM = 0o100644 << 16, 0o100755 << 16


def write_folder(out: Path, files: Mapping[str, bytes]) -> None:
    """Write all files below `out`, which is new or empty; a repository that was just made counts as empty.

    Raises:
        HandoutError: something stands there already.
    """
    refuse_unless_empty(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    aside = Path(tempfile.mkdtemp(dir=out.parent, prefix=f".{out.name}."))
    try:
        for name, data in files.items():
            path = aside / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        out.mkdir(exist_ok=True)
        for item in sorted(aside.iterdir()):
            os.replace(item, out / item.name)  # noqa: PTH105 - beside each other, so a rename
    finally:
        shutil.rmtree(aside)


def refuse_unless_empty(out: Path) -> None:
    """Nothing of anybody's is overwritten.

    Raises:
        HandoutError: `out` is a file or holds something.
    """
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise HandoutError(f"{out}: is no folder; name a new one")
    found = sorted(item.name for item in out.iterdir() if item.name != ".git") if out.exists() else []
    if found:
        raise HandoutError(f"{out}: holds {found[0]} already; name a new or empty folder")


def zipped(files: Mapping[str, bytes], top: str = "", programs: Collection[str] = ()) -> bytes:
    """The files in a folder `top` as a zip, the same bytes on every machine: sorted, without times, not compressed.

    Compressed bytes differ between versions of zlib, and a handout is small.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            info = zipfile.ZipInfo(f"{top}/{name}" if top else name, EPOCH)
            info.create_system = 3  # as on Unix, also where it is made elsewhere: the mode below is read by it
            info.external_attr = PROGRAM if name in programs else PLAIN_FILE
            archive.writestr(info, files[name])
    return buffer.getvalue()


def write_bytes(path: Path, data: bytes) -> None:
    """Write aside, then rename."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(name, 0o644)  # noqa: PTH101 - mkstemp gives a name, and 0600
        os.replace(name, path)  # noqa: PTH105 - the same
    except BaseException:
        os.unlink(name)  # noqa: PTH108 - the same
        raise
