"""Generates the README of an assignment: its introduction, a table of exercises, and how to run the public tests."""

from collections.abc import Sequence

from autograder.authoring.cells import Source
from autograder.course import Assignment, Exercise

NOTE = "<!-- made by `autograder sync` from solutions/: edit there -->"

CHECK = """## Check yourself

From the top folder:

```
{watch:<{width}}  # runs the public tests again whenever you save
{everything:<{width}}  # runs them once
{one:<{width}}  # one exercise
```

An exercise that is not started is reported as *not attempted*. Passing all public tests is a good sign, not the grade:
hidden checks run when graded."""


def assignment_readme(assignment: Assignment, sources: Sequence[Source]) -> str:
    """Return the text of the README."""
    parts = [NOTE, sources[0].introduction, *_prerequisites(assignment), "## Exercises", _table(assignment, sources)]
    notebook = f"{assignment.id}.ipynb"
    parts.append(f"The same exercises are in one notebook, [{notebook}]({notebook}); work in one or the other.")
    everything = f"pytest assignments/{assignment.id}"
    one = f"{everything} -k {assignment.exercises[0].name}"
    watch = f"python -m assignments.watch {assignment.id}"
    width = max(map(len, (watch, one)))
    parts.append(CHECK.format(watch=watch, everything=everything, one=one, width=width))
    return "\n\n".join(parts) + "\n"


def _prerequisites(assignment: Assignment) -> list[str]:
    links = [f"[{name}](../{name}/README.md)" for name in assignment.prerequisites]
    return [f"Prerequisite{'s' if len(links) > 1 else ''}: {', '.join(links)}."] if links else []


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
