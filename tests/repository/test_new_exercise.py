"""The example of a new exercise in docs/how-to/exercises.md, followed to the letter in a copy of the repository."""

import re
from pathlib import Path

import pytest

from tests.helpers.documents import LEFT, blocks, copied_tree, shell
from tests.helpers.paths import ROOT

pytestmark = pytest.mark.walk
NAME = "row_means"
EXAMPLE = [block for block in blocks("docs/how-to/exercises.md") if block.title]


def write(tree: Path, title: str, text: str) -> str:
    """Make the change that a block shows; returns the changed file."""
    name, _, where = title.partition(", ")
    path = tree / name
    if where == "at the end":
        path.write_text(f"{path.read_text()}\n{text}")
    elif where == "under its file":
        entries = path.read_text()
        (entry,) = re.findall(rf'{{ name = "{NAME}"[^}}]*}}', text)
        changed = re.sub(r'(exercises = \[{ name = "row_sums".*)\]\n', rf"\1, {entry}]\n", entries)
        assert changed != entries
        total = re.search(r"^total = ([\d.]+)$", changed, re.MULTILINE)
        assert total
        path.write_text(changed.replace(total[0], f"total = {float(total[1]) + 1:g}"))
    else:
        assert not path.exists()
        path.write_text(text)
    return name


def files(tree: Path) -> dict[str, bytes]:
    found = [path.relative_to(tree) for path in tree.rglob("*") if path.is_file()]
    return {str(path): (tree / path).read_bytes() for path in found if not LEFT & set(path.parts)}


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, bytes]]:
    tree = copied_tree(tmp_path_factory.mktemp("contributing") / "tree")
    before = files(tree)
    touched = [write(tree, block.title, block.text) for block in EXAMPLE]
    folders = {"/".join(name.split("/")[:2]) for name in touched}
    assert folders == {"solutions/00_warmup", "course.toml"}
    return tree, before


@pytest.mark.full
def test_the_commands_below_the_example_work(copies: tuple[Path, dict[str, bytes]]) -> None:
    tree, before = copies
    (commands,) = [block.commands for block in blocks("docs/how-to/exercises.md") if f"--only {NAME}" in block.text]
    said = {}
    for command in commands:
        done = shell(command, tree)
        assert done.returncode == 0, done.stdout + done.stderr
        said[command] = done.stdout
    assert "2 right, 3 wrong; 0 verdicts to mend" in said[f"autograder audit 00 --only {NAME}"]
    changed = {name for name, data in files(tree).items() if before.get(name) != data}
    followed = changed - {block.title.split(", ")[0] for block in EXAMPLE}
    tables = "docs/reference/points.md"
    assert {"assignments/00_warmup/warmup.py", "assignments/00_warmup/README.md", tables} <= followed
    generated = (
        "assignments/",
        "solutions/shared/fingerprints/",
        "solutions/shared/right_styles/",
        "README.md",
        tables,
    )
    assert {name for name in followed if not name.startswith(generated)} == set()


def test_a_solution_and_a_stub_are_graded(copies: tuple[Path, dict[str, bytes]], tmp_path: Path) -> None:
    tree, _ = copies
    for student, folder in {"ada": "solutions", "ben": "assignments"}.items():
        (tmp_path / "class" / student / "00_warmup").mkdir(parents=True)
        source = (tree / folder / "00_warmup/warmup.py").read_bytes()
        (tmp_path / "class" / student / "00_warmup/warmup.py").write_bytes(source)
    done = shell(f"autograder grade {tmp_path / 'class'} --out {tmp_path / 'out'} --jobs 1", tree)
    assert done.returncode == 0, done.stderr
    grades = (tmp_path / "out/grades.csv").read_text()
    assert '"ada","00_warmup",3,3,"graded"' in grades
    assert '"ben","00_warmup",0,3,"graded"' in grades


def test_checks_on_a_folder_that_is_not_there_say_so() -> None:
    done = shell("pytest solutions/00_warmup/checks/test_00_warmup.py --submission NOSUCH", ROOT)
    assert "NOSUCH: no such file or folder; name the folder of the assignment's files" in done.stderr
