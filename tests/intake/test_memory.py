"""Whatever size an archive claims or unpacks to, reading it takes a bounded amount of memory and time."""

import io
import os
import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers import archives
from tests.helpers.archives import CODE, Files
from tests.helpers.paths import ROOT

MB = 1 << 20
SHOW = """
import re, sys, time
from autograder.__main__ import main
status = main(["intake", sys.argv[1], "--all"])
print("PEAK", re.search(r"VmHWM:\\s*(\\d+)", open("/proc/self/status").read())[1], time.process_time())
sys.exit(status)
"""


def peak_and_seconds(path: Path) -> tuple[int, float, str]:
    """What `autograder intake` takes, in bytes and in seconds of the processor, and prints."""
    command = [sys.executable, "-c", SHOW, str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    shown, _, peak = done.stdout.rpartition("PEAK ")
    kilobytes, seconds = peak.split()
    return int(kilobytes) * 1024, float(seconds), shown


def overlapping(copies: int) -> bytes:
    """A zip whose directory names one large member many times."""
    data = archives.zipped({"02_causal/causal.py": bytes(900 << 10)})
    place = data.find(b"PK\x01\x02")
    end = data.find(b"PK\x05\x06")
    directory = data[place:end] * copies
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, copies, copies, len(directory), place, 0)
    return data[:place] + directory + tail


def many_names(count: int) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for number in range(count):
            archive.writestr(str(number), b"")
    return stream.getvalue()


BOMBS = {
    "256 MB of zeros in a zip": lambda: archives.zipped({"02_causal/causal.py": bytes(256 * MB)}),
    "256 MB of zeros in a tar.gz": lambda: archives.tar_of_zeros("02_causal/causal.py", 256 * MB, "gz"),
    "256 MB of zeros in a tar.bz2": lambda: archives.tar_of_zeros("02_causal/causal.py", 256 * MB, "bz2"),
    "256 MB of zeros in a tar.xz": lambda: archives.tar_of_zeros("02_causal/causal.py", 256 * MB, "xz"),
    "a header of 256 MB": lambda: archives.tar_with_long_header(256 * MB),
    "a dictionary of 3 GB": archives.xz_with_large_dictionary,
    "one member named 60,000 times": lambda: overlapping(60_000),
    "one member named 5,000 times": lambda: overlapping(5_000),
    "80,000 members": lambda: many_names(80_000),
    "a zip of 30 MB in a zip": lambda: archives.zipped({"a.zip": archives.zipped({"a": os.urandom(30 * MB)})}),
}


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> int:
    """The peak for two students and nothing unusual."""
    path = archives.folder(
        tmp_path_factory.mktemp("usual"), {f"{who}/02_causal/causal.py": CODE for who in ("ada", "ben")}
    )
    return peak_and_seconds(path)[0]


@pytest.mark.process
@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS)
def test_a_bomb_costs_little_and_the_rest_of_the_class_is_shown(
    bomb: Callable[[], bytes], usual: int, tmp_path: Path
) -> None:
    data = bomb()
    path = archives.folder(tmp_path / "class", {"ada/02_causal/work.zip": data, "ben/02_causal/causal.py": CODE})
    peak, seconds, printed = peak_and_seconds(path)
    assert peak - usual < 128 * MB
    assert seconds < 60
    assert any(line.startswith("ben") and "causal.py" in line for line in printed.splitlines())


@pytest.mark.process
def test_memory_does_not_grow_with_the_number_of_archives(usual: int, tmp_path: Path) -> None:
    work = archives.zipped({"02_causal/causal.py": CODE, "02_causal/picture.png": os.urandom(8 * MB)})
    path = archives.folder(tmp_path / "class", {f"s{number:02}/work.zip": work for number in range(60)})
    assert peak_and_seconds(path)[0] - usual < 64 * MB


FULL = {
    "20,000 folders with the file": lambda: {f"{number}/causal.py": CODE for number in range(19_999)},
    "300 unknown files of 1 MB": lambda: dict.fromkeys((f"x{number}.py" for number in range(300)), bytes(MB)),
    "long names of dashes": lambda: {"/".join(["a-" * 100] * 14) + f"/{number}_1_2.py": CODE for number in range(2000)},
}


@pytest.mark.process
@pytest.mark.parametrize("files", FULL.values(), ids=FULL)
def test_many_files_of_one_student_take_seconds_not_minutes(files: Callable[[], Files], tmp_path: Path) -> None:
    data = archives.zipped(files())
    path = archives.folder(tmp_path / "class", {"ada/02_causal/work.zip": data, "ben/02_causal/causal.py": CODE})
    assert peak_and_seconds(path)[1] < 60
