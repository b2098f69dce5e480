"""Generates the README of an assignment: its introduction, a table of exercises, and how to run the public tests."""

from collections.abc import Sequence

from autograder.authoring.cells import Source
from autograder.course import Assignment, Exercise

NOTE = "<!-- made by `autograder sync` from solutions/: edit there -->"

CHECK = """## Check yourself

From the top folder:

```
{everything:<{width}}  # every public test of this part
{one:<{width}}  # tests whose name or exercise contains these letters
```

An exercise that is not started is reported as *not attempted*. Passing all public tests is a good sign, not the grade:
hidden checks run when graded."""


def assignment_readme(assignment: Assignment, sources: Sequence[Source]) -> str:
    """Return the text of the README."""
    parts = [NOTE, sources[0].introduction, *_prerequisites(assignment), "## Exercises", _table(assignment, sources)]
    notebook = f"{assignment.id}.ipynb"
    parts.append(f"The same exercises stand in one notebook, [{notebook}]({notebook}); work in one or the other.")
    everything = f"pytest assignments/{assignment.id}"
    one = f"{everything} -k {_distinct_name([exercise.name for exercise in assignment.exercises])}"
    parts.append(CHECK.format(everything=everything, one=one, width=len(one)))
    return "\n\n".join(parts) + "\n"


def _prerequisites(assignment: Assignment) -> list[str]:
    links = [f"[{name}](../{name}/README.md)" for name in assignment.prerequisites]
    return [f"Comes after {', '.join(links)}."] if links else []


def _table(assignment: Assignment, sources: Sequence[Source]) -> str:
    efforts = {cell.exercise: cell.effort for source in sources for cell in source.cells if cell.exercise}
    rows = [_row(exercise, efforts[exercise.name] or ("", 0)) for exercise in assignment.exercises]
    minutes = sum(effort[1] for effort in efforts.values() if effort)
    head = ["| exercise | file | difficulty | minutes | points |", "| --- | --- | --- | --- | --- |"]
    return "\n".join([*head, *rows, f"| together | | | {minutes} | {assignment.points:g} |"])


def _row(exercise: Exercise, effort: tuple[str, int]) -> str:
    difficulty, minutes = effort
    file = f"[{exercise.file}]({exercise.file})"
    return f"| `{exercise.name}` | {file} | {difficulty} | {minutes} | {exercise.points:g} |"


def _distinct_name(names: Sequence[str]) -> str:
    """Return a name that is no part of another one, so that `-k` with it selects one exercise."""
    distinct = [name for name in names if sum(name.lower() in other.lower() for other in names) == 1]
    return distinct[0] if distinct else names[0]
