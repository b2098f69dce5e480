"""No page and no archive that goes back to a student contains anything of another student: id, name, file or code.

Everything about a student contains the student's word, so the words of all others are searched for.
"""

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.__main__ import main
from tests.helpers.archives import folder, zipped
from tests.helpers.term import Term

WORDS = ("quokka", "narwhal", "ocelot", "tapir")  # the last one waits for a person
FOR_INSTRUCTORS = {
    "people.csv",
    "totals.csv",
    "class.html",
    "grades.csv",
    "run.json",
    "adjustments.csv",
    "csv.csv",
    "canvas.csv",
    "moodle.csv",
}
CORRECTION = ("--exercise", "causal_mask", "--points", "+1", "--reason")


def code(word: str) -> bytes:
    wrong = "# refused: causal_mask\n" if word == WORDS[-1] else "# wrong: causal_mask\n"
    return f"{wrong}import {word}_helper\n{word} = 1\n\ndef causal_mask(T):\n    return {word}\n".encode()


def handed_in(word: str, place: str) -> dict[str, bytes]:
    """What a student handed in: an expected file, one that is none, and a helper that may be imported."""
    files = {"causal.py": code(word), f"about_{word}.txt": b"words", f"{word}_helper.py": f"{word} = 2\n".encode()}
    return {place.format(name): data for name, data in files.items()}


MOODLE = {
    name: data
    for number, word in enumerate(WORDS, start=17)
    for name, data in handed_in(word, f"{word.title()} Lee_{number}_assignsubmission_file_/{{}}").items()
}
CANVAS = {
    name: data
    for number, word in enumerate(WORDS, start=4711)
    for name, data in handed_in(word, f"{word}lee_{number}_9{number}_{{}}").items()
}


def roster(term: Term) -> Path:
    path = term.folder / "class.csv"
    rows = [f"id-{word},{word.title()} Lee,{word}@x.org,{word}lee" for word in WORDS]
    path.write_text("\n".join(["student,name,email,login", *rows, ""]), encoding="utf-8")
    return path


def returned(out: Path) -> Iterator[tuple[str, str, bytes]]:
    """Yield the owner, the name and the content of everything below an output folder that students get."""
    for path in sorted(out.rglob("*")):
        name = path.relative_to(out).as_posix()
        if path.is_dir() or name.startswith(".") or name in FOR_INSTRUCTORS:
            continue
        if path.suffix == ".zip":
            yield from members(name, path.read_bytes())
        else:
            yield owner(name), name, path.read_bytes()


def members(archive: str, data: bytes) -> Iterator[tuple[str, str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        for name in opened.namelist():
            yield owner(name), f"{archive}: {name}", opened.read(name)


def owner(name: str) -> str:
    (word,) = [word for word in WORDS if word in name.lower()]
    return word


def of_others(items: list[tuple[str, str, bytes]]) -> list[tuple[str, str]]:
    """The name of each item, with the word of another student that is in it."""
    return [
        (name, word)
        for mine, name, content in items
        for word in WORDS
        if word != mine and word in f"{name} {content.decode()}".lower()
    ]


@pytest.mark.sandbox
@pytest.mark.parametrize(("files", "platform"), [(MOODLE, "moodle"), (CANVAS, "canvas")], ids=["moodle", "canvas"])
def test_nobody_gets_anything_of_anybody_else(files: dict[str, bytes], platform: str, term: Term) -> None:
    folder(term.folder, {"02.zip": zipped(files)})
    people = ("--roster", roster(term))
    status, said = term.run(
        "grade", term.folder / "02.zip", "--assignment", "02", "--out", term.out, "--jobs", 1, *people
    )
    assert status == 3, said
    term.run("adjust", term.out, "--student", "id-quokka", *CORRECTION, "quokka was right")
    term.run("review", term.out)
    for format_ in ("csv", "canvas", "moodle", "gradescope"):
        assert term.run("export", term.out, "--format", format_)[0] == 0
    assert term.run("feedback", term.out, term.folder / "02.zip", "--assignment", "02", *people)[0] == 3
    items = list(returned(term.out))
    kinds = {"result.json", "feedback.md", "feedback.html", "results.json"}
    assert kinds <= {name.rpartition("/")[2] for _, name, _ in items}
    assert {word for word, name, _ in items if f"{platform}.zip" in name} == set(WORDS[:3])
    assert all(mine in content.decode().lower() for mine, name, content in items if name.endswith("feedback.html"))
    assert of_others(items) == []


@pytest.mark.sandbox
def test_a_member_of_a_group_gets_nothing_of_the_other_members(term: Term) -> None:
    one, other, *_ = WORDS
    groups = term.folder / "groups.csv"
    groups.write_text(f"group,student\nGroup A,id-{one}\nGroup A,id-{other}\n", encoding="utf-8")
    shared = b"def causal_mask(T):\n    return T\n"
    folder(
        term.folder / "week",
        {"Group A/02_causal/causal.py": shared, f"id-{WORDS[2]}/02_causal/causal.py": code(WORDS[2])},
    )
    term.grade("week", "--groups", groups)
    term.run("adjust", term.out, "--student", f"id-{one}", *CORRECTION, f"{one} was right")
    items = [(mine, name, data) for mine, name, data in returned(term.out) if "02_causal" in name]
    assert {mine for mine, _, _ in items} == {one, other, WORDS[2]}
    assert of_others(items) == []


RAISING = """
def row_sums(x):
    raise ValueError("this is the program of {word}")
"""


@pytest.mark.sandbox
def test_what_a_program_says_is_on_no_other_page_although_programs_that_fail_alike_share_work(tmp_path: Path) -> None:
    for word in WORDS:
        folder(tmp_path / "class", {f"{word}/00_warmup/warmup.py": RAISING.format(word=word).encode()})
    out = tmp_path / "graded"
    assert main(["grade", str(tmp_path / "class"), "--out", str(out), "--jobs", "1", "--quiet"]) == 0
    items = [(mine, name, data) for mine, name, data in returned(out) if "00_warmup" in name]
    assert {mine for mine, _, _ in items} == set(WORDS)
    messages = [json.loads(data)["exercises"][0]["checks"][0]["message"] for _, name, data in items if "json" in name]
    assert all("this is the program of" in message for message in messages)
    assert of_others(items) == []
