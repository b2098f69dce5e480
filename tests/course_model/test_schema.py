"""docs/reference/course.md documents every key of the course file as the schema has it."""

import re
from typing import Any

import msgspec
from msgspec import inspect

from autograder.course import schema
from autograder.course.validation import Strict, expected_words
from tests.helpers.paths import ROOT

TEXT = (ROOT / "docs/reference/course.md").read_text(encoding="utf-8")
SECTIONS: dict[str, type[Strict]] = {
    "The file": schema.CourseTable,
    "`[[assignment]]`": schema.AssignmentTable,
    "`[[assignment.file]]`": schema.FileTable,
    "An entry of `exercises`": schema.ExerciseTable,
    "A size that divides another": schema.SizeTable,
    "`[rules.softmax]`": schema.RuleTable,
    "`[limits]`": schema.LimitsTable,
    "`[visibility]`": schema.VisibilityTable,
    "`[rubric]`": schema.RubricTable,
    "`[policies]`": schema.PoliciesTable,
    "`[policies.late]`": schema.LateTable,
    "`[policies.gradescope]`": schema.GradescopeTable,
    "`[[policies.extension]]`": schema.ExtensionTable,
    "`[policies.visibility]`": schema.LevelsTable,
    "`[policies.visibility.core]`": schema.PhasesTable,
}


def written_default(field: inspect.Field) -> str:
    """A default as the document writes it."""
    value: Any = field.default
    if field.required:
        return ""
    if field.default_factory is not msgspec.NODEFAULT:
        return "empty"
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value or "none").lower()


def rows_of(section: str) -> list[tuple[str, str, str]]:
    body = re.search(rf"^## {re.escape(section)}\n(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert body, section
    rows = re.findall(r"^\| `(\w+)` \|(.*?)\|(.*?)\| (\S.*) \|$", body[1], re.MULTILINE)
    return [(key, words.strip(), default.strip()) for key, words, default, _ in rows]


def test_every_key_is_documented_with_its_type_and_default() -> None:
    for section, table in SECTIONS.items():
        info = inspect.type_info(table)
        assert isinstance(info, inspect.StructType)
        fields = [(item.encode_name, expected_words(item.type), written_default(item)) for item in info.fields]
        assert rows_of(section) == fields, section


def test_every_table_of_the_schema_has_a_section() -> None:
    tables = {item for item in vars(schema).values() if isinstance(item, type) and issubclass(item, Strict)}
    assert tables - {Strict, schema.PoliciesFile} == set(SECTIONS.values())
    headings: list[str] = re.findall(r"^## (.*)$", TEXT, re.MULTILINE)
    assert headings[headings.index(next(iter(SECTIONS))) :] == list(SECTIONS)
