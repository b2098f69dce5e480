"""The checks of a file of plain pytest functions, as a course has them, and what they find in a program."""

from pathlib import Path
from types import ModuleType

from autograder.checking import registry
from autograder.checking.judged import rewritten
from autograder.checking.recording import RecordedCheck, record_check
from autograder.checking.registry import Check
from autograder.checking.runner import Finding, run_checks
from autograder.course import Assignment, Exercise
from autograder.sandbox.host.in_process import InProcess


def plain_checks(text: str, folder: Path, *exercises: str, file: str = "test_pairs.py") -> list[Check]:
    """The checks of a check file with this text, in a part whose exercises are worth 2 points each."""
    part = Assignment("01_pairs", "Pairs", (), tuple(Exercise("01_pairs", "pairs.py", name, 2.0) for name in exercises))
    path = folder / file
    path.write_text(text)
    module = ModuleType(f"checks_{abs(hash(text))}")
    module.__file__ = str(path)
    exec(rewritten(path), module.__dict__)
    checks = registry._in_module(module, part)
    return [
        check for name in exercises for check in registry._with_points(registry._of_exercise(checks, name), points=2.0)
    ]


def program(text: str, folder: Path) -> InProcess:
    """A program as something that checks can ask."""
    (folder / "pairs.py").write_text(text)
    return InProcess(folder, "pairs.py")


def findings(checks: list[Check], solution: str, submitted: str, folder: Path) -> dict[str, Finding]:
    """What checks, recorded on a solution, find in a program, by the name of the check."""
    recorded: list[RecordedCheck] = [record_check(check, program(solution, folder)) for check in checks]
    found = run_checks(recorded, program(submitted, folder))
    return {item.info.id.partition(".")[2]: item for item in found}
