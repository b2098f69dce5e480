"""A course of one file in a folder of its own, and `autograder sync` run on it."""

from pathlib import Path

import pytest

from autograder.authoring.sync import run_sync
from autograder.course import Assignment, Course, Exercise, load_course

HEAD = """# %% [markdown]
# # 01 · Doubling
#
# Twice as much.

# %%
from torch import Tensor, nn
"""
DOUBLE = '''
# %% [markdown]
# ## `double`
# *difficulty: ●○○ · about 5 minutes*
#
# Two of everything: $2x$.


# %%
def double(x: Tensor) -> Tensor:
    """Return twice `x`."""
    ### BEGIN SOLUTION
    secret = 2
    return secret * x
    ### END SOLUTION
'''
TWICE = '''
# %% [markdown]
# ## `Twice`
# *difficulty: ●●○ · about 10 minutes*


# %%
class Twice(nn.Module):
    """Doubles."""

    def __init__(self) -> None:
        super().__init__()
        self.factor = 2

    def forward(self, x: Tensor) -> Tensor:
        """Return twice `x`."""
        ### BEGIN SOLUTION
        return self.factor * x
        ### END SOLUTION
'''
STUB = (
    HEAD
    + DOUBLE.split("    ### BEGIN", maxsplit=1)[0]
    + "    raise NotImplementedError  # your code here\n\n"
    + TWICE.split("        ### BEGIN", maxsplit=1)[0]
    + "        raise NotImplementedError  # your code here\n"
)
PICTURE = """
# %% tags=["active-ipynb"]
# with picture():
#     heat_map(double(torch.ones(2, 2)))
"""


class CourseBuilder:
    """A course of one file in a folder of its own."""

    def __init__(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.solution = root / "solutions" / "01_doubling" / "doubling.py"
        self.folder = root / "assignments" / "01_doubling"
        self.solution.parent.mkdir(parents=True)
        self._root = root
        self._capsys = capsys
        self.write(HEAD + DOUBLE + "\n" + TWICE)

    def write(self, text: str) -> None:
        self.solution.write_text(text, encoding="utf-8")

    def sync(self, *, check: bool = False, force: bool = False) -> tuple[int, list[str]]:
        """Exit status, and what was said to the author."""
        exercises = (
            Exercise("01_doubling", "doubling.py", "double", 1.5),
            Exercise("01_doubling", "doubling.py", "Twice", 2),
        )
        assignment = Assignment("01_doubling", "Doubling", (), exercises)
        course = Course("Course", (assignment,), load_course().limits, folder=self._root)
        self._capsys.readouterr()
        return run_sync(course, check=check, force=force), self._capsys.readouterr().err.splitlines()

    def files(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self.folder.glob("*")}
