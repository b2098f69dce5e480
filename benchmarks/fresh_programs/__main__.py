"""How well feedback explains mistakes that nobody had in mind when the catalogue was made.

    python -m benchmarks.fresh_programs grade OUT   # a class of one student per program, graded with default options
    python -m benchmarks.fresh_programs lines OUT   # the line that each page names, beside those of the mistake
    python -m benchmarks.fresh_programs score       # means of the scores that are written down, and of the lines

There are twenty sets, from the programs 001 to 760: 001 to 100, or with `--set N` at the end of each command those
of `ideal_N.csv`. Each was written before anyone saw how it is graded. All have been read since, and words were mended.

`programs/NNN.py` is one exercise as a student might write it, with a mistake or two; the rest of the file is the
solution's. `ideal.csv` (`ideal_2.csv`, `ideal_3.csv`) holds the lines of the mistake in the program, and the reason
that a strict teaching assistant would give; it was committed before the first grading. `scores.csv` (`scores_2.csv`)
holds what a reader of each feedback.md alone gave for it, 0 to 3 on each measure, `scores_after.csv` the same after
words were mended, and `scores_7_b.csv` what another reader gave: the mistake named, nothing false or misleading, the
next step clear, short and natural, and the example or picture that shows the mistake.
"""

import argparse
import ast
import csv
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from autograder.wording import SURFACED

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
MEASURES = {"named": 2.8, "true": 2.9, "next_step": 2.8, "short": 2.7, "picture": 2.5}  # and the mean that is wanted
PLACE = re.compile(r"^In \S+, lines? (?P<first>\d+)(?: to (?P<last>\d+))?: (?P<said>.*)", re.MULTILINE)
SEEN = ("here ", "the error surfaced here", "the condition of the error")  # what is said where nothing is proved
ERROR_LINE = re.compile(rf"{SURFACED}\S+ line (\d+): ")  # named by a traceback; no mistake need be there
MOST_LINES = 3  # a place that is longer does not say where the mistake is
SETS = range(1, 21)  # of programs
IDEAL_TABLES = {number: "ideal.csv" if number == 1 else f"ideal_{number}.csv" for number in SETS}
SCORE_TABLES = {  # of each set, once its pages are read
    1: ("scores.csv", "scores_after.csv"),
    2: ("scores_2.csv",),
    3: ("scores_3.csv",),
    4: (),
    5: ("scores_5.csv",),
    6: ("scores_6.csv",),
    7: ("scores_7.csv", "scores_7_b.csv"),  # of two readers of the same pages
    8: ("scores_8.csv", "scores_8_b.csv"),
    9: ("scores_9.csv", "scores_9_b.csv"),
    10: ("scores_10.csv", "scores_10_b.csv"),
    11: ("scores_11.csv", "scores_11_b.csv"),
    12: ("scores_12.csv", "scores_12_b.csv"),
    13: ("scores_13.csv", "scores_13_b.csv"),
    14: ("scores_14.csv", "scores_14_b.csv"),
    15: ("scores_15.csv", "scores_15_b.csv"),
    16: ("scores_16.csv", "scores_16_b.csv"),
    17: ("scores_17.csv", "scores_17_b.csv"),
    18: ("scores_18.csv", "scores_18_b.csv"),
    19: ("scores_19.csv", "scores_19_b.csv"),
    20: ("scores_20.csv", "scores_20_b.csv"),
}


@dataclass(frozen=True)
class FreshProgram:
    """A wrong program of one exercise, and what is wrong with it."""

    id: str
    part: str
    exercise: str
    lines: frozenset[int]  # of the mistakes, counted in the program
    reason: str

    @property
    def student(self) -> str:
        """The student who hands it in."""
        return f"s{self.id}"

    @property
    def source(self) -> str:
        """The text of the program."""
        return (HERE / f"programs/{self.id}.py").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Inserted:
    """A solved file with a program in the place of an exercise."""

    name: str
    text: str
    before: int  # how many lines stand before the program


def read_table(name: str) -> list[dict[str, str]]:
    """Return the rows of a table beside this module."""
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def read_programs(number: int) -> list[FreshProgram]:
    """Return all programs of a set, in the order of the course."""
    return [
        FreshProgram(row["id"], row["part"], row["exercise"], frozenset(map(int, row["lines"].split())), row["reason"])
        for row in read_table(IDEAL_TABLES[number])
    ]


def insert(program: FreshProgram) -> Inserted:
    """Return the solved file of the exercise with the program in its place."""
    for path in sorted((ROOT / "solutions" / program.part).glob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == program.exercise:
                lines = text.splitlines()
                whole = [*lines[: node.lineno - 1], *program.source.splitlines(), *lines[node.end_lineno :]]
                return Inserted(path.name, "\n".join(whole) + "\n", node.lineno - 1)
    raise SystemExit(f"{program.part} has no exercise {program.exercise}")


def write_class(folder: Path, programs: Sequence[FreshProgram]) -> None:
    """Write a class in which each student hands in one part with one wrong exercise."""
    for program in programs:
        inserted = insert(program)
        home = folder / program.student / program.part
        home.mkdir(parents=True, exist_ok=True)
        for path in (ROOT / "solutions" / program.part).glob("*.py"):
            (home / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
        (home / inserted.name).write_text(inserted.text, encoding="utf-8")


def grade(out: Path, programs: Sequence[FreshProgram]) -> int:
    """Grade programs; return 1 if one of them is right."""
    write_class(out / "class", programs)
    command = [
        sys.executable,
        "-m",
        "autograder",
        "grade",
        out / "class",
        "--out",
        out / "graded",
        "--jobs",
        2,
        "--quiet",
    ]
    subprocess.run([str(word) for word in command], cwd=ROOT, check=True)
    right = [program.id for program in programs if graded_exercise(out, program)["outcome"] == "right"]
    print(f"right, and so of no use here: {', '.join(right) or 'none'}")
    return 1 if right else 0


def graded_exercise(out: Path, program: FreshProgram) -> dict[str, Any]:
    """Return what the result says of the exercise."""
    path = out / "graded" / program.student / program.part / "result.json"
    exercises: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["exercises"]
    return next(item for item in exercises if item["name"] == program.exercise)


@dataclass(frozen=True)
class NamedLines:
    """The lines that feedback names, counted in the program.

    Attributes:
        proved: where checks pass after a change.
        seen: where values first differ from those of right programs, or where an error surfaced.
        errors: of tracebacks.
    """

    proved: list[range]
    seen: list[range]
    errors: list[range]


def named_lines(out: Path, program: FreshProgram) -> NamedLines:
    """Return the lines that the feedback names for the exercise."""
    text = (out / "graded" / program.student / program.part / "feedback.md").read_text(encoding="utf-8")
    section = re.search(rf"^## `{program.exercise}`:.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    told = section[0].replace("\\", "") if section else ""
    before = insert(program).before
    found = {False: list[range](), True: list[range]()}
    for place in PLACE.finditer(told):
        first, last = int(place["first"]) - before, int(place["last"] or place["first"]) - before
        found[place["said"].startswith(SEEN)].append(range(first, last + 1))
    errors = [range(int(line) - before, int(line) - before + 1) for line in ERROR_LINE.findall(told)]
    return NamedLines(list(dict.fromkeys(found[False])), list(dict.fromkeys(found[True])), list(dict.fromkeys(errors)))


def line_verdict(places: Sequence[range], mistake: AbstractSet[int]) -> str:
    """Return whether each place holds a line of the mistake, and is short enough to say where it is."""
    if not places:
        return "none"
    right = all(mistake.intersection(place) and len(place) <= MOST_LINES for place in places)
    return "right" if right else "wrong"


def line_rows(out: Path, programs: Sequence[FreshProgram]) -> Iterator[str]:
    """Yield for each program the lines that are named beside those of the mistake, then how many are met."""
    verdicts = Counter[tuple[str, str]]()
    for program in programs:
        found = named_lines(out, program)
        how = "proved" if found.proved else "seen" if found.seen else ""
        verdict = line_verdict(found.proved or found.seen, program.lines)
        verdicts[how, verdict] += 1
        surfaced = f", error at {_in_words(found.errors)}" if found.errors else ""
        yield (
            f"{program.id} {program.exercise}: {verdict}: {how or 'named'} {_in_words(found.proved or found.seen)}, "
            f"mistake {sorted(program.lines)}{surfaced}"
        )
    for how in ("proved", "seen"):
        yield f"{how}: lines of the mistake {verdicts[how, 'right']}, others {verdicts[how, 'wrong']}"
    yield f"none named {verdicts['', 'none']}"


def _in_words(places: Sequence[range]) -> str:
    return ", ".join(f"{place[0]}-{place[-1]}" if len(place) > 1 else f"{place[0]}" for place in places) or "none"


def score_rows(table: Sequence[dict[str, str]]) -> Iterator[str]:
    """Yield mean, wanted mean and counts of each measure, and how lines were met."""
    yield "| measure | mean | wanted | 3 | 2 | 1 | 0 |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for measure, wanted in MEASURES.items():
        points = [int(row[measure]) for row in table]
        counts = " | ".join(str(points.count(worth)) for worth in (3, 2, 1, 0))
        mean = sum(points) / len(points) if points else 0.0
        yield f"| {measure} | {mean:.2f} | {wanted} | {counts} |"
    lines = [row["line"] for row in table]
    named = len(lines) - lines.count("none")
    yield ""
    yield f"a line named: {named} of {len(lines)}; the line of the mistake: {lines.count('right')} of {named}"


def score(number: int) -> None:
    """Print the means of the tables of scores that a set has, and where they changed."""
    names = [name for name in SCORE_TABLES[number] if (HERE / name).exists()]
    if not names:
        raise SystemExit(f"set {number} has no scores yet: its pages have not been read")
    for name in names:
        print(f"{name}\n", *score_rows(read_table(name)), "", sep="\n")
    for first, second in zip_longest(*map(read_table, names)) if len(names) > 1 else ():
        changed = [f"{key} {first[key]} -> {second[key]}" for key in (*MEASURES, "line") if first[key] != second[key]]
        if changed:
            print(f"{first['id']}: {', '.join(changed)}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Grade, compare lines, or print scores; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.fresh_programs", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("action", choices=("grade", "lines", "score"))
    parser.add_argument("out", nargs="?", type=Path, default=Path("fresh"), help="where the class is graded")
    parser.add_argument("--set", type=int, choices=IDEAL_TABLES, default=1, help="which programs (default: 1)")
    options = parser.parse_args(arguments)
    programs = read_programs(options.set)
    if options.action == "grade":
        return grade(options.out, programs)
    if options.action == "lines":
        print(*line_rows(options.out, programs), sep="\n")
    else:
        score(options.set)
    return 0


if __name__ == "__main__":
    sys.exit(main())
