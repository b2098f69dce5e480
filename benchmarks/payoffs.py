"""What the payoffs of the course cost on its solutions, and what they reach: one table.

    python -m benchmarks.payoffs [--seeds 5] 01 02 03 04 05 06 characters heads sinusoidal race break
    python -m benchmarks.payoffs styles 03     # the same with three other right programs of the main exercise
    python -m benchmarks.payoffs wrong 03      # what a student reads whose exercise has a typical mistake
    python -m benchmarks.payoffs stories       # three samples, and whether any of 200 is in the corpus

Seconds are those of the processor, for the whole command with its imports and pictures. A busy or a slow machine takes
more of them, so they are also told as a ratio to one fixed matrix product, which is timed before and after each run.
"""

import argparse
import importlib
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import torch

from autograder.audit.programs import Program, read_programs
from autograder.course import load_course
from benchmarks.class_run import ROOT

PRODUCT, TIMES = 512, 20  # the matrix product: rows and columns, and how often
STORIES = 200  # that a model writes
LANGUAGE = "06_language_model"
RUNS = {part: [part] for part in ("01", "02", "03", "04", "05", "06")} | {
    "characters": ["06", "--unit", "characters"],
    "heads": ["06", "--attention", "heads"],
    "sinusoidal": ["06", "--positions", "sinusoidal"],
    "race": ["06", "race"],
    "break": ["06", "break"],
}
LOSS = r"The loss is \d[^:]+"
FOUND = {  # in what is printed; of several, the last two
    "01": r"right +[\d.]+ %",
    "02": r"with the mask +[\d.]+|without +[\d.]+",
    "03": r"[\d.]+ % of what can be known",
    "04": r"right +[\d.]+ %",
    "05": r"loss [\d.]+ to [\d.]+",
    "race": r"the cache is [\d.]+ times as fast",
    "break": r"In this run it learned \w+|no mask: [\d.]+, and the floor [\d.]+",
}
MAIN = {  # the exercise of each part whose other programs are tried
    "01": "SelfAttention",
    "02": "SingleHeadSelfAttention",
    "03": "MultiHeadAttention",
    "04": "CrossAttention",
    "05": "train_attention",
    "06": "TransformerBlock",
}


def solved(place: Path) -> None:
    """Write the course as somebody has it who has solved everything."""
    shutil.copytree(ROOT / "assignments", place / "assignments")
    for path in (ROOT / "solutions").glob("[0-9]*/*.py"):
        shutil.copy(path, place / "assignments" / path.parent.name)


def product_seconds() -> float:
    """Return the processor seconds of one matrix product in one thread."""
    x = torch.ones(PRODUCT, PRODUCT)
    start = time.process_time()
    for _ in range(TIMES):
        x @ x
    return (time.process_time() - start) / TIMES


def show(place: Path, *arguments: str) -> tuple[float, float, str]:
    """Run a payoff; return the processor seconds, the same in matrix products, and what it printed on one line."""
    first, before = product_seconds(), resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "assignments.show", *arguments]
    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        command, cwd=place, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    said = done.stderr.strip().split("\n")[-1] if "Traceback" in done.stderr else done.stdout
    return seconds, seconds / ((first + product_seconds()) / 2), " ".join(said.split())


def row(place: Path, name: str, seed: int, *, label: str = "") -> float:
    """Run a payoff, print a row of the table and return its seconds."""
    seconds, products, said = show(place, *RUNS[name], "--seed", str(seed))
    found = re.findall(FOUND.get(name, LOSS), said)
    if name == "04":  # the soft start comes first, and ends where the other one begins
        found = re.findall(FOUND[name], said.split("a start with torch.rand:")[0])
    print(f"| {name}{label} | {seed} | {seconds:.1f} | {products:.0f} | {'; '.join(found[-2:])} |", flush=True)
    return seconds


def programs_of(part: str, kind: str) -> list[Program]:
    """Return the programs of the main exercise of a part that are `right`, or core mistakes."""
    course = load_course(ROOT)
    assignment = next(item for item in course if item.id.startswith(part))
    found = read_programs(course, [assignment], MAIN[part])
    return [program for program in found if program.kind == kind and program.level in (None, "core")]


def spread(programs: Sequence[Program]) -> list[Program]:
    """Return three of them: the first, one from the middle, the last."""
    return [programs[0], programs[len(programs) // 2], programs[-1]]


def put(place: Path, programs: Sequence[Program]) -> Iterator[Program]:
    """Write one program after the other into its part, and the solution at the end."""
    for program in programs:
        path = place / "assignments" / program.exercise.assignment / program.exercise.file
        before = path.read_bytes()
        path.write_bytes(program.source)
        yield program
        path.write_bytes(before)


def styles(place: Path, part: str) -> None:
    """Run a payoff with three other right programs."""
    for program in put(place, spread(programs_of(part, "right"))):
        row(place, part, 0, label=f", {program.key}")


def wrong(place: Path, part: str) -> None:
    """Print what a student reads whose main exercise is wrong: the sentence with the command, or the last one."""
    for program in put(place, spread(programs_of(part, "wrong"))):
        seconds, _, said = show(place, *RUNS[part])
        named = re.findall(r"[^.:]*(?:[.:] )?`pytest [^`]*`[^.]*\.", said)
        print(f"| {program.key} | {seconds:.1f} | {(named or [said[-200:]])[-1].strip()} |", flush=True)


def stories(place: Path) -> None:
    """Print three samples of a model that has learned by words, and how many of 200 are in the corpus."""
    show(place, "06", "--save", "stories.pt")
    sys.path[:0] = [str(place), str(place / "assignments" / LANGUAGE)]
    corpus, learning = importlib.import_module("corpus"), importlib.import_module("learning")
    settings, weights = learning.kept(place / "stories.pt")
    parts = learning.find_parts()
    model = learning.build(parts, settings)
    model.load_state_dict(weights)
    vocabulary, source = corpus.Vocabulary("words", settings.vocabulary), torch.Generator().manual_seed(0)
    knobs = {"temperature": 0.8, "generator": source}
    told = [vocabulary.text(learning.write(model, parts, vocabulary, settings, "", **knobs)) for _ in range(STORIES)]
    known = {story.text for story in corpus.stories(corpus.LEARNED + corpus.HELD_OUT, 0)}
    print(*(text.strip() for text in told[:3]), sep="\n")
    print(f"{len({*told})} of {STORIES} are different, {sum(text.strip() in known for text in told)} are in the corpus")


def main() -> None:
    """Run the payoffs that are named."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="+", choices=[*RUNS, "styles", "wrong", "stories"])
    parser.add_argument("--seeds", type=int, default=5)
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    product_seconds()
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        solved(place)
        first, *rest = chosen.names
        if first == "stories":
            stories(place)
        elif first in ("styles", "wrong"):
            for part in rest:
                (styles if first == "styles" else wrong)(place, part)
        else:
            means = [sum(row(place, run, seed) for seed in range(chosen.seeds)) / chosen.seeds for run in chosen.names]
            print(f"together {sum(means):.0f} s")


if __name__ == "__main__":
    main()
