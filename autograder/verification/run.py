"""Verifies exercises, step by step: generated files, hidden checks, programs, public tests, leaks."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from autograder.audit.matrix import build_matrices
from autograder.audit.programs import Program
from autograder.audit.run import ProgramRunner
from autograder.authoring.generated import unmatched_tests
from autograder.authoring.lookalikes import run_lookalikes
from autograder.authoring.record_fingerprints import run_fingerprints
from autograder.authoring.right_styles import run_right_styles
from autograder.authoring.sync import SyncError, course_texts, generated_texts, out_of_date
from autograder.authoring.tables import run_tables
from autograder.course import Course
from autograder.errors import AutograderError
from autograder.execution.prewarm import RecordedChecks
from autograder.platforms.handout.contents import handout_files
from autograder.platforms.leaks.forbidden import forbidden_in
from autograder.platforms.leaks.search import find_leaks
from autograder.verification.hidden_checks import record_hidden
from autograder.verification.programs import graded_programs, program_notes, program_problems, programs_of
from autograder.verification.public_reasons import passing_notes, stale_reasons
from autograder.verification.public_verdicts import public_problems, run_public, subjects_of
from autograder.verification.report import Problem, StepReport
from autograder.verification.requirements import unmet_requirements, unused_prices
from autograder.verification.selection import Selection
from autograder.wording import counted

Found = tuple[str, list[Problem], list[Problem]]  # what was done, problems, notes


@dataclass
class Verification:
    """A course and the exercises to verify; a step keeps what later ones need.

    Attributes:
        course: the course.
        selection: the exercises.
        runner: where programs run.
    """

    course: Course
    selection: Selection
    runner: ProgramRunner
    recorded: RecordedChecks = field(default_factory=dict)
    programs: list[Program] = field(default_factory=list)

    @property
    def chosen(self) -> Course:
        """The course with the parts of the selection alone."""
        return replace(self.course, assignments=tuple(map(self.course.assignment, self.selection.parts)))

    def steps(self) -> Iterator[StepReport]:
        """Yield each step as soon as it is done."""
        yield timed("generated files", self._generated)
        yield from self.steps_of_sources()

    def steps_of_sources(self) -> Iterator[StepReport]:
        """Yield the steps that need no generated files."""
        yield timed("hidden checks", self._hidden)
        yield timed("programs", self._programs)
        yield timed("public tests", self._public)
        yield timed("leaks", self._leaks)

    def _generated(self) -> Found:
        try:
            texts = generated_texts(self.chosen) | course_texts(self.course)
            stale = [*out_of_date(self.chosen, texts), *unmatched_tests(self.chosen)]
        except SyncError as error:
            stale = str(error).splitlines()
        makers = (
            (run_tables, self.course),
            (run_right_styles, self.chosen),
            (run_lookalikes, self.chosen),
            (run_fingerprints, self.chosen),
        )
        for make, course in makers:
            stale += [f"{name}: is out of date; run `autograder sync`" for name in make(course, check=True)]
        return f"{counted(len(self.selection.parts), 'part')}", [Problem("", text) for text in stale], []

    def _hidden(self) -> Found:
        found = record_hidden(self.course, self.selection.exercises)
        self.recorded = found.recorded
        unmet = [*unmet_requirements(self.selection.exercises, self.recorded), *unused_prices(self.course)]
        count = sum(len(self.recorded.get(exercise.key, ())) for exercise in self.selection.exercises)
        return f"{counted(count, 'check')} on the solution, twice", [*found.problems, *unmet], []

    def _programs(self) -> Found:
        read = programs_of(self.course, self.selection.exercises)
        self.programs = read.programs
        graded = graded_programs(self.course, self.runner, self.recorded, read.programs)
        kinds = Counter(item.program.kind for item in graded)
        done = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())) or "none"
        matrices = build_matrices(graded, self.recorded)
        cache = self.runner.cache
        spoilt = [Problem("", cache.problem)] if cache and cache.problem else []
        return done, [*read.problems, *program_problems(graded, matrices)], [*spoilt, *program_notes(matrices)]

    def _public(self) -> Found:
        problems: list[Problem] = []
        notes: list[Problem] = []
        count = 0
        for part in map(self.course.assignment, self.selection.parts):
            exercises = self.selection.of_part(part.id)
            subjects = [item for exercise in exercises for item in subjects_of(self.course, exercise, self.programs)]
            try:
                outcomes = run_public(self.course, part, subjects)
            except ChildProcessError as error:
                problems.append(Problem(part.id, f"public tests: {error}"))
                continue
            count += len(outcomes)
            problems += [*public_problems(subjects, outcomes), *stale_reasons(subjects, outcomes)]
            notes += passing_notes(self.course, subjects, outcomes)
        return f"{counted(count, 'run')} on solution and programs", problems, notes

    def _leaks(self) -> Found:
        forbidden = forbidden_in(self.course, self.recorded)
        files = handout_files(self.chosen)
        problems = [Problem("", text) for text in find_leaks(files, forbidden)]
        return f"{counted(len(files), 'file')} of the handout", problems, []


def timed(name: str, step: Callable[[], Found]) -> StepReport:
    """Run a step; an error for users becomes its problem."""
    start = time.monotonic()
    try:
        done, problems, notes = step()
    except AutograderError as error:
        done, problems, notes = "stopped", [Problem("", text) for text in str(error).splitlines()], []
    unique = tuple(dict.fromkeys(problems))
    return StepReport(name, done, unique, tuple(notes), time.monotonic() - start)
