"""What wrong results of the public tests look like, learnt from the wrong programs in `solutions/*/programs`.

A handout gets a few numbers for each result, with words: enough to recognise it, no program and no right answer.
Programs with a fault of a model give no words; where the words that others give are not true of them, nothing is said.
"""

import ast
import functools
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.audit.programs import Program, read_programs
from autograder.authoring.generated import KIT
from autograder.course import Assignment, Course, Exercise, load_course
from autograder.course.code import course_code
from autograder.course.validation import read_optional_toml
from autograder.diagnosis.fault_models import fault_model_of
from autograder.diagnosis.mistakes import load_mistakes, mistakes_file
from autograder.diagnosis.model import FaultSet, mistake_name
from autograder.results.files import write_text
from autograder.student_kit.prints import alike

FOLDER = "_support/wrong_results"  # in the folder of the assignments
SUPPORT = ("asserting.py", "compare.py", "constants.py", "prints.py")  # what a result and a call are
SHARED_REASONS = "shared_reasons.toml"  # in the shared folder of the solutions
CLAIMS = "claims.toml"  # beside it
ABOUT_WEIGHTS = {"axis", "mask", "normalisation", "scale"}  # their hints help in exercises on attention only
FAMILIES = {"autograd": "gradients", "cross": "roles of the two inputs", "training": "training loop"}
Result = dict[str, Any]
Tests = dict[str, dict[str, list[dict[str, Any]]]]


@dataclass(frozen=True)
class Fault:
    """A single fault of a model, with its name as in `solutions/shared/claims.toml`, and the family of its mistake."""

    exercise: Exercise
    faults: FaultSet
    name: str
    family: str


def run_lookalikes(course: Course, *, check: bool) -> list[str]:
    """Names of the files that are not what the wrong programs and public tests give; written, unless with `check`."""
    stale = []
    for assignment in course:
        path = course.assignments_folder / FOLDER / f"{assignment.id}.json"
        programs = [item for item in read_programs(course, [assignment]) if item.kind == "wrong"]
        if not programs:
            continue
        made_from = _digest(course, assignment, programs)
        if _made_from(path) != made_from:
            stale.append(path.relative_to(course.folder).as_posix())
            if not check:
                write_text(path, _text(made_from, _learnt(course, assignment, programs)))
    return stale


def _learnt(course: Course, assignment: Assignment, programs: Sequence[Program]) -> Tests:
    """What the wrong programs show. Programs with a fault run in a process that none of these has changed."""
    faults = _faults(assignment, programs)
    results = _results(course, assignment, {item.key: (item.exercise, item.source) for item in programs})
    sources = {name: (fault.exercise, _with_fault(assignment, fault)) for name, fault in faults.items()}
    witnesses: dict[tuple[str, str], list[Result]] = {}
    for result in _results(course, assignment, sources):
        witnesses.setdefault((result["test"], result["called"]), []).append(result)
    return _tests(programs, results, faults, witnesses)


def _digest(course: Course, assignment: Assignment, programs: Sequence[Program]) -> str:
    """All that the file is made from."""
    tests = sorted((course.assignments_folder / assignment.id).glob("test_*.py"))
    support = [KIT / name for name in SUPPORT]
    solutions = sorted((course.solutions_folder / assignment.id).glob("*.py"))
    makers = [
        Path(__file__),
        Path(__file__).with_name("public_runs.py"),
        *(course.shared_folder / name for name in (SHARED_REASONS, CLAIMS)),
        mistakes_file(),
        *sorted((course.shared_folder / "faults").glob("*.py")),
    ]
    whole = hashlib.sha256()
    for path in filter(Path.is_file, [*tests, *support, *solutions, *makers]):
        whole.update(path.read_bytes())
    for item in programs:
        whole.update(f"{item.name}: {item.text}, {item.family}\n{item.code}".encode())
    return whole.hexdigest()


def _made_from(path: Path) -> str:
    try:
        return str(json.loads(path.read_text(encoding="utf-8"))["made_from"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _hints() -> dict[str, str]:
    hints: dict[str, str] = read_optional_toml(mistakes_file()).get("hints", {})
    return hints


def _faults(assignment: Assignment, programs: Sequence[Program]) -> dict[str, Fault]:
    """By the name of its program, every single fault of the exercises that have wrong programs."""
    names = {item.exercise.name for item in programs}
    runnable = [item for item in assignment.exercises if item.name in names and can_be_run(item)]
    return {f"{item.name}__fault_{place}": fault for item in runnable for place, fault in enumerate(faults_of(item))}


def _results(course: Course, assignment: Assignment, sources: Mapping[str, tuple[Exercise, bytes]]) -> list[Result]:
    """What the public tests say about programs, by their names; all of them run in one process."""
    with tempfile.TemporaryDirectory() as folder:
        programs, found = Path(folder) / "programs", Path(folder) / "found"
        programs.mkdir()
        for name, (exercise, source) in sources.items():
            _write_program(course, programs / name, exercise, source)
        command = [sys.executable, "-m", "pytest", "-q", "--no-header", "--tb=no", "-p", "no:cacheprovider"]
        command += ["-p", "autograder.authoring.public_runs", f"--wrong-programs={programs}", f"--found={found}"]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        done = subprocess.run(  # noqa: S603 - our own tests over our own programs
            [*command, f"assignments/{assignment.id}"],
            cwd=course.folder,
            env=environment | {"OMP_NUM_THREADS": "1"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        if done.returncode > 1:
            raise ChildProcessError(f"the public tests of {assignment.id} do not run: {done.stdout[-500:]}")
        results: list[Result] = json.loads(found.read_text(encoding="utf-8"))
        return results


def _with_fault(assignment: Assignment, fault: Fault) -> bytes:
    solution = load_course().solutions_folder / assignment.id / fault.exercise.file
    return solution.read_bytes() + source_of(fault).encode()


def _write_program(course: Course, folder: Path, exercise: Exercise, source: bytes) -> None:
    folder.mkdir(parents=True)
    for path in (course.solutions_folder / exercise.assignment).glob("*.py"):
        (folder / path.name).write_bytes(path.read_bytes())
    (folder / exercise.file).write_bytes(source)


def _tests(
    programs: Iterable[Program],
    results: Iterable[Result],
    faults: dict[str, Fault],
    witnesses: Mapping[tuple[str, str], Sequence[Result]],
) -> Tests:
    """By test and call: each result for which there are words that are true of the `witnesses` with this result too."""
    known = {item.key: item for item in programs}
    tests: Tests = {}
    for result in results:
        programs = [known[name] for name in result["programs"]]
        same = [item for item in witnesses.get((result["test"], result["called"]), ()) if _same(result, item)]
        found = _words(programs, [faults[name] for item in same for name in item["programs"]])
        if found is not None:
            entry = {"text": found[0], "family": found[1], "print": result["print"]}
            tests.setdefault(result["test"], {}).setdefault(result["called"], []).append(entry)
    return tests


def _same(one: Result, other: Result) -> bool:
    return alike(one["print"], other["print"])


def _words(programs: Sequence[Program], faults: Sequence[Fault] = ()) -> tuple[str, str] | None:
    """What programs with the same result have in common, and their family; nothing where they are too different."""
    plain = [item for item in programs if not _cunning(item)] or programs
    foreign = [fault for fault in faults if not any(is_true_of_both(item.name, fault.name) for item in plain)]
    texts = {item.text for item in plain} | {fault.name for fault in foreign}
    families = {item.family or "" for item in plain} | {fault.family for fault in foreign}
    family = families.pop() if len(families) == 1 else ""
    said = texts.pop() if len(texts) == 1 else _shared(texts)
    if said:
        return said, "" if family in ABOUT_WEIGHTS and not programs[0].exercise.forbidden else family
    return (f"a mistake of the {FAMILIES.get(family, family)}", family) if family in _hints() else None


def _shared(texts: Collection[str]) -> str | None:
    """The sentence that is true of all of them."""
    reasons = read_optional_toml(load_course().shared_folder / SHARED_REASONS)
    return next((text for text, own in reasons.items() if all(_stands_in(item, own) for item in texts)), None)


def _stands_in(text: str, reasons: Collection[str]) -> bool:
    return text in reasons or f"{text.split('.', maxsplit=1)[0]}.*" in reasons


def _cunning(program: Program) -> bool:
    """Whether it behaves differently from case to case, which is a test of our checks and no mistake of a student's."""
    exercise = program.exercise
    solution = (load_course().solutions_folder / exercise.assignment / exercise.file).read_text(encoding="utf-8")
    return _branches(program.code, exercise.name) > _branches(solution, exercise.name)


def _branches(source: str, name: str) -> int:
    """How often the definition of an exercise decides how to go on."""
    top = (node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef | ast.ClassDef))
    own = [node for node in top if node.name == name]
    nodes = [node for definition in own for node in ast.walk(definition)]
    filters = sum(len(node.ifs) for node in nodes if isinstance(node, ast.comprehension))
    return filters + sum(isinstance(node, ast.If | ast.IfExp | ast.While | ast.Try) for node in nodes)


def _text(made_from: str, tests: Tests) -> str:
    """One line for each result, so that a change can be read."""
    families = {entry["family"] for calls in tests.values() for entries in calls.values() for entry in entries}
    hints = {family: hint for family, hint in sorted(_hints().items()) if family in families}
    lines = [f'{{"made_from": {json.dumps(made_from)},', f'"hints": {json.dumps(hints, indent=1)},', '"tests": {']
    for test, calls in tests.items():
        lines.append(f"{json.dumps(test)}: {{")
        for called, entries in calls.items():
            lines.append(f"{json.dumps(called)}: [")
            lines += [f"{json.dumps(entry)}," for entry in entries[:-1]] + [f"{json.dumps(entries[-1])}],"]
        lines[-1] = lines[-1].removesuffix(",") + "},"
    lines[-1] = lines[-1].removesuffix(",")
    return "\n".join([*lines, "}}"]) + "\n"


def can_be_run(exercise: Exercise) -> bool:
    """Whether there are programs for the faults of this exercise."""
    model = fault_model_of(exercise)
    return model is not None and model.runnable


def faults_of(exercise: Exercise) -> list[Fault]:
    """Every single fault of the exercise's model."""
    model = fault_model_of(exercise)
    found = []
    for faults in model.single_faults if model else ():
        ((stage, option),) = faults
        family = load_mistakes()[mistake_name(option)].at(exercise.name).family
        found.append(Fault(exercise, faults, f"{stage}.{option}", family))
    return found


def is_true_of_both(program: str, fault: str) -> bool:
    """Whether one sentence is true of a wrong program and of a fault, as somebody has read and found."""
    return not _sentences("programs").get(program, frozenset()).isdisjoint(_sentences("faults").get(fault, ()))


@functools.cache
def _sentences(kind: str) -> dict[str, frozenset[str]]:
    """The sentences that are true of each program or fault."""
    found: dict[str, set[str]] = defaultdict(set)
    for text, listed in read_optional_toml(load_course().shared_folder / CLAIMS).items():
        for name in listed.get(kind, []):
            found[name].add(text)
    return {name: frozenset(texts) for name, texts in found.items()}


def source_of(fault: Fault) -> str:
    """What comes after the solution in a file with this fault."""
    return (
        "\n\nfrom autograder.authoring.lookalikes import with_faults\n\n"
        f"{fault.exercise.name} = with_faults({fault.exercise.assignment!r}, {fault.exercise.name}, {fault.faults!r})\n"
    )


def with_faults(assignment: str, right: Any, faults: FaultSet) -> Any:
    """The definition `right` with these faults."""
    exercise = load_course().exercise(assignment, right.__name__)
    model = fault_model_of(exercise)
    if model is None:
        raise ValueError(f"{exercise.name} has no model")
    return course_code().with_fault(exercise.name, right, model, faults)
