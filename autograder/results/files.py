import contextlib
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path


def write_text(path: Path, text: str) -> None:
    """Write aside, then rename: a reader sees the old file or the new one, never half of one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(name, 0o644)  # noqa: PTH101 - mkstemp gives a name, and 0600
        os.replace(name, path)  # noqa: PTH105 - the same
    except BaseException:
        with contextlib.suppress(OSError):  # the folder may be gone; what went wrong first is what is told
            os.unlink(name)  # noqa: PTH108 - the same
        raise


def sweep(folder: Path, names: Iterable[str]) -> None:
    """Remove what a writer that was killed has left aside."""
    for name in names:
        for path in folder.glob(f".{name}.*"):
            path.unlink(missing_ok=True)
