"""What a person sees in a terminal: lines of its width, and a sign of life; in a pipe nothing is wrapped."""

import re
from pathlib import Path

import pytest

from autograder.__main__ import main
from tests.helpers import archives
from tests.helpers.archives import CODE
from tests.helpers.terminal import in_terminal

NAME = "a-file-with-a-name-that-says-quite-a-lot-about-what-is-in-it.py"


@pytest.fixture
def submissions(tmp_path: Path) -> Path:
    files = {
        f"ada/02_causal/{NAME}": CODE,
        "ada/02_causal/causal.py": CODE,
        "ben/02_causal/w.rar": b"Rar!\x1a\x07\x01\0",
    }
    return archives.folder(tmp_path / "class", files)


@pytest.mark.process
@pytest.mark.parametrize("columns", [80, 200])
def test_a_table_has_the_width_of_the_terminal(submissions: Path, columns: int) -> None:
    written = in_terminal("intake", submissions, columns=columns)
    table = written.partition("student ")[2].partition("\nada: ")[0]
    assert max(map(len, table.splitlines())) <= columns
    assert (NAME in table) is (columns == 200)


@pytest.mark.process
def test_in_a_pipe_a_row_is_one_line(submissions: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["intake", str(submissions)])
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("ada ")]
    assert len(rows) == 1
    assert NAME in rows[0]


@pytest.mark.process
def test_a_sign_of_life_is_shown_and_removed(submissions: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written = in_terminal("intake", submissions, columns=80)
    assert "reading the submissions …\r\x1b[2K" in written
    main(["intake", str(submissions)])
    assert "reading" not in capsys.readouterr().err, "not in a pipe"


@pytest.mark.process
@pytest.mark.parametrize("columns", [80, 200])
def test_reasons_of_a_check_have_the_width_of_the_terminal(tmp_path: Path, columns: int) -> None:
    source = b"def row_sums(x):\n    raise ValueError('" + b"many words " * 20 + b"')\n"
    archives.folder(tmp_path, {"00_warmup/warmup.py": source})
    written = in_terminal("check", tmp_path / "00_warmup", columns=columns)
    lines = re.sub(r"[^\n]*\r\x1b\[2K", "", written).partition("00_warmup: ")[2].splitlines()
    longest = max(map(len, lines))
    assert longest <= columns
    assert longest > columns - 20, "the width is used"
