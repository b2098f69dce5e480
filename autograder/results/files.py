import os
import tempfile
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
        os.unlink(name)  # noqa: PTH108 - the same
        raise
