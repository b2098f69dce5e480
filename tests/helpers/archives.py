"""Awkward submissions: folders, archives and downloads, as systems and people make them."""

import bz2
import gzip
import io
import json
import lzma
import stat
import struct
import tarfile
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path

CODE = b"def causal_mask(T, device=None):\n    return T\n"
FORMULAS = b"def n_visible_pairs(T):\n    return T * (T + 1) // 2\n"
Files = Mapping[str, bytes]


def folder(path: Path, files: Files) -> Path:
    for name, data in files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(data)
    return path


def zipped(files: Files, **options: int) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", **{"compression": zipfile.ZIP_DEFLATED, **options}) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return stream.getvalue()


def zipped_special(name: str, mode: int, data: bytes = b"/etc/passwd") -> bytes:
    """A zip with a member that is a link, a pipe or a device."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        member = zipfile.ZipInfo(name)
        member.create_system, member.external_attr = 3, (mode | 0o644) << 16
        archive.writestr(member, data)
    return stream.getvalue()


def zipped_twice(name: str, first: bytes, second: bytes) -> bytes:
    other = name[:-1] + "~"
    return zipped({other: first, name: second}).replace(other.encode(), name.encode())


def encrypted(data: bytes) -> bytes:
    """The same zip with every member marked as encrypted."""
    changed = bytearray(data)
    for head, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = changed.find(head)
        while place >= 0:
            changed[place + offset] |= 1
            place = changed.find(head, place + 4)
    return bytes(changed)


def lying(data: bytes, size: int) -> bytes:
    """The same zip with a false size of its first member in its directory."""
    changed = bytearray(data)
    struct.pack_into("<I", changed, changed.find(b"PK\x01\x02") + 24, size)
    return bytes(changed)


def damaged(data: bytes) -> bytes:
    """The same archive with bytes of the first member's content turned."""
    changed = bytearray(data)
    changed[45:60] = bytes(255 - value for value in changed[45:60])
    return bytes(changed)


def tarred(files: Files, pack: str = "") -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode=f"w:{pack}") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return stream.getvalue()


def tarred_special(name: str, kind: bytes) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        member = tarfile.TarInfo(name)
        member.type, member.linkname = kind, "/etc/passwd"
        archive.addfile(member)
    return stream.getvalue()


def tar_of_zeros(name: str, size: int, pack: str) -> bytes:
    """A small archive that claims, and unpacks to, `size` zeros."""
    header = tarfile.TarInfo(name)
    header.size = size
    opener = {"gz": gzip.open, "bz2": bz2.open, "xz": lzma.open}[pack]
    stream = io.BytesIO()
    with opener(stream, "wb") as file:
        file.write(header.tobuf())
        for _ in range(size >> 20):
            file.write(bytes(1 << 20))
    return stream.getvalue()


def tar_with_long_header(size: int) -> bytes:
    """A tar whose extended header claims `size` bytes: tarfile would read them all at once."""
    header = tarfile.TarInfo("PaxHeaders/causal.py")
    header.type, header.size = tarfile.XHDTYPE, size
    return gzip.compress(header.tobuf() + bytes(size))


def tar_with_chained_headers(kind: bytes) -> bytes:
    """A tar whose member has 2,000 headers in front of it, each about the next: tarfile calls itself for each."""
    body = {tarfile.GNUTYPE_LONGNAME: b"x\0", tarfile.XHDTYPE: b"9 path=x\n"}[kind]
    header = tarfile.TarInfo("header")
    header.type, header.size = kind, len(body)
    link = header.tobuf(tarfile.GNU_FORMAT) + body.ljust(tarfile.BLOCKSIZE, b"\0")
    return gzip.compress(2000 * link + tarred(ONE))


def zip_beyond_64_bits(name: str) -> bytes:
    """A zip whose directory says that its member begins at byte 2^64 - 1."""
    offset = struct.pack("<HHQ", 1, 8, 2**64 - 1)
    fields = (45, 3, 45, 0, 0, 0, 0, 33, 0, len(CODE), len(CODE), len(name), len(offset), 0, 0, 0, 0, 2**32 - 1)
    directory = struct.pack("<4s4B4HL2L5H2L", b"PK\1\2", *fields) + name.encode() + offset
    start = b"PK\3\4" + bytes(26) + CODE
    return start + directory + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, len(directory), len(start), 0)


def xz_with_large_dictionary() -> bytes:
    """A small xz whose unpacking would take 3 GB at once."""
    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 16}]
    changed = bytearray(lzma.compress(tarred({"02_causal/causal.py": CODE}), filters=filters))
    place = changed.index(b"\x21\x01") + 2  # the filter's id and the size of its properties, then the dictionary's size
    changed[place] = 39  # 3 GB
    end = 12 + (changed[12] + 1) * 4
    struct.pack_into("<I", changed, end - 4, zlib.crc32(bytes(changed[12 : end - 4])))
    return bytes(changed)


def nested(depth: int, files: Files) -> bytes:
    data = zipped(files)
    for number in range(depth - 1):
        data = zipped({f"inner{number}.zip": data})
    return data


def notebook(*cells: str, **more: object) -> bytes:
    made = [
        {
            "cell_type": "code",
            "source": cell,
            "metadata": {},
            "outputs": [],
            "execution_count": None,
            "id": f"c{number}",
        }
        for number, cell in enumerate(cells)
    ]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5} | more).encode()


LINK, PIPE = stat.S_IFLNK, stat.S_IFIFO

BOTH = {"02_causal/causal.py": CODE, "02_causal/derivations.py": FORMULAS}
ONE = {"02_causal/causal.py": CODE}


def of_ada(name: str, data: bytes) -> Callable[[Path], Path]:
    """A class in which ada hands in one file, and ben does as he is told."""
    return lambda path: folder(path, {f"ada/{name}": data, "ben/02_causal/causal.py": CODE})


def alone(name: str, data: bytes) -> Callable[[Path], Path]:
    """An archive that is named on the command line."""
    return lambda path: folder(path, {name: data}) / name


def everything(path: Path) -> list[tuple[str, int]]:
    return sorted((str(p), p.lstat().st_mtime_ns) for p in path.rglob("*"))


def folded(name: str) -> str:
    """What a file system that ignores case and the writing of accents looks a name up by."""
    return unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())


def read_folder(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder, by its path there."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def read_zip(data: bytes) -> dict[str, bytes]:
    """Return every member of a zip; its comments count as a member too."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = {info.filename: archive.read(info) for info in archive.infolist()}
        comments = b"\n".join([archive.comment, *(info.comment + info.extra for info in archive.infolist())])
    return files | ({"(comments of the zip)": comments} if comments.strip() else {})
