"""Checks that a text registers with `spec`, as if it were a check file of the course, and what they say of programs."""

from pathlib import Path
from types import ModuleType

import pytest

from autograder.checking import registry
from autograder.checking.recording import record_check
from autograder.checking.registry import Check
from autograder.checking.runner import Finding, run_checks
from autograder.course import load_course
from autograder.sandbox.host.in_process import InProcess


def specified(text: str, part: str = "01_self_attention", points: float = 1) -> list[Check]:
    """The checks of a check file with this text."""
    module = ModuleType(f"checks_{abs(hash(text))}")
    module.__file__ = str(load_course().solutions_folder / part / "checks" / "test_example.py")
    exec(compile(text, module.__file__, "exec"), module.__dict__)
    checks = registry._by_hand_first(registry._in_module(module, load_course().assignment(part)))
    return registry._with_points(registry._illustrated(checks, registry._illustrations_in(module)), points)


def judged(checks: list[Check], solution: str, program: str, folder: Path) -> list[Finding]:
    """What the checks, recorded on a solution, find in a program."""
    right = target(solution, folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("autograder.checking.specs.solution._solution_of", lambda *_: right)
        recorded = [record_check(check, right) for check in checks]
        return run_checks(recorded, target(program, folder))


def target(text: str, folder: Path) -> InProcess:
    """A program as something that checks can ask."""
    (folder / "program.py").write_text(text)
    return InProcess(folder, "program.py")


def failed(findings: list[Finding]) -> set[str]:
    """The ids of the checks that fail, without the name of the exercise."""
    return {item.info.id.split(".")[1] for item in findings if item.outcome != "right"}
