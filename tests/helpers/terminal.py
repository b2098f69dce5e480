"""A command in a terminal of a given width, as a person sees it."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

from tests.helpers.paths import ROOT


def in_terminal(*arguments: object, columns: int, cwd: Path = ROOT) -> str:
    """Run the command line in a terminal; return everything that it wrote there, without bold and colours."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    environment |= {"PYTHONPATH": str(ROOT), "TERM": "xterm", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "autograder", *map(str, arguments)]
    with subprocess.Popen(command, cwd=cwd, env=environment, stdin=theirs, stdout=theirs, stderr=theirs):
        os.close(theirs)
        written = b"".join(iter(lambda: _read(ours), b""))
    os.close(ours)
    return re.sub(r"\x1b\[[\d;]*m", "", written.decode().replace("\r\n", "\n"))


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # the other side was closed
        return b""
