"""Reading a solution file (py:percent) with line numbers, so that a mistake in it can be named."""

import re
from dataclasses import dataclass
from pathlib import Path

MARKDOWN = "# %% [markdown]"
PICTURE_TAG = "active-ipynb"  # jupytext's own: code in the notebook, a comment in the file
PICTURE = f'# %% tags=["{PICTURE_TAG}"]'
HEADS = ("# %%", MARKDOWN, PICTURE)
HEADING = re.compile(r"## `(?P<name>[^`]*)`\s*")
DIFFICULTY = re.compile(r"\*difficulty: (?P<difficulty>●○○|●●○|●●●) · about (?P<minutes>\d+) minutes?\*")


@dataclass(frozen=True)
class Cell:
    """One cell; `line` is the number of its first line, behind the `# %%`."""

    markdown: bool
    line: int
    lines: tuple[str, ...]
    picture: bool = False  # code that only the notebook has; commented out in the file
    head: str = "# %%"

    @property
    def text(self) -> str:
        """The content: of markdown and pictures without the comment signs."""
        commented = self.markdown or self.picture
        lines = [line.removeprefix("#").removeprefix(" ") for line in self.lines] if commented else self.lines
        return "\n".join(lines).strip("\n")

    @property
    def exercise(self) -> str | None:
        """The exercise that a markdown cell poses."""
        found = HEADING.fullmatch(self.text.split("\n", maxsplit=1)[0]) if self.markdown else None
        return found["name"] if found else None

    @property
    def effort(self) -> tuple[str, int] | None:
        """Difficulty and minutes, as the second line of an exercise says them."""
        second = self.text.split("\n")[1:2]
        found = DIFFICULTY.fullmatch(second[0]) if second else None
        return (found["difficulty"], int(found["minutes"])) if found else None


@dataclass(frozen=True)
class Source:
    """One solution file; `label` is how it is called towards authors."""

    label: str
    file: str
    text: str

    @property
    def lines(self) -> list[str]:
        """Without line ends; also for other characters that str.splitlines would split at."""
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
        """The markdown in front of the first code."""
        texts: list[str] = []
        for cell in self.cells:
            if not cell.markdown:
                break
            texts.append(cell.text)
        return "\n\n".join(texts)


def read_source(folder: Path, file: str) -> Source:
    """Read `file` of the assignment's `folder` of solutions."""
    text = (folder / file).read_text(encoding="utf-8")
    return Source(f"{folder.parent.name}/{folder.name}/{file}", file, text)
