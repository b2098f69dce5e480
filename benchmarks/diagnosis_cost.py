"""What diagnosis adds to a class run: the same class graded with it and without it, in turn.

    python -m benchmarks.diagnosis_cost [--students 24] [--wrong 0.3] [--jobs 2] [--rounds 3]

Each student hands in all parts; each exercise is wrong with the given probability, in one of the ways of tests/wrong.
Wall time of the whole command, start and reports included; what counts is the ratio. Processor time is that of the
grading processes alone, without the workers behind the wall.
"""

import argparse
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from autograder.audit.zoo import ROOT, SOLUTIONS, Specimen, read_zoo
from autograder.course import Course, load_course

WITH = "import sys; from autograder.__main__ import main; main(sys.argv[1:])"
WITHOUT = f"import autograder.grading.exercise as e; e.diagnose = lambda *_: []; {WITH}"


def hand_in(folder: Path, course: Course, students: int, share: float) -> None:
    """Write a class of submissions, the same in every run."""
    chance = random.Random(0)
    wrong: dict[str, list[Specimen]] = defaultdict(list)
    for item in read_zoo(course, list(course)):
        if item.kind == "wrong" and item.level == "core":
            wrong[item.exercise.name].append(item)
    for number in range(students):
        for assignment in course:
            for file in assignment.files:
                parts = [(SOLUTIONS / assignment.id / file).read_text(encoding="utf-8")]
                for exercise in assignment.of_file(file):
                    if wrong[exercise.name] and chance.random() < share:
                        parts.append(chance.choice(wrong[exercise.name]).path.read_text(encoding="utf-8"))
                target = folder / f"student{number:03}" / assignment.id / file
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text("\n\n".join(parts), encoding="utf-8")


def seconds(code: str, submissions: Path, out: Path, jobs: int) -> tuple[float, float]:
    """Wall time and processor time of grading the class once."""
    command = [sys.executable, "-c", code, "grade", str(submissions), "--out", str(out), "--jobs", str(jobs)]
    start, used = time.perf_counter(), spent()
    subprocess.run(command, cwd=ROOT, env=os.environ | {"OMP_NUM_THREADS": "1"}, check=True, capture_output=True)
    return time.perf_counter() - start, spent() - used


def spent() -> float:
    """Processor time of all children that have ended and were waited for."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--students", type=int, default=24)
    parser.add_argument("--wrong", type=float, default=0.3)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        hand_in(folder / "class", load_course(), options.students, options.wrong)
        pairs = []
        for turn in range(options.rounds):
            outs = [folder / f"out{turn}{name}" for name in ("without", "with")]
            order = [(WITHOUT, outs[0]), (WITH, outs[1])][:: 1 if turn % 2 else -1]  # so that neither is always first
            found = {code: seconds(code, folder / "class", out, options.jobs) for code, out in order}
            pairs.append((found[WITHOUT], found[WITH]))
            told = ", ".join(
                f"{name} {wall:.1f} s ({used:.1f} s)"
                for name, (wall, used) in zip(("without", "with"), pairs[-1], strict=True)
            )
            print(f"wall (processor): {told}", flush=True)
    ratio = statistics.median(second[0] / first[0] for first, second in pairs)
    print(f"diagnosis adds {ratio - 1:+.1%} to a class of {options.students}")


if __name__ == "__main__":
    main()
