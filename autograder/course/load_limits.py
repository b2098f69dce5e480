"""The table `[limits]`: a positive number for each limit, and nothing else."""

from dataclasses import fields
from typing import Any

from autograder.course.model import Limits
from autograder.course.tables import as_positive, as_table, needed


def load_limits(data: Any) -> Limits:
    """Read and validate what a worker may use.

    Raises:
        CourseError: a limit is unknown, missing, or no positive number.
    """
    table = as_table(data, "limits", [limit.name for limit in fields(Limits)])
    values: dict[str, Any] = {
        limit.name: as_positive(needed(table, limit.name, "limits"), f"limits.{limit.name}", whole=limit.type is int)
        for limit in fields(Limits)
    }
    return Limits(**values)
