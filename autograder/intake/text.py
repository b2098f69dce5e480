"""Bytes that an editor or a browser has dressed up become plain UTF-8; the student is told in one line."""

import codecs

MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def repair(data: bytes) -> tuple[bytes, list[str]]:
    """Return the same text as UTF-8 without a mark, and what was repaired; what cannot be read is left as it is."""
    notes: list[str] = []
    for mark, name in MARKS:
        if data.startswith(mark):
            try:
                data = data.decode(name).encode()
            except UnicodeDecodeError:
                return data, notes
            notes.append(f"read as {name.upper()}")
            break
    if data.startswith(codecs.BOM_UTF8):
        data = data.removeprefix(codecs.BOM_UTF8)
        notes.append("BOM removed")
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        notes.append("line ends repaired")
    return data, notes
