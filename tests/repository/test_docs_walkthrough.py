"""The tutorials and the how-to pages of instructors: their commands, run from the first to the last."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers.documents import Block, blocks, copied_tree, shell
from tests.helpers.grading import autograder, solution
from tests.helpers.paths import ROOT

pytestmark = pytest.mark.walk
OF_INSTRUCTORS = (  # one after another, in the same folder
    "docs/tutorials/first_class.md",
    *(f"docs/how-to/{name}.md" for name in ("review", "corrections", "scores", "sizes", "nbgrader", "gradescope")),
)
INSTALLED = ("torch", "numpy", "pytest", "hypothesis", "notebook", "matplotlib")


def checked(command: str, folder: Path) -> bool:
    """Check a command that is not run here: its targets, packages and files must exist. False if it has to be run."""
    program, *words = command.split()
    if program == "make":
        targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
        assert set(words) <= set(targets)
    elif program == "pip":
        assert words[0] == "install"
        assert set(words[1:]) <= set(INSTALLED)
    elif program == "jupyter":
        assert (folder / words[1]).is_file()
        assert shell("jupyter notebook --version", folder).returncode == 0
    elif program == ".":
        assert words == [".venv/bin/activate"]
    else:
        return False
    return True


def walk(
    document: str,
    folder: Path,
    edit: Callable[[Path, Block], None],
    mend: Callable[[Path], None] = lambda folder: None,
    engine: Path | None = None,
) -> dict[str, str]:
    """Follow the document, with the engine in the folder or elsewhere; returns what each command printed."""
    start, said = folder, {}
    path = "" if document == "docs/tutorials/student.md" else str(engine or start)
    for block in blocks(document):
        if block.title:
            edit(folder, block)
            continue
        if block.language == "text":
            continue
        for command in block.commands:
            if command.startswith("cd "):
                folder = (folder / command[3:]).resolve()
                assert start in (folder, *folder.parents)
            elif not checked(command, folder):
                done = shell(command, folder, PYTHONPATH=path)
                assert done.returncode == int(block.fails), f"{command}\n{done.stdout}{done.stderr}"
                said[command] = said.get(command, "") + done.stdout
        if block.fails:
            mend(folder)
    return said


def put_wrong(folder: Path, block: Block) -> None:
    path = folder / block.title.split(",")[0]
    text = path.read_text()
    changed = re.sub(r"^ +raise NotImplementedError.*\n", block.text, text, flags=re.MULTILINE)
    assert changed != text
    path.write_text(changed)


def put_right(folder: Path) -> None:
    (folder / "assignments/00_warmup/warmup.py").write_bytes(solution("00_warmup", "warmup.py"))


@pytest.mark.full
def test_a_student_gets_from_the_zip_to_a_submission(tmp_path: Path) -> None:
    assert autograder("handout", tmp_path / "handout", "--zip").returncode == 0
    (tmp_path / "home").mkdir()
    shutil.move(tmp_path / "handout.zip", tmp_path / "home/attention-from-scratch.zip")
    said = walk("docs/tutorials/student.md", tmp_path / "home", put_wrong, put_right)
    assert "failed" in said["pytest assignments/00_warmup"]
    assert "steps  " in said["pytest assignments/00_warmup --hints 3"]
    assert re.search(r"\b[1-9]\d* passed in", said["pytest assignments/00_warmup -k row_sums"])
    place = tmp_path / "home/attention-from-scratch"
    arrived = autograder("intake", place / "00_warmup.zip")
    assert "1 submission of 1 student would be graded" in arrived.stdout
    assert (place / "assignments/00_warmup/00_warmup.ipynb").is_file()


def written(folder: Path, block: Block) -> None:
    (folder / block.title).write_text(block.text)


@pytest.mark.full
def test_an_instructor_gets_from_the_checkout_to_grades_in_every_platform(tmp_path: Path) -> None:
    tree = copied_tree(tmp_path / "tree")
    said = {}
    for page in OF_INSTRUCTORS:
        said |= walk(page, tree, written)
    assert "grading uses: " in said["autograder doctor"]
    assert (tree / "build/attention-from-scratch.zip").is_file()
    assert (tree / "graded/class.html").is_file()
    assert {"csv.csv", "moodle.csv", "gradebook.db"} <= {path.name for path in (tree / "graded").iterdir()}
    assert (tree / "course/autograded/ada/00_warmup/00_warmup.ipynb").is_file()
    assert (tree / "02.zip").is_file()


def other_line(folder: Path, block: Block) -> None:
    path = folder / block.title.split(",")[0]
    before, after = block.text.splitlines()
    assert path.read_text().count(before) == 1
    path.write_text(path.read_text().replace(before, after))


@pytest.mark.full
def test_an_author_gets_from_an_edit_to_a_checked_change(tmp_path: Path) -> None:
    tree = copied_tree(tmp_path / "tree")
    said = walk("docs/tutorials/author.md", tree, other_line)
    assert "numbers of every row" in (tree / "assignments/00_warmup/warmup.py").read_text()
    assert "0 verdicts to mend" in said["autograder audit 00"]


def replaced(folder: Path, block: Block) -> None:
    assert (folder / block.title).is_file()
    (folder / block.title).write_text(block.text)


@pytest.mark.full
def test_a_new_author_gets_from_nothing_to_a_graded_class(tmp_path: Path) -> None:
    said = walk("docs/tutorials/first_course.md", tmp_path, replaced, engine=ROOT)
    course = tmp_path / "sorting"
    assert "everything holds" in said["autograder verify"]
    assert '"ada","01_order",2,2,"graded"' in (course / "graded/grades.csv").read_text()
    assert "the first number is returned" in (course / "graded/ben/01_order/feedback.md").read_text()
    assert "max(numbers)" not in (course / "build/handout/assignments/01_order/order.py").read_text()
    assert "everything holds" in said["autograder verify 01 ranks"]


def test_a_first_exercise_is_at_most_sixty_lines_by_hand() -> None:
    written = [block for block in blocks("docs/tutorials/first_course.md") if block.title]
    lines = [line for block in written for line in block.text.splitlines() if line.strip(" #")]
    assert len(written) == 5
    assert len(lines) <= 60


@pytest.mark.parametrize("place", ["", "student"])
def test_a_development_container_starts_with_what_is_there(place: str) -> None:
    folder = ROOT / ".devcontainer" / place
    settings = json.loads((folder / "devcontainer.json").read_text())
    for command in settings["postCreateCommand"].replace("python -m pip", "pip").split(" && "):
        assert command == ".venv/bin/autograder doctor" or checked(command, ROOT)
    if "build" in settings:
        text = (folder / settings["build"]["dockerfile"]).read_text()
        needed = re.findall(r"command -v (\w+)", (ROOT / ".ci/run").read_text())
        packages = {"bwrap": "bubblewrap"}
        assert {packages.get(name, name) for name in needed if name != "sudo"} <= set(text.split())


def test_every_page_with_commands_of_instructors_is_walked() -> None:
    pages = (path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/how-to/*.md"))
    with_commands = {page for page in pages if any(block.language == "sh" for block in blocks(page))}
    assert with_commands - set(OF_INSTRUCTORS) == {"docs/how-to/exercises.md", "docs/how-to/feedback.md"}


def test_the_warm_up_of_the_student_is_not_given_away() -> None:
    lines = {line.strip() for line in solution("00_warmup", "warmup.py").decode().splitlines() if "return x" in line}
    text = (ROOT / "docs/tutorials/student.md").read_text()
    assert lines
    assert [line for line in lines if line.split("  #")[0] in text] == []
