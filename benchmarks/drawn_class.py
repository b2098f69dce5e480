"""A class of students no two of whom wrote the same: for each exercise one of the zoos' programs.

What a class has in common is what this grader saves, so a comparison on copies of a few submissions has to be set
beside one without copies. Everybody's programs are drawn: a right one of any style, or, once in `WRONG`, a wrong one.
"""

import random
from collections.abc import Sequence
from pathlib import Path

from autograder.audit.programs import Program, read_programs
from autograder.course import Assignment, Exercise, load_course

WRONG = 5


def drawn_class(part: str, count: int, target: Path, wrong: int | None = WRONG) -> list[Path]:
    """The folders `target/studentNNN/part` of `count` students, the same every time.

    Args:
        part: the assignment.
        count: how many students.
        target: the folder of the class.
        wrong: one program in so many is wrong; None: all are right.
    """
    course = load_course()
    assignment = course.assignment(part)
    zoo = read_programs(course, [assignment])
    made = []
    for number in range(count):
        made.append(target / f"student{number:03d}" / assignment.id)
        made[-1].mkdir(parents=True)
        rng = random.Random(number)
        for file in assignment.files:
            (made[-1] / file).write_text(_drawn(rng, assignment, file, zoo, wrong))
    return made


def light_class(part: str, count: int, target: Path) -> list[Path]:
    """The folders `target/lightNNNNN/part` of students who wrote one definition for each file, no two the same."""
    course = load_course()
    assignment = course.assignment(part)
    zoo = read_programs(course, [assignment])
    made = []
    for number in range(count):
        made.append(target / f"light{number:05d}" / assignment.id)
        made[-1].mkdir(parents=True)
        rng = random.Random(number)
        for file in assignment.files:
            definition = _definition(rng, assignment.of_file(file)[0], zoo, WRONG)
            (made[-1] / file).write_text(
                f"# student {number}\nimport torch\nfrom torch import Tensor\n\n\n{definition}\n"
            )
    return made


def _drawn(rng: random.Random, assignment: Assignment, file: str, zoo: Sequence[Program], wrong: int | None) -> str:
    """The file as the solution has it, and over each of its definitions one that was drawn."""
    texts = [(load_course().solutions_folder / assignment.id / file).read_text()]
    texts += [_definition(rng, exercise, zoo, wrong) for exercise in assignment.of_file(file)]
    return "\n\n".join(texts)


def _definition(rng: random.Random, exercise: Exercise, zoo: Sequence[Program], wrong: int | None) -> str:
    """A program of an exercise: a wrong one once in `wrong` times, otherwise a right one."""
    kind = "wrong" if wrong is not None and rng.randrange(wrong) == 0 else "right"
    return rng.choice([item.code for item in zoo if (item.exercise, item.kind) == (exercise, kind)])
