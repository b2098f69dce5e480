"""Generates the data by which public tests recognise wrong results, from the programs in `solutions/*/programs`.

For each result, a handout gets a few numbers and a description: enough to recognise it, but no program and no right
answer. Descriptions come from wrong programs only; one that is not true of every single edit with the same result is
left out.
"""

import ast
import functools
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.audit.programs import Program, read_programs
from autograder.authoring.generated import KIT, diagnosis_sources, digest_of
from autograder.course import Assignment, Course, Exercise, load_course
from autograder.course.validation import read_optional_toml
from autograder.diagnosis.claims import names_true_of, shared_name
from autograder.diagnosis.mistakes import load_mistakes, mistakes_file
from autograder.diagnosis.model import Edits, mistake_name
from autograder.diagnosis.predictions import model_of
from autograder.results.files import write_text
from autograder.student_kit.prints import alike

FOLDER = "_support/wrong_results"  # in the folder of the assignments
SUPPORT = ("asserting.py", "compare.py", "constants.py", "prints.py")  # kit files that define results and calls
SHARED_REASONS = "shared_reasons.toml"  # in the shared folder of the solutions
ABOUT_WEIGHTS = {"axis", "mask", "normalisation", "scale"}  # families whose hints help in exercises on attention only
FAMILIES = {
    "autograd": "gradients",
    "cross": "roles of the two inputs",
    "stability": "handling of very large and very small numbers",
    "training": "training loop",
    "vocabulary": "words or names",
}
Result = dict[str, Any]
Tests = dict[str, dict[str, list[dict[str, Any]]]]


@dataclass(frozen=True)
class EditedSolution:
    """A right program with one edit: its name, `stage.edit`, and its mistake with the family."""

    exercise: Exercise
    edits: Edits
    name: str
    mistake: str
    family: str


def run_lookalikes(course: Course, *, check: bool) -> list[str]:
    """Update the data files and return the names of those that were out of date; with `check`, write nothing."""
    stale = []
    for assignment in course:
        path = course.assignments_folder / FOLDER / f"{assignment.id}.json"
        programs = [item for item in read_programs(course, [assignment]) if item.kind == "wrong"]
        if not programs:
            continue
        digest = _source_digest(course, assignment, programs)
        if _recorded_digest(path) != digest:
            stale.append(path.relative_to(course.folder).as_posix())
            if not check:
                write_text(path, _file_text(digest, _describe_results(course, assignment, programs)))
    return stale


def _describe_results(course: Course, assignment: Assignment, programs: Sequence[Program]) -> Tests:
    """Run wrong programs and edits, each group in a process of its own, and describe the results."""
    edited = _edited(assignment, programs)
    wrong = {item.key: (item.exercise, item.source) for item in programs}
    sources = {name: (item.exercise, with_edit(item)) for name, item in edited.items()}
    with ThreadPoolExecutor() as pool:
        of_programs, of_edits = pool.map(functools.partial(run_public_tests, course, assignment), (wrong, sources))
    edit_results: dict[tuple[str, str], list[Result]] = {}
    for result in of_edits:
        edit_results.setdefault((result["test"], result["called"]), []).append(result)
    return _described_results(programs, of_programs, edited, edit_results)


def _source_digest(course: Course, assignment: Assignment, programs: Sequence[Program]) -> str:
    """Hash everything that the data of an assignment is generated from."""
    tests = sorted((course.assignments_folder / assignment.id).glob("test_*.py"))
    support = [KIT / name for name in SUPPORT]
    solutions = sorted((course.solutions_folder / assignment.id).glob("*.py"))
    generators = [
        Path(__file__),
        Path(__file__).with_name("public_runs.py"),
        course.shared_folder / SHARED_REASONS,
        *diagnosis_sources(course),
    ]
    texts = (f"{item.name}: {item.text}, {item.family}, {sorted(item.true_names)}\n{item.code}" for item in programs)
    families = {name: (item.diagnosis.family, dict(item.families)) for name, item in load_mistakes().items()}
    return digest_of(
        [*tests, *support, *solutions, *generators], [*texts, json.dumps([_hints(), families], sort_keys=True)]
    )


def _recorded_digest(path: Path) -> str:
    try:
        return str(json.loads(path.read_text(encoding="utf-8"))["made_from"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _hints() -> dict[str, str]:
    hints: dict[str, str] = read_optional_toml(mistakes_file()).get("hints", {})
    return hints


def _edited(assignment: Assignment, programs: Sequence[Program]) -> dict[str, EditedSolution]:
    """Return every single edit of the exercises that have wrong programs, by the name of the edited program."""
    names = {item.exercise.name for item in programs}
    exercises = [item for item in assignment.exercises if item.name in names]
    return {f"{item.name}__edit_{place}": own for item in exercises for place, own in enumerate(edited_solutions(item))}


def run_public_tests(
    course: Course, assignment: Assignment, sources: Mapping[str, tuple[Exercise, bytes]]
) -> list[Result]:
    """Run the public tests over programs, given by name, in one process, and return the wrong results."""
    with tempfile.TemporaryDirectory() as folder:
        programs, output = Path(folder) / "programs", Path(folder) / "results"
        programs.mkdir()
        for name, (exercise, source) in sources.items():
            _write_program(course, programs / name, exercise, source)
        command = [sys.executable, "-m", "pytest", "-q", "--no-header", "--tb=no", "-p", "no:cacheprovider"]
        command += ["-p", "autograder.authoring.public_runs", f"--wrong-programs={programs}", f"--results={output}"]
        left_out = ("PYTEST_", "PYTHONSAFEPATH")  # the tests import `assignments` from the folder of the course
        environment = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
        done = subprocess.run(  # noqa: S603 - our own tests over our own programs
            [*command, f"assignments/{assignment.id}"],
            cwd=course.folder,
            env=environment | {"OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0"},  # the same results in every run
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        if done.returncode > 1:
            raise ChildProcessError(
                f"the public tests of {assignment.id} do not run: {(done.stdout + done.stderr)[-500:]}"
            )
        results: list[Result] = json.loads(output.read_text(encoding="utf-8"))
        return results


def with_edit(edited: EditedSolution) -> bytes:
    """Return the file of a solution with an edit."""
    return load_course().solution_file(edited.exercise).read_bytes() + edit_source(edited).encode()


def _write_program(course: Course, folder: Path, exercise: Exercise, source: bytes) -> None:
    folder.mkdir(parents=True)
    for path in (course.solutions_folder / exercise.assignment).glob("*.py"):
        (folder / path.name).write_bytes(path.read_bytes())
    (folder / exercise.file).write_bytes(source)


def _described_results(
    programs: Iterable[Program],
    results: Iterable[Result],
    edited: dict[str, EditedSolution],
    edit_results: Mapping[tuple[str, str], Sequence[Result]],
) -> Tests:
    """Return, by test and call, each result with a description that is true of all programs and edits that give it."""
    by_name = {item.key: item for item in programs}
    tests: Tests = {}
    for result in results:
        group = [by_name[name] for name in result["programs"]]
        key = (result["test"], result["called"])
        same = [item for item in edit_results.get(key, ()) if alike(result["print"], item["print"])]
        description = describe_result(group, [edited[name] for item in same for name in item["programs"]])
        if description is not None:
            text, family = description
            entry = {"text": text, "family": family, "print": result["print"]} | own_hint(group, family)
            tests.setdefault(result["test"], {}).setdefault(result["called"], []).append(entry)
    return tests


def own_hint(programs: Sequence[Program], family: str) -> dict[str, str]:
    """Return the hint that the mistakes of all programs share, else that of their family in this exercise, if any."""
    named = [(item, load_mistakes()[item.mistake]) for item in programs if item.mistake in load_mistakes()]
    hints = {mistake.question(item.exercise.name) for item, mistake in named}
    exercise = programs[0].exercise.name
    own = hints.pop() if len(hints) == 1 and len(named) == len(programs) else _hint_in(exercise, family)
    return {"hint": own} if own and family and own != _hints().get(family) else {}


def _hint_in(exercise: str, family: str) -> str | None:
    """Return the hint that the course has for mistakes of a family in an exercise."""
    tables = (mistake.questions.in_exercise.get(exercise, {}) for mistake in load_mistakes().values())
    return next((hints[family] for hints in tables if family in hints), None)


def describe_result(programs: Sequence[Program], edited: Sequence[EditedSolution] = ()) -> tuple[str, str] | None:
    """Return what programs with the same result have in common, and their family; None if they have nothing."""
    plain = [item for item in programs if not _is_case_dependent(item)] or programs
    others = [own for own in edited if not any(is_true_of_both(item, own) for item in plain)]
    texts = {item.text for item in plain} | {own.name for own in others}
    families = {item.family or "" for item in plain} | {own.family for own in others}
    family = families.pop() if len(families) == 1 else ""
    mistakes = [*(item.mistake or "" for item in plain), *(own.mistake for own in others)]
    text = texts.pop() if len(texts) == 1 else _shared_reason(texts) or _shared_mistake(programs[0].exercise, mistakes)
    if text:
        return text, "" if family in ABOUT_WEIGHTS and not programs[0].exercise.forbidden else family
    return (f"a mistake of the {FAMILIES.get(family, family)}", family) if family in _hints() else None


def _shared_reason(texts: Collection[str]) -> str | None:
    """Return the first sentence that the course lists for all of these texts."""
    reasons = read_optional_toml(load_course().shared_folder / SHARED_REASONS)
    return next((reason for reason, listed in reasons.items() if all(_is_listed(text, listed) for text in texts)), None)


def _shared_mistake(exercise: Exercise, mistakes: Sequence[str]) -> str | None:
    """Return what the page says in this exercise of a mistake that all of these are."""
    name = shared_name(mistakes)
    diagnosis = load_mistakes()[name].at(exercise.name) if name else None
    return diagnosis.text if diagnosis and not diagnosis.vague else None


def _is_listed(text: str, listed: Collection[str]) -> bool:
    return text in listed or f"{text.split('.', maxsplit=1)[0]}.*" in listed


def _is_case_dependent(program: Program) -> bool:
    """Whether a program branches more than the solution: it is there to test checks, and is no student's mistake."""
    exercise = program.exercise
    solution = load_course().solution_file(exercise).read_text(encoding="utf-8")
    return _branches(program.code, exercise.name) > _branches(solution, exercise.name)


def _branches(source: str, name: str) -> int:
    """Count the branches in the definition of an exercise."""
    top_level = (node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef | ast.ClassDef))
    nodes = [node for definition in top_level if definition.name == name for node in ast.walk(definition)]
    filters = sum(len(node.ifs) for node in nodes if isinstance(node, ast.comprehension))
    return filters + sum(isinstance(node, ast.If | ast.IfExp | ast.While | ast.Try) for node in nodes)


def _file_text(digest: str, tests: Tests) -> str:
    """Return the data as JSON with one line per result, so that diffs are readable."""
    families = {entry["family"] for calls in tests.values() for entries in calls.values() for entry in entries}
    hints = {family: hint for family, hint in sorted(_hints().items()) if family in families}
    lines = [f'{{"made_from": {json.dumps(digest)},', f'"hints": {json.dumps(hints, indent=1)},', '"tests": {']
    for test, calls in tests.items():
        lines.append(f"{json.dumps(test)}: {{")
        for called, entries in calls.items():
            lines.append(f"{json.dumps(called)}: [")
            lines += [f"{json.dumps(entry)}," for entry in entries[:-1]] + [f"{json.dumps(entries[-1])}],"]
        lines[-1] = lines[-1].removesuffix(",") + "},"
    lines[-1] = lines[-1].removesuffix(",")
    return "\n".join([*lines, "}}"]) + "\n"


def edited_solutions(exercise: Exercise) -> list[EditedSolution]:
    """Return the right program of an exercise with every single edit; none if the exercise has no edits."""
    model = model_of(exercise)
    result = []
    for edits in model.single_edits if model else ():
        ((stage, option),) = edits
        mistake = mistake_name(option)
        family = load_mistakes()[mistake].at(exercise.name).family
        result.append(EditedSolution(exercise, edits, f"{stage}.{option}", mistake, family))
    return result


def is_true_of_both(program: Program, edited: EditedSolution) -> bool:
    """Whether the words of one mistake are true of both a wrong program and an edit."""
    ((_, option),) = edited.edits
    return not program.true_names.isdisjoint(names_true_of([str(option)]))


def edit_source(edited: EditedSolution) -> str:
    """Return the code to append to a solution so that it has this edit.

    A student's file may not import this package: `importlib` is asked, which the kit does not watch.
    """
    assignment, name = edited.exercise.assignment, edited.exercise.name
    made = f"definition_with({assignment!r}, {name!r}, {edited.edits!r})"
    return f"\n\nimport importlib\n\n{name} = importlib.import_module({__name__!r}).{made}\n"


def definition_with(assignment: str, name: str, edits: Edits) -> Any:
    """Return the function or class of an exercise's right program with these edits."""
    model = model_of(load_course().exercise(assignment, name))
    if model is None:
        raise ValueError(f"{name} has no edits")
    return model.programs.definition([model.change(edit) for edit in edits])
