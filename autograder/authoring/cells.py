"""Reads solution files (py:percent) as cells with line numbers, for error messages."""

import re
from dataclasses import dataclass
from pathlib import Path

MARKDOWN = "# %% [markdown]"
PICTURE_TAG = "active-ipynb"  # jupytext's tag for code that is active in the notebook and commented out in the file
PICTURE = f'# %% tags=["{PICTURE_TAG}"]'
HEADS = ("# %%", MARKDOWN, PICTURE)
HEADING = re.compile(r"## `(?P<name>[^`]*)`\s*")
DIFFICULTY = re.compile(r"\*difficulty: (?P<difficulty>●○○|●●○|●●●) · about (?P<minutes>\d+) minutes?\*")


@dataclass(frozen=True)
class Cell:
    """One cell; `line` is the number of its first line after the `# %%`."""

    markdown: bool
    line: int
    lines: tuple[str, ...]
    picture: bool = False  # code for the notebook only, commented out in the file
    head: str = "# %%"

    @property
    def text(self) -> str:
        """The content, without comment signs for markdown and pictures."""
        commented = self.markdown or self.picture
        lines = [line.removeprefix("#").removeprefix(" ") for line in self.lines] if commented else self.lines
        return "\n".join(lines).strip("\n")

    @property
    def exercise(self) -> str | None:
        """The exercise that the heading of a markdown cell names."""
        return heading_exercise(self.text) if self.markdown else None

    @property
    def effort(self) -> tuple[str, int] | None:
        """Difficulty and minutes, from the second line of the cell."""
        second = self.text.split("\n")[1:2]
        match = DIFFICULTY.fullmatch(second[0]) if second else None
        return (match["difficulty"], int(match["minutes"])) if match else None


def heading_exercise(text: str) -> str | None:
    """Return the exercise that a markdown text names in its heading; None if its first line is no such heading."""
    match = HEADING.fullmatch(text.split("\n", maxsplit=1)[0])
    return match["name"] if match else None


@dataclass(frozen=True)
class Source:
    """One solution file; `label` is its name in messages to authors."""

    label: str
    file: str
    text: str

    @property
    def lines(self) -> list[str]:
        """The lines without line ends; str.splitlines would split at characters that end no line of Python."""
        return self.text.split("\n")

    @property
    def cells(self) -> list[Cell]:
        """All cells, in order."""
        starts = [number for number, line in enumerate(self.lines) if line.startswith("# %%")]
        ends = [*starts[1:], len(self.lines)]
        return [self._cell(start, end) for start, end in zip(starts, ends, strict=True)]

    def _cell(self, start: int, end: int) -> Cell:
        head = self.lines[start].rstrip()
        return Cell(head == MARKDOWN, start + 2, tuple(self.lines[start + 1 : end]), head == PICTURE, head)

    @property
    def introduction(self) -> str:
        """The markdown before the first code cell."""
        texts: list[str] = []
        for cell in self.cells:
            if not cell.markdown:
                break
            texts.append(cell.text)
        return "\n\n".join(texts)


def read_solution(folder: Path, file: str) -> Source:
    """Read a solution file in an assignment's folder of solutions."""
    text = (folder / file).read_text(encoding="utf-8")
    return Source(f"{folder.parent.name}/{folder.name}/{file}", file, text)
