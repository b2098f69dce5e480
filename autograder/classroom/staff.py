"""Rehearses the checks while the sandbox starts, and makes the crew of this machine. Imports torch."""

import os
from collections.abc import Callable

import torch

from autograder.classroom.agenda import Agenda
from autograder.classroom.crews import local_crew
from autograder.classroom.desk import Plan, prove
from autograder.classroom.rehearse import rehearse_all
from autograder.classroom.run import Crew
from autograder.course import Course
from autograder.sandbox.zygote import Zygote

REHEARSING = 4  # processes at most: more would find little left to share


def rehearsed_crew(course: Course, agenda: Agenda, zygote: Zygote, count: int, say: Callable[[str], None]) -> Crew:
    """A crew of `count` that has attacked its sandbox and knows the checks.

    Raises:
        SandboxError: the isolation does not hold here.
        CourseError: a check fails on the solution.
    """
    torch.set_num_threads(1)
    processes = min(REHEARSING, len(os.sched_getaffinity(0)))
    rehearsals = rehearse_all((item for item in course if item.id in agenda.assignments), processes)
    for item in prove(zygote, course.limits):  # last: until now the sandbox was warming up
        say(f"weak isolation: a worker {item}")
    return local_crew(Plan(course, agenda.environment.level, rehearsals, agenda.environment.grader), zygote, count)
