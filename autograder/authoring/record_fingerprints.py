"""Records what the programs of a course return on the probes of their exercise, run in the sandbox.

One JSON file for each part: a line for each fingerprint, so that a change can be read and git keeps differences small.
"""

import json
import os
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from autograder.audit.programs import Program, read_programs
from autograder.authoring.generated import diagnosis_sources, digest_of
from autograder.course import Assignment, Course, CourseError, Limits
from autograder.course.code import course_code
from autograder.diagnosis import answers, default_probes, edited_programs, evidence, model, predictions, structure
from autograder.diagnosis import fingerprints as prints
from autograder.diagnosis.predictions import model_of
from autograder.edits import step_edits
from autograder.execution.pool_map import pool_map
from autograder.results.files import write_text
from autograder.sandbox.host.client import SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level, select_level

MAKERS = (answers, default_probes, edited_programs, evidence, model, predictions, prints, step_edits, structure)
POOL_SHARE = 4  # programs that a process takes at a time
Answers = tuple[str, ...]


@dataclass
class FingerprintProcess:
    """The state of a pool process, set by its initializer."""

    server: ForkServer | None = None


PROCESS = FingerprintProcess()


def run_fingerprints(course: Course, *, check: bool) -> list[str]:
    """Name the files that are out of date with the programs and probes; write them, unless with `check`."""
    stale = []
    for assignment in course:
        programs = read_programs(course, [assignment])
        path = course.shared_folder / prints.FOLDER / f"{assignment.id}.json"
        asked = [item for item in programs if model_of(item.exercise)]
        made_from = _digest(course, assignment, asked) if any(item.kind == "wrong" for item in asked) else ""
        if made_from and _made_from(path) != made_from:
            stale.append(path.relative_to(course.folder).as_posix())
            if not check:
                write_text(path, as_json(made_from, learn(asked, course.limits)))
    return stale


def _digest(course: Course, assignment: Assignment, programs: Iterable[Program]) -> str:
    """Hash everything that a file is made from; of a program its code and its mistake, not its words."""
    paths = [
        *(course.solutions_folder / assignment.id / file for file in assignment.files),
        *diagnosis_sources(course),
        *([] if course_code().diagnosis_plan else _check_files(course, assignment)),
        *(Path(str(module.__file__)) for module in MAKERS),
        Path(__file__),
    ]
    return digest_of(paths, (f"{item.name}: {item.kind}, {item.mistake}\n{item.code}" for item in programs))


def _check_files(course: Course, assignment: Assignment) -> list[Path]:
    """Return the files that say what to ask where the course does not."""
    return sorted((course.solutions_folder / assignment.id / "checks").glob("*.py"))


def _made_from(path: Path) -> str:
    try:
        return prints.read_fingerprints(path).made_from
    except CourseError:
        return ""


def learn(programs: Sequence[Program], limits: Limits) -> dict[str, dict[Answers, dict[str, str]]]:
    """Run programs in the sandbox; return, by exercise and answers, the mistake of each program by its cell."""
    jobs = os.cpu_count() or 1
    results = list(pool_map(_answers, programs, jobs, _start, select_level(None), limits, share=POOL_SHARE))
    learnt: dict[str, dict[Answers, dict[str, str]]] = defaultdict(lambda: defaultdict(dict))
    for item, own in zip(programs, results, strict=True):
        if own:
            learnt[item.exercise.name][own][item.cell_name] = item.mistake or prints.NOT_WRONG
    return learnt


def _start(level: Level, limits: Limits) -> None:
    torch.set_num_threads(1)
    PROCESS.server = ForkServer(level, limits)


def _answers(program: Program) -> Answers:
    """Return the answers for which a submission with this program would be looked up; none if it would not be."""
    exercise, server = program.exercise, PROCESS.server
    if server is None:
        raise RuntimeError("this process runs no programs: it was not initialized by the pool")
    own = model_of(exercise)
    files = SubmissionFiles({exercise.file: program.source}, exercise.file)
    with SandboxClient(server, files, server.limits) as client:
        _, seen = answers.observe_answers(exercise, own, client.ask) if own else ((), [])
    return tuple(prints.entry_of(exercise, seen)) if prints.is_specific(exercise, seen) else ()


def as_json(made_from: str, learnt: Mapping[str, Mapping[Answers, Mapping[str, str]]]) -> str:
    """Return the text of a file: a line for each fingerprint, in the order of the programs."""
    exercises = []
    for name, entries in learnt.items():
        rows = [json.dumps({"programs": cells, "answers": own}) for own, cells in entries.items()]
        exercises.append(f"{json.dumps(name)}: [\n" + ",\n".join(rows) + "\n]")
    return f'{{"made_from": {json.dumps(made_from)}, "exercises": {{\n' + ",\n".join(exercises) + "\n}}\n"
