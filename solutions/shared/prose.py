"""Collects the course's own prose, which the language model of part 06 learns from.

`python -m solutions.shared.prose` writes it to `solutions/06_language_model/material/prose.txt`: the texts of the
exercises, the READMEs and the documents, a paragraph a line. Code, formulas, tables and addresses are left out, and of a
paragraph the sentences that mention a formula or a folder that students do not have. So what remains can be read aloud.
"""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROSE = ROOT / "solutions" / "06_language_model" / "material" / "prose.txt"
DOCUMENTS = (
    *("README.md", "GRADING.md", "CONTRIBUTING.md", "SECURITY.md", "tests/README.md"),
    *("docs/student.md", "docs/author.md", "docs/instructor.md", "docs/policies.md", "docs/clusters.md"),
    "docs/course.md",
)
MARKDOWN_CELL = re.compile(r"^# %% \[markdown\]\n((?:#.*\n)+)", re.MULTILINE)
FENCED = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
DISPLAYED = re.compile(r"\$\$.*?\$\$", re.DOTALL)
NOTE = re.compile(r"<!--.*?-->", re.DOTALL)
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
LIST_ITEM = re.compile(r"^ *(?:[-*] |\d+\. |> ?)", re.MULTILINE)
SENTENCE_END = re.compile(r"(?<=[.?!:]) (?=[A-Z])")
FORMULA = re.compile(r"[$\\|=@{}<>^+#~]|\.[a-z]|--|\w\(|solutions/")  # code, and places that no handout names
PLAIN = str.maketrans({"’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "...", "×": "x", "`": "", "*": ""})
SHORTEST = 40  # characters of a paragraph


def prose() -> str:
    """Return the paragraphs of all texts in their order, one a line, each of them once."""
    texts = [*map(_exercise_texts, _solution_files()), *map(_document, DOCUMENTS)]
    found = [paragraph for text in texts for paragraph in _paragraphs(text)]
    return "\n".join(dict.fromkeys(found)) + "\n"


def _solution_files() -> list[Path]:
    return sorted((ROOT / "solutions").glob("[0-9]*/*.py"))


def _exercise_texts(path: Path) -> str:
    cells = MARKDOWN_CELL.findall(path.read_text(encoding="utf-8"))
    return "\n\n".join(re.sub(r"^# ?", "", cell, flags=re.MULTILINE) for cell in cells)


def _document(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def _paragraphs(text: str) -> Iterator[str]:
    for pattern in (FENCED, DISPLAYED, NOTE):
        text = pattern.sub("\n\n", text)
    text = LIST_ITEM.sub("\n", LINK.sub(r"\1", text))
    for block in re.split(r"\n\s*\n", text):
        if not block.lstrip().startswith(("#", "|", "*difficulty")):
            yield from _readable(block)


def _readable(block: str) -> Iterator[str]:
    """Yield the sentences of a paragraph that are words alone, as one line, if they are long enough."""
    line = " ".join(block.translate(PLAIN).split())
    kept = [item for item in SENTENCE_END.split(line) if item.isascii() and not FORMULA.search(item)]
    paragraph = " ".join(kept)
    if len(paragraph) >= SHORTEST:
        yield paragraph


if __name__ == "__main__":
    PROSE.write_text(prose(), encoding="utf-8")
