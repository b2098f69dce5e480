"""The parts of a class: what one student handed in by mistake adds nothing to the maximum of the others."""

from collections import defaultdict
from collections.abc import Iterable

SMALL_CLASS = 2  # students; in a smaller class, nothing can be told from a mistake
LEAST_SHARE = 0.05  # of the students who handed in anything; fewer do not make a part one of the class


def parts_of_class(handed_in: Iterable[tuple[str, str]]) -> frozenset[str]:
    """Return the assignments that belong to the whole class, where neither the call nor the course names them.

    These are the assignments that several students handed in, and at least one in twenty of them.

    Args:
        handed_in: student and assignment of everything that arrived, now or earlier.
    """
    students = defaultdict(set)
    for student, assignment in handed_in:
        students[assignment].add(student)
    count = len(set().union(*students.values()))
    least = 1 if count <= SMALL_CLASS else max(2, LEAST_SHARE * count)
    return frozenset(assignment for assignment, names in students.items() if len(names) >= least)
