"""What an exercise must have, besides checks that pass and programs with the right verdicts."""

from collections.abc import Callable, Iterator, Sequence

from autograder.checking.recording import RecordedCheck
from autograder.checking.runner import PassCache
from autograder.checking.specs.own_evidence import has_own_evidence
from autograder.course import Course, CourseError, Exercise, load_course
from autograder.diagnosis.edited_answers import judge_edits
from autograder.diagnosis.model import mistake_name
from autograder.diagnosis.predictions import check_edits, model_of, program_file
from autograder.edits.step_edits import EDITS
from autograder.execution.prewarm import RecordedChecks
from autograder.verification.report import Problem

# Each returns what an exercise lacks, in words, or nothing.
Requirement = Callable[[Exercise, Sequence[RecordedCheck]], str]


def hints_for_all(_: Exercise, checks: Sequence[RecordedCheck]) -> str:
    """Require a hint in every check but plain pytest functions: it is what a student reads first."""
    infos = [item.check.info for item in checks if not item.check.info.is_plain]
    without = [info.id.partition(".")[2] for info in infos if not info.hint.strip()]
    return f"no hint for the check{'s' if len(without) > 1 else ''} {', '.join(without)}" if without else ""


def evidence_beside_the_solution(exercise: Exercise, _: Sequence[RecordedCheck]) -> str:
    """Require that something besides the solution says what is right: a mistake in the solution would never show."""
    if has_own_evidence(exercise):
        return ""
    return (
        "only the solution says what is right; give its spec a reference, or add a check by hand: "
        "a figure, an example, or a property"
    )


def edits_that_fit(exercise: Exercise, _: Sequence[RecordedCheck]) -> str:
    """Require that each edit in `shared/edits` fits the program of the exercise and names a mistake of the course."""
    try:
        check_edits(exercise)
    except CourseError as error:
        return f"an edit of `shared/{EDITS}`: {error}"
    return ""


def program_for_the_rubric(exercise: Exercise, checks: Sequence[RecordedCheck]) -> str:
    """Require that the right program whose edits the rubric prices passes all core checks; others say nothing of it."""
    model = model_of(exercise)
    if not load_course().rubric.any or model is None or not model.single_edits or not checks:
        return ""
    program = judge_edits(exercise, (), tuple(checks), PassCache())
    core = [item for item in checks if item.check.info.level == "core"]
    failed = [item.check.info.id for item in core if not program.passes(item)]
    where = f"the program of {program_file(exercise).relative_to(load_course().solutions_folder)}"
    return f"the rubric prices no mistake: {where} fails {', '.join(failed)}" if failed else ""


REQUIREMENTS: tuple[Requirement, ...] = (
    hints_for_all,
    evidence_beside_the_solution,
    edits_that_fit,
    program_for_the_rubric,
)


def unused_prices(course: Course) -> Iterator[Problem]:
    """Yield a problem for each mistake of the rubric that no exercise has an edit of: its price has no effect."""
    models = [model_of(exercise) for assignment in course for exercise in assignment.exercises]
    edits = [edit for model in models if model for single in model.single_edits for edit in single]
    used = {mistake_name(option) for _, option in edits}
    for name in course.rubric.mistakes:
        if name not in used:
            yield Problem("", f"course.toml: rubric.mistakes.{name}: no exercise has an edit of this mistake")


def unmet_requirements(exercises: Sequence[Exercise], recorded: RecordedChecks) -> Iterator[Problem]:
    """Yield a problem for each requirement that an exercise does not meet."""
    for exercise in exercises:
        for requirement in REQUIREMENTS:
            if text := requirement(exercise, recorded.get(exercise.key, ())):
                yield Problem(exercise.full_name, text)
