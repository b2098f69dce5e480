"""The tables `[rules.NAME]`: which library calls an exercise may forbid."""

from typing import Any

from autograder.course.model import CourseError, Rule
from autograder.course.tables import as_list, as_table, as_text, needed


def load_library_rules(data: Any) -> tuple[Rule, ...]:
    """Read and validate the rules of a course.

    Raises:
        CourseError: an entry is missing, unknown or of the wrong kind.
    """
    if not isinstance(data, dict):
        raise CourseError(f"rules: is {data!r}, expected tables: [rules.softmax]")
    return tuple(_rule(name, table) for name, table in data.items())


def _rule(name: str, data: Any) -> Rule:
    place = f"rules: {name}"
    table = as_table(data, place, ("calls", "sentence", "while_loading"))
    if not name.isidentifier():
        raise CourseError(f"{place}: is {name!r}, expected one word of letters, digits and _")
    calls = tuple(
        as_text(call, f"{place}: calls") for call in as_list(needed(table, "calls", place), f"{place}: calls")
    )
    if not calls:
        raise CourseError(f"{place}: calls is empty, expected parts of the names of library calls")
    while_loading = table.get("while_loading", False)
    if not isinstance(while_loading, bool):
        raise CourseError(f"{place}: while_loading: is {while_loading!r}, expected true or false")
    return Rule(name, calls, as_text(needed(table, "sentence", place), f"{place}: sentence"), while_loading)
