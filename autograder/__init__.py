"""Grade exercises in a sandbox: `autograder --help`.

The names in `__all__` are for who writes checks, or a program that reads a course: `from autograder import check`. All
others are private. A name is looked up when it is first asked for, so that `import autograder` costs nothing.
"""

import importlib
from typing import Any

__version__ = "1.0.0"

PLACES = {  # the module of each name; `__init__.pyi` says the same to type checkers
    "FLOAT32": "checking.assertions",
    "FLOAT64": "checking.assertions",
    "LARGE": "checking.assertions",
    "PRINTED": "checking.assertions",
    "Answer": "checking.answer",
    "AutograderError": "errors",
    "CheckFailedError": "checking.failures",
    "CheckText": "checking.specs",
    "Course": "course",
    "Drawn": "checking.specs",
    "Example": "checking.specs",
    "Exercise": "course",
    "Place": "checking.specs",
    "Places": "checking.specs",
    "Question": "checking.student",
    "Student": "checking.student",
    "Tolerance": "checking.assertions",
    "assert_close": "checking.assertions",
    "assert_gradients": "checking.assertions",
    "assert_keeps_device": "checking.robustness",
    "assert_number": "checking.assertions",
    "assert_numbers": "checking.assertions",
    "assert_parameters": "checking.layers",
    "assert_pure": "checking.robustness",
    "assert_raised": "checking.assertions",
    "assert_shape": "checking.robustness",
    "check": "checking.registry",
    "count": "checking.specs",
    "formula": "checking.specs",
    "helper": "checking.student",
    "load_course": "course",
    "points": "checking.plain_functions",
    "require": "checking.assertions",
    "sample": "checking.samples",
    "spec": "checking.specs",
}
__all__ = list(PLACES)


def __getattr__(name: str) -> Any:
    if name not in PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{PLACES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
