"""What diagnosis adds to a class run: its share of the time of one grading process, measured inside it.

    python -m benchmarks.diagnosis_cost [--students 24] [--wrong 0.3]

Each student hands in all parts; each exercise is wrong with the given probability, as one of its wrong programs.
Both figures come from the same run, so that a busy machine slows both. Each process pays once for what faulty programs
would answer, so a larger class adds less: with N workers, read it for an N-th of the class.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from autograder.audit.programs import Program, read_programs
from autograder.course import Course, load_course

TIMED = """
import sys, time
import autograder.grading.exercise as exercise
from autograder.__main__ import main
plain, spent = exercise.examine, []
def timed(*arguments):
    start = time.perf_counter()
    found = plain(*arguments)
    spent.append(time.perf_counter() - start)
    return found
exercise.examine = timed
start = time.perf_counter()
try:
    main(sys.argv[1:])
finally:
    print("SECONDS", time.perf_counter() - start, sum(spent), len(spent))
"""


def hand_in(folder: Path, course: Course, students: int, share: float) -> None:
    """Write a class of submissions, the same in every run."""
    chance = random.Random(0)
    wrong: dict[str, list[Program]] = defaultdict(list)
    for item in read_programs(course, list(course)):
        if item.kind == "wrong" and item.level == "core":
            wrong[item.exercise.name].append(item)
    for number in range(students):
        for assignment in course:
            for file in assignment.files:
                parts = [(course.solutions_folder / assignment.id / file).read_text(encoding="utf-8")]
                for exercise in assignment.of_file(file):
                    if wrong[exercise.name] and chance.random() < share:
                        parts.append(chance.choice(wrong[exercise.name]).code)
                target = folder / f"student{number:03}" / assignment.id / file
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text("\n\n".join(parts), encoding="utf-8")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--students", type=int, default=24)
    parser.add_argument("--wrong", type=float, default=0.3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        hand_in(folder / "class", load_course(), options.students, options.wrong)
        grade = ["grade", str(folder / "class"), "--out", str(folder / "out"), "--jobs", "1"]
        environment = os.environ | {"OMP_NUM_THREADS": "1"}
        command = [sys.executable, "-c", TIMED, *grade]
        told = subprocess.check_output(command, cwd=load_course().folder, env=environment, text=True)
    total, diagnosis, count = map(float, told.split("SECONDS")[1].split())
    print(f"{options.students} students in {total:.1f} s, {count:.0f} diagnoses in {diagnosis:.1f} s of it: ", end="")
    print(f"diagnosis adds {diagnosis / (total - diagnosis):+.1%}")


if __name__ == "__main__":
    main()
