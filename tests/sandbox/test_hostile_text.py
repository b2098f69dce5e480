"""Text of a student's that steers terminals, turns lines round or is unseen: through every way in, to every way out.

A class is graded whose students put such text wherever text can be put. Then nothing of it is in anything that the
grader writes or prints: every letter is one that can be seen, or ends a line of ours.
"""

import io
import json
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from autograder.grading.student_words import StudentWords
from autograder.printable import printable
from autograder.sandbox.guest import wire
from autograder.sandbox.host.student_text import listed, quoted
from autograder.sandbox.host.target import LazyResponse
from tests.helpers.forked_command import forked_autograder
from tests.helpers.grading import solution

HOSTILE = (
    *(
        "\x1b[2J",
        "\x1b]0;title\x07",
        "\x1b]8;;http://evil\x1b\\",
        "\x9b31m",
        "\x90",
        "\x00",
        "\x07",
        "\x08",
        "\x7f",
        "\x85",
    ),
    *("\r", "\n", "\t", "\v", "\f", "\x1c", "\u2028", "\u2029", "\u00a0", "\u00ad", "\ufeff", "\ufffe", "\U000e0041"),
    *("\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069", "\u200e", "\u200f"),
    *("\u061c", "\u200b", "\u200c", "\u200d", "\u2060", "\ud800", "\udfff", "\udc80", "\ue000", "\ue001", "\ufdd0"),
    *("<b>", "[x](y)", "`", "é", "水", "a", " "),
)
STEADY = settings(derandomize=True, deadline=None)
TEXTS = st.lists(st.sampled_from(HOSTILE), min_size=1, max_size=12).map("".join)


def unseen(text: str, allowed: str = "") -> list[str]:
    """The letters that must not be there."""
    return sorted({letter for letter in text if not letter.isprintable() and letter not in allowed})


@STEADY
@given(text=TEXTS)
def test_a_text_that_was_made_printable_is(text: str) -> None:
    assert unseen(printable(text)) == []


def _written(text: str) -> str:
    """The text as UTF-8 has it: two halves of a letter are that letter, one alone is a question mark."""
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return joined.encode("utf-8", "replace").decode()


@STEADY
@given(texts=st.lists(TEXTS, min_size=1, max_size=4))
def test_a_text_from_a_worker_is_compared_as_it_came_and_printable_in_every_sentence(texts: list[str]) -> None:
    frame = wire.encode({"calls": [{"value": {text: [text] for text in texts}}]})
    report = LazyResponse(*wire.split_frame(frame))
    came = [_written(text) for text in texts]
    (call,) = report["calls"]
    assert call["value"] == {text: [text] for text in came}
    for value in (*call["value"], call["value"], [*call["value"]]):
        sentences = (f"is {value}.", f"is {value!r}.", f"is {quoted(value)}.", "is " + quoted(value), listed([value]))
        assert [unseen(StudentWords().sentence(sentence)) for sentence in sentences] == [[]] * len(sentences)


@STEADY
@given(text=TEXTS.map("w".__add__), more=TEXTS)
def test_nobody_forges_the_marks_of_a_text(text: str, more: str) -> None:
    words = StudentWords(room=0)
    assert words.sentence(f"is {quoted(text * 30)}, at {quoted(more * 30)}.").startswith("is [text left out], at ")


WARM_UP = {
    "text": "def row_sums(x):\n    raise ValueError({text})",
    "place": "def row_sums(x):\n    raise ValueError  # {raw}",
    "class": "def row_sums(x):\n    raise type({name}, (Exception,), {{}})",
    "type": "def row_sums(x):\n    return type({name}, (), {{}})()",
    "value": "def row_sums(x):\n    return {text}",
    "values": "def row_sums(x):\n    return [{text}, {{{text}: {text}}}]",
    "printed": "import os\ndef row_sums(x):\n    print({text})\n    os.write(2, {bytes})\n    os._exit(3)",
    "loaded": "raise KeyError({text})  # {raw}\ndef row_sums(x):\n    return x",
    "unparsed": "def row_sums(x:  # {raw}",
    "docstring": "def row_sums(x):\n    '''{raw}'''\n    raise ValueError(row_sums.__doc__)",
    "forged": "import sys\nsys.modules['guest.worker'].execute = lambda *_: {{'calls': [], 'raised': {{'type': {text}, "
    "'text': {text}, 'where': {{'file': {text}, 'line': 10**300, 'code': {text}}}}}}}\ndef row_sums(x):\n    return x",
    "nothing": "def row_sums(x):\n    return x.sum(-1)  # {raw}",
}
MODULE = b"""


class CrossAttention(CrossAttention):
    def __init__(self, d_in, d_out_kq, d_out_v):
        super().__init__(d_in, d_out_kq, d_out_v)
        self._parameters[%s] = nn.Parameter(torch.zeros(1))
        self.register_buffer(%s, torch.zeros(1))
"""
VOCABULARY = "\n\ndef build_vocab(sentence):\n    return {{{text}: 0, 'a': {text}}}\n"


def student_class(folder: Path, text: str) -> None:
    """One student for each way in; a name is what a file system takes of it."""
    raw = (
        text.encode("utf-8", "replace")
        .decode()
        .translate(dict.fromkeys(map(ord, "\0\r\n\v\f'\"\\\u2028\u2029\x85\x1c")))
    )
    name, on_disk = ascii(text.replace("\0", "").encode("utf-8", "replace").decode()), raw.replace("/", "") or "x"
    shown = {"text": ascii(text), "raw": raw, "name": name, "bytes": repr(text.encode("utf-8", "replace"))}
    for student, source in WARM_UP.items():
        written(folder / student / "00_warmup/warmup.py", source.format(**shown).encode())
    own = ascii(text.replace(".", "").encode("utf-8", "replace").decode() or "p").encode()
    other = ascii("b" + text.replace(".", "").encode("utf-8", "replace").decode()).encode()
    written(folder / "module/04_cross/cross.py", solution("04_cross", "cross.py") + MODULE % (own, other))
    words = solution("01_self_attention", "self_attention.py") + VOCABULARY.format(**shown).encode()
    written(folder / "words/01_self_attention/self_attention.py", words)
    written(folder / f"s{on_disk}" / "00_warmup/warmup.py", b"def row_sums(x):\n    return x.sum(-1)\n")
    written(folder / f"names/00_warmup/{on_disk}.py", b"def row_sums(x):\n    return x.sum(-1)\n")
    written(folder / f"names/{on_disk}/notes.txt", b"")
    cells = [
        {"cell_type": "code", "metadata": {text: text}, "source": [f"x = ({raw}"], "outputs": [], "execution_count": 1}
    ]
    book = {"cells": cells, "metadata": {"kernelspec": {"name": raw}}, "nbformat": 4, "nbformat_minor": 5}
    written(folder / "book/00_warmup/00_warmup.ipynb", json.dumps(book).encode())
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(f"00_warmup/{on_disk}.txt", b"")
        archive.writestr(f"00_warmup/../{on_disk}", b"")
        archive.writestr("00_warmup/warmup.py", WARM_UP["text"].format(**shown))
    written(folder / "packed.zip", packed.getvalue())


def written(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def texts_of(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for pair in value.items() for item in pair for text in texts_of(item))
    elif isinstance(value, list):
        yield from (text for item in value for text in texts_of(item))


def problems(out: Path) -> dict[str, list[str]]:
    """The files, and their names, in which something is that must not be."""
    found = {}
    for path in sorted(out.rglob("*")):
        found[f"the name {path.name!r}"] = unseen(path.name)
        if path.suffix == ".json":
            found[str(path)] = unseen("".join(texts_of(json.loads(path.read_text(encoding="utf-8")))), "\n")
        elif path.suffix in {".html", ".md", ".csv"}:
            found[str(path)] = unseen(path.read_bytes().decode("utf-8-sig"), "\r\n" if path.suffix == ".csv" else "\n")
    return {name: letters for name, letters in found.items() if letters}


@pytest.mark.sandbox
@settings(
    max_examples=2, derandomize=True, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
)
@given(text=st.permutations(HOSTILE).map("".join))
def test_nothing_hostile_comes_out(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    folder = tmp_path_factory.mktemp("hostile")
    student_class(folder / "class", text[:60])
    out = folder / "out"
    commands = [
        ("intake", folder / "class"),
        ("grade", folder / "class", "--out", out, "--jobs", 2),
        ("check", folder / "class/text", "--assignment", "00"),
        ("check", folder / "class/forged", "--assignment", "00"),
        ("check", folder / "class/module", "--assignment", "04"),
        *(("export", out, "--format", kind) for kind in ("csv", "canvas", "moodle", "gradescope")),
        ("similar", folder / "class", "--html", out / "similar.html", "--common", 100),
    ]
    for command in commands:
        done = forked_autograder(*command)
        assert "Traceback" not in done.stderr, done.stderr
        assert unseen(done.stdout + done.stderr, "\n") == [], command
    assert (out / "text/00_warmup/result.json").exists()
    assert problems(out) == {}
    assert len(list((out).glob("*/*/result.json"))) >= len(WARM_UP) + 3
    assert {"canvas.csv", "class.html", "csv.csv", "gradescope", "similar.html"} <= set(os.listdir(out))
