"""The same checks on the same submissions: through the wall, without a wall, and the ways graders usually work.

    python -m benchmarks.peers [--submissions 24] [--others 24] [--slow 4] [--rounds 1] [--jobs 4]
                               [--part 02_causal] [--drawn | --right]

(a) this grader, wall and all reports included, with one worker and with N; once it also locates lines of mistakes
(b) the student's arithmetic alone, in one warm process: nothing is compared
(c) the same judge without a wall: the same checks, caches, wire format, reasons, traits and rubric, in one process
(d) a fork server of pytest: torch imported once, a fork for each submission, one at a time and N at once
(e) one warm process: `pytest.main` for each submission
(f) `python -m pytest` for each submission, one at a time and N at once
(g) `nbgrader autograde` of a notebook whose test cells run the same checks
(h) `otter run` of a notebook whose tests run the same checks

The class is the sample class, as often as needed; with `--drawn` nobody in it wrote the same (`drawn_class.py`), and
with `--right` nobody did, and all programs are right. (d) to (f) take as long for each submission however many there
are, so they may get the first `--others` only; (g) and (h) are slow and get the first `--slow`. All ways take turns,
`--rounds` times: an hour in which the machine is slow is one for all of them. Each figure is seconds per submission,
wall and processor, the mean of the rounds, without the start of (a) to (e) and with that of (f) to (h), which pay it
for each submission. What counts is the ratio.

(d) to (f) run the test files of the course without plugins of other packages, and import nothing that only the
grader has (`peer_pytest.py`). Their values go through the wire format, as when an author runs checks by hand: a
sixteenth of the processor time of (e).

A peer's figure counts only if it found the same exercises right as this grader (`peer_scores.py`), and a run of pytest
only if it ran each check once; otherwise the comparison ends. nbgrader or otter that is not installed is left out, and
the table says so.
"""

import argparse
import json
import math
import os
import shutil
import statistics
import sys
import tempfile
from pathlib import Path
from xml.sax.saxutils import escape

import torch

from benchmarks.drawn_class import WRONG, drawn_class
from benchmarks.peer_runs import Comparison, Cost, Way
from tests.helpers.arguments import at_least_one

ROOT = Path(__file__).parents[1]
OURS = "(a) this grader, 1 worker"
WIDTH, LEFT, RIGHT, ROW = 800, 300, 90, 30  # of the picture


def submissions(part: str, count: int, target: Path) -> list[Path]:
    """A class of `count` students: the sample class's submissions of this part, as often as needed."""
    found = sorted(folder / part for folder in (ROOT / "examples/class").iterdir() if (folder / part).is_dir())
    quick = [folder for folder in found if _is_whole(folder) and not _hangs(folder)]
    made = []
    for number in range(count):
        made.append(target / f"student{number:03d}" / part)
        shutil.copytree(quick[number % len(quick)], made[-1])
    return made


def _is_whole(folder: Path) -> bool:
    """Whether every file has the name that the course gives it; no peer looks for a file under another name."""
    return all((folder / path.name).is_file() for path in (ROOT / "solutions" / folder.name).glob("*.py"))


def _hangs(folder: Path) -> bool:
    """Plain pytest waits for ever for an endless loop, so the comparison leaves it out, and what ends the process."""
    text = "".join(path.read_text(errors="replace") for path in folder.glob("*.py"))
    return "while z.sum()" in text or "os._exit" in text or "SystemExit" in text


def measure(options: argparse.Namespace, folder: Path) -> dict[str, Cost | None]:
    """The cost of a submission in every way, over all rounds."""
    folders = _class(options, folder / "class")
    found: dict[str, list[Cost | None]] = {}
    for number in range(options.rounds):
        for way in Comparison(options.part, folders, options.jobs, options.others, options.slow).ways():
            found.setdefault(way.name, []).append(_measured(way, folder / f"round{number}"))
    return {name: _mean(found[name]) for name in sorted(found)}


def _class(options: argparse.Namespace, target: Path) -> list[Path]:
    if options.drawn or options.right:
        return drawn_class(options.part, options.submissions, target, WRONG if options.drawn else None)
    return submissions(options.part, options.submissions, target)


def _measured(way: Way, out: Path) -> Cost | None:
    target = out / way.name[1]
    target.mkdir(parents=True, exist_ok=True)
    cost = way.run(target)
    print(f"{way.name}: {cost or 'not installed'}", file=sys.stderr, flush=True)
    return cost


def _mean(costs: list[Cost | None]) -> Cost | None:
    known = [cost for cost in costs if cost is not None]
    if not known:
        return None
    return Cost(statistics.mean(cost.wall for cost in known), statistics.mean(cost.processor for cost in known))


def table(costs: dict[str, Cost | None]) -> str:
    """The figures, and how many times as long as (a) with one worker each way takes."""
    unit = costs[OURS]
    assert unit is not None, "this grader is installed"
    rows = ["| way | wall seconds | times (a) | processor seconds | times (a) |", "| --- | ---: | ---: | ---: | ---: |"]
    for name, cost in costs.items():
        if cost is None:
            rows.append(f"| {name} | not installed | | | |")
            continue
        both = f"{cost.processor:.3f} | {cost.processor / unit.processor:.2f}" if cost.processor > 0 else " | "
        rows.append(f"| {name} | {cost.wall:.3f} | {cost.wall / unit.wall:.2f} | {both} |")
    return "\n".join(rows)


def described(options: argparse.Namespace) -> str:
    """What was measured, and on what."""
    drawn = "drawn" if options.drawn else "right"
    kind = f"{drawn}, no two alike" if options.drawn or options.right else "the sample class, repeated"
    python = sys.version.split()[0]
    optimised = "" if "--enable-optimizations" in _build() else ", built without optimisation"
    cores = len(os.sched_getaffinity(0))
    return (
        f"{options.submissions} submissions of {options.part} ({kind}), {options.rounds} rounds; {cores} cores, "
        f"Python {python}{optimised}, torch {torch.__version__}"
    )


def _build() -> str:
    import sysconfig  # noqa: PLC0415 - only here

    return str(sysconfig.get_config_var("CONFIG_ARGS"))


def bars(title: str, seconds: dict[str, float]) -> str:
    """Draw a bar for each name as SVG. The scale is logarithmic: some ways are a hundred times slower."""
    low = math.floor(math.log10(min(seconds.values())))
    high = math.ceil(math.log10(max(seconds.values())))
    unit = (WIDTH - LEFT - RIGHT) / max(high - low, 1)
    rows = [
        _row(index, name, value, (math.log10(value) - low) * unit)
        for index, (name, value) in enumerate(seconds.items())
    ]
    height = ROW * (len(seconds) + 1) + 40
    lines = [
        f'<line x1="{LEFT + n * unit:.0f}" x2="{LEFT + n * unit:.0f}" y1="34" y2="{height - 26}" stroke="#ccc"/>'
        f'<text x="{LEFT + n * unit:.0f}" y="{height - 8}" text-anchor="middle">{10.0 ** (low + n):g} s</text>'
        for n in range(high - low + 1)
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    style = ' font-family="system-ui, sans-serif" font-size="14" role="img"'
    paper = f'<rect width="{WIDTH}" height="{height}" fill="#fff"/><text x="12" y="22">{escape(title)}</text>'
    return "\n".join([f"{head}{style}><title>{escape(title)}</title>{paper}", *lines, *rows, "</svg>"]) + "\n"


def _row(index: int, name: str, value: float, length: float) -> str:
    y = 40 + index * ROW
    colour = "#2f6f4f" if name.startswith("(a)") else "#8a94a0"
    return (
        f'<text x="{LEFT - 10}" y="{y + 15}" text-anchor="end">{escape(name)}</text>'
        f'<rect x="{LEFT}" y="{y}" width="{max(length, 2):.1f}" height="20" fill="{colour}"/>'
        f'<text x="{LEFT + max(length, 2) + 6:.1f}" y="{y + 15}">{value:.3g} s</text>'
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--submissions", type=int, default=24)
    parser.add_argument("--others", type=at_least_one, default=10**6, help="submissions for the ways (d) to (f)")
    parser.add_argument("--jobs", type=at_least_one, default=os.cpu_count() or 1)
    parser.add_argument("--slow", type=at_least_one, default=4, help="submissions for nbgrader and otter")
    parser.add_argument("--rounds", type=at_least_one, default=1, help="how often every way has its turn")
    parser.add_argument("--part", default="02_causal")
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--drawn", action="store_true", help="a class of which everybody wrote something else")
    kinds.add_argument("--right", action="store_true", help="the same, and all of it is right")
    parser.add_argument("--json", type=Path, help="also write the figures here")
    parser.add_argument("--plot", type=Path, help="also draw them here, as SVG")
    options = parser.parse_args()
    if options.submissions < 2:
        parser.error("--submissions: at least 2, since the start is what is left of a run with one")
    with tempfile.TemporaryDirectory() as folder:
        costs = measure(options, Path(folder))
    print(described(options), table(costs), sep="\n\n")
    if options.json:
        options.json.write_text(json.dumps({name: cost and cost.__dict__ for name, cost in costs.items()}, indent=1))
    if options.plot:
        found = {name: cost.wall for name, cost in costs.items() if cost}
        options.plot.write_text(bars(f"Seconds per submission, {options.submissions} of {options.part}", found))


if __name__ == "__main__":
    main()
