"""What `sync` has written last: by it, a generated file that somebody has edited by hand is recognised."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from autograder.results.files import write_text

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
