"""All texts of an artefact, each with where it stands; what cannot be read as text is not passed over."""

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any


class UnreadableError(ValueError):
    """A file is no text, so nobody can say what it holds."""


def of_folder(folder: Path) -> dict[str, bytes]:
    """Every file below `folder`, by its path there."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def of_zip(data: bytes) -> dict[str, bytes]:
    """Every member of a zip; its comments count as a member too."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = {info.filename: archive.read(info) for info in archive.infolist()}
        comments = b"\n".join([archive.comment, *(info.comment + info.extra for info in archive.infolist())])
    return files | ({"(comments of the zip)": comments} if comments.strip() else {})


def texts(name: str, data: bytes) -> Iterator[tuple[str, str]]:
    """The text of a file, and each text that JSON hides behind escapes and quotes; a cell of a notebook is one text.

    Raises:
        UnreadableError: it is no UTF-8, as bytecode, archives and pickles are not.
    """
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise UnreadableError(f"{name}: is no text, so that nobody can search it; bytecode and archives do not go out")
    yield name, text
    if name.endswith((".json", ".ipynb")):
        yield from _of_json(name, json.loads(text))


def outputs(name: str, data: bytes) -> Iterator[str]:
    """The cells of a notebook that hold what a run of them printed or drew."""
    if name.endswith(".ipynb"):
        for number, cell in enumerate(json.loads(data)["cells"]):
            if cell.get("outputs") or cell.get("attachments") or cell.get("execution_count") is not None:
                yield f"{name}, cell {cell.get('id', number)}"


def _of_json(place: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield place, key
            yield from _of_json(f"{place}, {key}", item)
    elif isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        yield place, "".join(value)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _of_json(f"{place} {number}", item)
