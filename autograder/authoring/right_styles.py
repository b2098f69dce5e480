"""Chooses right programs that are unlike one another: a class run compares what students compute with what these do.

They are read from the programs of the course, and written where the hash of a grading sees them.
"""

import itertools
import json
from collections.abc import Sequence

from autograder.audit.programs import right_definitions
from autograder.course import Assignment, Course
from autograder.repair.right_values import styles_file
from autograder.repair.source import TOKEN
from autograder.results.files import write_text

MOST_STYLES = 7  # of an exercise, besides the solution


def run_right_styles(course: Course, *, check: bool) -> list[str]:
    """Update the files and return the names of those that were out of date; with `check`, write nothing."""
    stale = []
    for assignment in course:
        path, text = styles_file(course, assignment.id), _file_text(course, assignment)
        if (path.read_text(encoding="utf-8") if path.is_file() else "") != text:
            stale.append(path.relative_to(course.folder).as_posix())
            if not check and text:
                write_text(path, text)
            elif not check:
                path.unlink()
    return stale


def _file_text(course: Course, assignment: Assignment) -> str:
    """Return the content of the file of an assignment; empty if it needs none."""
    chosen = {item.name: unlike(right_definitions(course, item)[1:], MOST_STYLES) for item in assignment.exercises}
    styles = {name: codes for name, codes in chosen.items() if codes}
    return json.dumps(styles, indent=1, ensure_ascii=False) + "\n" if styles else ""


def unlike(programs: Sequence[str], most: int) -> list[str]:
    """Choose programs: each is the one that has least in common with those before.

    Args:
        programs: all of them, of which the first is taken.
        most: how many.
    """
    pairs = [frozenset(itertools.pairwise(TOKEN.findall(program))) for program in programs]
    left, alike = dict.fromkeys(range(len(programs))), [0.0] * len(programs)
    chosen = list[int]()
    while left and len(chosen) < most:
        chosen.append(min(left, key=lambda place: alike[place]))
        del left[chosen[-1]]
        for place in left:
            shared = len(pairs[place] & pairs[chosen[-1]]) / len(pairs[place] | pairs[chosen[-1]])
            alike[place] = max(alike[place], shared)
    return [programs[place] for place in chosen]
