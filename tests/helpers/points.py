"""What parts and exercises of the course are worth, so that no test has to count by hand."""

from autograder.course import load_course


def worth(part: str, *left_out: str) -> float:
    """The points of a part, without those of some of its exercises."""
    assignment = load_course().assignment(part)
    return assignment.points - sum(load_course().exercise(assignment.id, name).points for name in left_out)


def worth_of_file(part: str, file: str) -> float:
    """The points of one file of a part."""
    return sum(exercise.points for exercise in load_course().assignment(part).of_file(file))


def count_exercises(*parts: str) -> int:
    """How many exercises some parts have together."""
    return sum(len(load_course().assignment(part).exercises) for part in parts)
