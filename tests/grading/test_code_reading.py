"""The scan for words of code drops comments and prose, and never drops code, whatever the quotes look like."""

import ast
import io
import random
import re
import time
import tokenize
import unicodedata

import pytest

from autograder.grading.code_reading import code_text, may_hide_words, may_name_something
from tests.helpers.paths import ROOT

FRAGMENTS = ("'", '"', "'''", '"""', "f'", 'f"', 'rb"', "r'", 'f"""', "#", "\n", "\\", "{", "}", "{{", "}}", *"+()= ")


def scan(source: str | bytes) -> str:
    return code_text(source if isinstance(source, bytes) else source.encode(), may_name_something)


@pytest.mark.parametrize(
    "source",
    [
        "# one at a time",
        'def f():\n    """One at a time."""\n',
        "raise ValueError('no time left')",
        'x = "it\'s time" # "time"',
        'f"the time is {clock}"',
        'f"it\'s time: {clock:.2f}"',
        'rb"\\"no time" + b""',
        "'''two lines\nof time'''",
    ],
)
def test_comments_and_prose_are_no_code(source: str) -> None:
    assert "time" not in scan(source)


@pytest.mark.parametrize(
    "source",
    [
        "time.time()",
        "import time",
        '__import__("time")',
        "getattr(os, 'time')",
        'x = "#"; time.time() # "',
        "x = '\\''; time.time() # '",
        'f"{time.time()}"',
        'f"{{ {time.time()} }}"',
        'f"{x["a"]}"; time.time(); "b"',  # quotes in quotes, from Python 3.12 on
        "f\"{'\"'}\" + str(time.time()) + '\"'",
        'f"{ # }"\ntime.time()}"',
        'f"}}{ {"a"} }"; time.time(); "b"',
        "'unfinished\ntime.time()",
        "# a comment\rtime.time()",
        "x = 'a\\\r\nb'; time.time()",
        '"""a\\""" """; time.time(); """ """',
        "print'a'; time.time(); 'b'",
        "\uff54\uff49\uff4d\uff45.time()",  # full-width letters, which Python reads as plain ones
        "x = '\uff02'; time.time(); '\uff02'",  # a full-width quote, which it does not
    ],
)
def test_code_is_code_however_it_is_quoted(source: str) -> None:
    assert "time" in scan(source)


@pytest.mark.parametrize(
    "source", [b"# coding: utf-7\n+AHQ-ime", b"\n# -*- coding: rot13 -*-\n", b"getattr(os, 'ti\\x6de')", b"'\\164ime'"]
)
def test_words_that_bytes_do_not_show_are_suspected(source: bytes) -> None:
    assert may_hide_words(source, scan(source))


def test_no_name_of_any_program_is_dropped() -> None:
    """Of every fifth file: what they hold is much alike."""
    programs = [path for part in ("solutions", "tests", "autograder") for path in sorted((ROOT / part).rglob("*.py"))]
    compared = 0
    for path in programs[::5]:
        source = path.read_bytes()
        try:
            tokens = list(tokenize.tokenize(io.BytesIO(source).readline))
        except (SyntaxError, tokenize.TokenError, UnicodeDecodeError):
            continue
        names = {unicodedata.normalize("NFKC", token.string) for token in tokens if token.type == tokenize.NAME}
        assert names <= set(re.findall(r"\w+", scan(source))), path
        compared += 1
    assert compared > 140


def test_no_name_is_dropped_from_random_programs() -> None:
    """Programs of quotes, braces and comments around a name: whenever Python sees the name, so does the scan."""
    rng = random.Random(0)
    seen = 0
    for _ in range(60_000):
        pieces = [rng.choice(FRAGMENTS) for _ in range(rng.randint(2, 9))]
        pieces.insert(rng.randint(0, len(pieces)), "time")
        source = "".join(pieces)
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError):
            continue
        if any(isinstance(node, ast.Name) and node.id == "time" for node in ast.walk(tree)):
            assert "time" in scan(source), repr(source)
            seen += 1
    assert seen > 500


@pytest.mark.parametrize("piece", [b'"', b"'a", b"#\n", b'f"{', b"'\\", b'"a"', b'f"{x}"', b'"""', b"{", b"rb'"])
def test_the_scan_takes_time_in_proportion_to_the_file(piece: bytes) -> None:
    start = time.process_time()
    code_text(b'f"""' + piece * (300_000 // len(piece)), may_name_something)
    code_text(piece * (300_000 // len(piece)), may_name_something)
    assert time.process_time() - start < 3


def test_the_text_of_an_f_string_counts_like_that_of_any_other_string() -> None:
    assert "_decomp" in code_text(b'eval(f"torch._decomp")', lambda _: True)
    assert "time" in code_text(b'getattr(module, f"time")', may_name_something)
    assert "time" not in code_text(b'print(f"it takes time")', may_name_something)
