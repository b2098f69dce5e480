"""How often feedback names the line of a mistake that nobody had in mind when the catalogue of mistakes was made.

    python -m benchmarks.fresh_programs [OUT]

Each of the hundred programs in `fresh_programs.toml` is one exercise, written by somebody who had not seen the
catalogue. Each is put into the solved file of its part and graded with default options, in OUT if that is given. For
each, the lines that `feedback.md` names are printed beside those of the mistake. A line is proved if checks pass after
a change there. Where none is proved, it is seen where values first differ from those of right programs, or where an
error surfaced.
"""

import argparse
import ast
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.wording import SURFACED

ROOT = Path(__file__).parents[1]
PROGRAMS = Path(__file__).with_suffix(".toml")
LOCATION = re.compile(r"^In \S+, lines? (?P<first>\d+)(?: to (?P<last>\d+))?: (?P<text>.*)", re.MULTILINE)
SEEN = ("here ", "the error surfaced here", "the condition of the error")  # how a line begins that is not proved
ERROR_LINE = re.compile(rf"{SURFACED}\S+ line (\d+): ")  # named by a traceback; no mistake need be there
LONGEST = 3  # lines; a longer range does not say where the mistake is


@dataclass(frozen=True)
class FreshProgram:
    """A wrong program of one exercise; `lines` are those of its mistakes, counted in `source`."""

    id: str
    set: int
    part: str
    exercise: str
    lines: frozenset[int]
    source: str

    @property
    def student(self) -> str:
        """The student who hands it in."""
        return f"s{self.id}"


@dataclass(frozen=True)
class SolvedFile:
    """A solved file with a program in place of an exercise, and how many lines come before the program."""

    name: str
    text: str
    before: int


@dataclass(frozen=True)
class NamedLines:
    """The ranges of lines that feedback names, counted in the program; `errors` are the lines of tracebacks."""

    proved: list[range]
    seen: list[range]
    errors: list[range]


def read_programs() -> list[FreshProgram]:
    """Return all programs."""
    rows = tomllib.loads(PROGRAMS.read_text(encoding="utf-8"))["program"]
    return [FreshProgram(**row | {"lines": frozenset(row["lines"])}) for row in rows]


def insert(program: FreshProgram) -> SolvedFile:
    """Return the solved file of the exercise with the program in its place."""
    for path in sorted((ROOT / "solutions" / program.part).glob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == program.exercise:
                lines = text.splitlines()
                whole = [*lines[: node.lineno - 1], *program.source.splitlines(), *lines[node.end_lineno :]]
                return SolvedFile(path.name, "\n".join(whole) + "\n", node.lineno - 1)
    raise SystemExit(f"{program.part} has no exercise {program.exercise}")


def grade(out: Path, programs: Sequence[FreshProgram]) -> None:
    """Grade a class in which each student hands in one part with one wrong exercise."""
    for program in programs:
        folder = out / "class" / program.student / program.part
        folder.mkdir(parents=True, exist_ok=True)
        solved = insert(program)
        for path in (ROOT / "solutions" / program.part).glob("*.py"):
            text = solved.text if path.name == solved.name else path.read_text(encoding="utf-8")
            (folder / path.name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "autograder", "grade", str(out / "class"), "--out", str(out / "graded")]
    subprocess.run([*command, "--jobs", "2", "--quiet"], cwd=ROOT, check=True)


def is_right(out: Path, program: FreshProgram) -> bool:
    """Whether the exercise was graded as right, so that there is no line to name."""
    path = out / "graded" / program.student / program.part / "result.json"
    exercises = json.loads(path.read_text(encoding="utf-8"))["exercises"]
    return any(item["outcome"] == "right" for item in exercises if item["name"] == program.exercise)


def named_lines(out: Path, program: FreshProgram) -> NamedLines:
    """Return the lines that the feedback names for the exercise."""
    text = (out / "graded" / program.student / program.part / "feedback.md").read_text(encoding="utf-8")
    section = re.search(rf"^## `{program.exercise}`:.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    shown = section[0].replace("\\", "") if section else ""
    before = insert(program).before
    ranges = {False: list[range](), True: list[range]()}
    for found in LOCATION.finditer(shown):
        first, last = int(found["first"]) - before, int(found["last"] or found["first"]) - before
        ranges[found["text"].startswith(SEEN)].append(range(first, last + 1))
    errors = [range(int(line) - before, int(line) - before + 1) for line in ERROR_LINE.findall(shown)]
    return NamedLines(*(list(dict.fromkeys(found)) for found in (ranges[False], ranges[True], errors)))


def line_verdict(ranges: Sequence[range], mistake: Collection[int]) -> str:
    """Return `right` if each range contains a line of the mistake and is short, else `wrong`; `none` without ranges."""
    if not ranges:
        return "none"
    right = all(len(lines) <= LONGEST and any(line in lines for line in mistake) for lines in ranges)
    return "right" if right else "wrong"


def report(out: Path, programs: Sequence[FreshProgram]) -> None:
    """Print the named lines of each program beside those of the mistake, then how many are named, proved and right."""
    counts = Counter[tuple[str, str]]()
    for program in programs:
        found = named_lines(out, program)
        how = "proved" if found.proved else "seen" if found.seen else "named"
        verdict = line_verdict(found.proved or found.seen, program.lines)
        counts[how, verdict] += 1
        surfaced = f", error at {_in_words(found.errors)}" if found.errors else ""
        print(
            f"{program.id} {program.exercise}: {verdict}: {how} {_in_words(found.proved or found.seen)}, "
            f"mistake {sorted(program.lines)}{surfaced}"
        )
    graded_right = [program.id for program in programs if is_right(out, program)]
    print(f"graded as right: {', '.join(graded_right) or 'none'}")
    right = {how: counts[how, "right"] for how in ("proved", "seen")}
    named = {how: right[how] + counts[how, "wrong"] for how in right}
    print(f"proved {named['proved']}, {right['proved']} of them right; seen {named['seen']}, {right['seen']} right")
    print(f"of {len(programs)}: named {sum(named.values())}, proved {named['proved']}, right {sum(right.values())}")


def _in_words(ranges: Sequence[range]) -> str:
    return ", ".join(f"{lines[0]}-{lines[-1]}" if len(lines) > 1 else f"{lines[0]}" for lines in ranges) or "none"


def main() -> None:
    """Grade and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", nargs="?", type=Path, help="where to keep the class and its results (default: nowhere)")
    options = parser.parse_args()
    programs = read_programs()
    with tempfile.TemporaryDirectory() as folder:
        out = options.out or Path(folder)
        grade(out, programs)
        report(out, programs)


if __name__ == "__main__":
    main()
