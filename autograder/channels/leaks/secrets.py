"""What must not go out, in a form that can be searched for."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from autograder.authoring.cells import read_source
from autograder.authoring.rules import BEGIN, END
from autograder.channels.leaks.code import code_lines, statements
from autograder.channels.leaks.numbers import expected_numbers
from autograder.course import Course

SHORTEST_LINE = 12  # of a solution, without white space; shorter ones (`steps = 0`) are everybody's
SHORTEST_STATEMENT = 24  # of a check: they speak of shapes and devices in the same words as public tests
MARKS = ("BEGINSOLUTION", "ENDSOLUTION", "BEGINHIDDENTESTS", "ENDHIDDENTESTS")
PLACES = ("*/checks/*.py", "shared/*.py", "shared/reference/*.py")  # of hidden checks and references, in the solutions
KNOWS_REFERENCES = re.compile(r"^from solutions\.shared\.reference", re.MULTILINE)  # what several checks share


@dataclass(frozen=True)
class Secrets:
    """Texts without white space, each with what it is; and numbers that only a hidden check expects."""

    texts: dict[str, str] = field(default_factory=dict)
    numbers: frozenset[tuple[float, ...]] = frozenset()


def secrets_of(course: Course, root: Path | None = None) -> Secrets:
    """Lines of the solutions, statements and names of the hidden checks, numbers that they ask for and expect."""
    root = root or course.folder
    texts = dict.fromkeys(MARKS, "a mark of a solution or a hidden test")
    solutions = root / "solutions"
    for file in sorted(path for place in PLACES for path in solutions.glob(place)):
        texts |= dict(_of_checks(file, solutions))
    texts |= solution_lines(solutions, course)
    return Secrets(texts, expected_numbers(course, solutions))


def solution_lines(solutions: Path, course: Course) -> dict[str, str]:
    """Each line that stands between the marks, and nowhere in what is given to students."""
    given: set[str] = set()
    taken: dict[str, str] = {}
    for source in [read_source(solutions / item.id, file) for item in course for file in item.files]:
        inside, what = False, ""
        for cell in source.cells:
            what = f"the solution of {cell.exercise}" if cell.exercise else what
            for line in [] if cell.markdown else code_lines("\n".join(cell.lines)):
                if line.raw in (BEGIN, END):
                    inside = line.raw == BEGIN
                elif not inside:
                    given.add(line.text)
                elif len(line.text) >= SHORTEST_LINE and not line.text.endswith(":"):  # the head of a block says little
                    taken.setdefault(line.text, what)
    return {text: what for text, what in taken.items() if text not in given}


def _of_checks(file: Path, solutions: Path) -> Iterator[tuple[str, str]]:
    """A file of hidden checks or references: what its functions do (tools hide nothing), its place and its name."""
    place = file.relative_to(solutions.parent).parent.as_posix()
    what = f"the hidden checks ({place}/{file.name})"
    yield place, f"the place of {what}"
    yield place.replace("/", "."), f"the place of {what}"
    if file.name.startswith("test_"):
        yield file.stem, f"the name of {what}"
    source = file.read_text(encoding="utf-8")
    if file.name.startswith("test_") or file.parent.name == "reference" or KNOWS_REFERENCES.search(source):
        for text in statements(source):
            if len(text) >= SHORTEST_STATEMENT:
                yield text, what
