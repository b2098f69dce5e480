"""The named mistakes: family, words and hint, from data files."""

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from msgspec import field

from autograder.checking.failures import SYMPTOMS
from autograder.course import CourseError, load_course
from autograder.course.find import COURSE_FILE
from autograder.course.schema import Text
from autograder.course.validation import Strict, check_choice, check_keys, convert, mistakes_in, read_optional_toml

MISTAKES_FILE = "mistakes.toml"  # in the shared folder of the solutions, and in those of parts


@dataclass(frozen=True)
class Diagnosis:
    """A mistake that explains what a submission returns; the hint was written for it, or is empty.

    `why` says why it is one, and which way to mend it; a page shows it instead of the hint. A `vague` one says no more
    than that the result is wrong: it counts in statistics, and is no reason for a student. A `partial` one is about
    some inputs only.
    """

    family: str
    name: str
    text: str
    hint: str
    vague: bool = False
    why: str = ""
    partial: bool = False

    @property
    def shown_hint(self) -> str:
        """The hint that a page shows: none if it says why."""
        return "" if self.why else self.hint

    def to_json(self) -> dict[str, str | bool]:
        """Return the entry in result.json."""
        why = {"why": self.why} if self.why else {}
        vague = {"vague": True} if self.vague else {}
        partial = {"partial": True} if self.partial else {}
        return {"family": self.family, "name": self.name, "text": self.text, **why, **vague, **partial}


def say_why(reasons: Iterable[Diagnosis]) -> bool:
    """Whether one of the reasons says more than that the result is wrong."""
    return not all(item.vague for item in reasons)


@dataclass(frozen=True)
class Questions:
    """The hints of families of mistakes, for all exercises and for single ones."""

    of_family: Mapping[str, str]
    in_exercise: Mapping[str, Mapping[str, str]]  # by family

    def of(self, exercise: str, family: str, mistake: Diagnosis) -> str:
        """Return the hint that was written for a mistake, else that of its family; none if it is vague."""
        of_family = self.in_exercise.get(exercise, {}).get(family) or self.of_family.get(mistake.family, "")
        return mistake.hint or ("" if mistake.vague else of_family)


@dataclass(frozen=True)
class Mistake:
    """An entry of the data file, with other families, texts and reasons for single exercises.

    Without `in_answers` it is about something else than the answers to single calls: programs without this mistake may
    give the same ones. With `symptom`, whatever a check finds by this name is this mistake. Its words are true of the
    mistakes and edits `also_true_of` too; `more_general` are mistakes whose words are true of all its programs, the
    most specific first. `mended` is an expression with the mistake and the same one without it, for a mistake that no
    edit of the right programs makes. `questions` are asked at home: its own hint, or that of its family in an exercise.
    """

    diagnosis: Diagnosis
    families: Mapping[str, str]
    texts: Mapping[str, str]
    whys: Mapping[str, str]
    questions: Questions
    in_answers: bool = True
    symptom: str = ""
    also_true_of: Sequence[str] = ()
    more_general: Sequence[str] = ()
    mended: tuple[str, str] | None = None

    def at(self, exercise: str, *, partial: bool = False) -> Diagnosis:
        """Return the diagnosis for an exercise; `partial` means that it is about some inputs only."""
        text = self.texts.get(exercise, self.diagnosis.text)
        family = self.families.get(exercise, self.diagnosis.family)
        why = self.whys.get(exercise, self.diagnosis.why)
        text = f"for some inputs: {text}" if partial else text
        return replace(self.diagnosis, family=family, text=text, why=why, partial=partial)

    def question(self, exercise: str) -> str:
        """Return what a student may ask in an exercise, at home; empty if there is nothing to ask."""
        return self.questions.of(exercise, self.families.get(exercise, self.diagnosis.family), self.diagnosis)


class MistakeTable(Strict, frozen=True):
    """An entry of mistakes.toml as it is written."""

    family: Text
    text: Text
    why: Text | None = None
    hint: Text | None = None
    families: dict[str, Text] = field(default_factory=dict, name="in")
    texts: dict[str, Text] = field(default_factory=dict)
    whys: dict[str, Text] = field(default_factory=dict)
    in_answers: bool = True
    symptom: str = ""
    also_true_of: tuple[str, ...] = ()
    more_general: tuple[str, ...] = ()
    mended: tuple[Text, Text] | None = None
    vague: bool = False


def mistakes_file() -> Path:
    """Return the path of the named mistakes that several parts share, with the hints of all."""
    return load_course().shared_folder / MISTAKES_FILE


def mistake_files() -> list[Path]:
    """Return the paths of all files of named mistakes: that of the course, and one in each part that has its own."""
    parts = [load_course().solutions_folder / part.id / MISTAKES_FILE for part in load_course()]
    return [mistakes_file(), *filter(Path.is_file, parts)]


@functools.cache
def load_mistakes(*paths: Path) -> dict[str, Mistake]:
    """Return all mistakes by name.

    Args:
        paths: the files, the first one with the hints; by default those of the course, which may name none.

    Raises:
        CourseError: a file cannot be read, a key is missing or unknown, or names an unknown family or exercise, or two
            files have the same name.
    """
    questions = Questions({}, {})
    mistakes: dict[str, Mistake] = {}
    for number, path in enumerate(paths or mistake_files()):
        data = read_optional_toml(path)
        with mistakes_in(path.name if number == 0 else f"{path.parent.name}/{path.name}"):
            if number == 0:
                questions = Questions(_hints(data.pop("hints", {})), _hints_in(data.pop("hints_in", {})))
            for name, table in convert(data, dict[str, MistakeTable]).items():
                if name in mistakes:
                    raise CourseError(f"{name}: another file has a mistake of this name")
                mistakes[name] = _mistake(name, table, questions)
    with mistakes_in(MISTAKES_FILE):
        _check_relations(mistakes)
    return mistakes


def check_rubric() -> None:
    """Check that every mistake of the rubric is one of the course.

    Raises:
        CourseError: the first that is not.
    """
    with mistakes_in(COURSE_FILE):
        for name in load_course().rubric.mistakes:
            check_choice(name, "a name in rubric.mistakes", load_mistakes())


def _check_relations(mistakes: Mapping[str, Mistake]) -> None:
    for name, mistake in mistakes.items():
        for other in (*mistake.more_general, *(own.split("/")[0] for own in mistake.also_true_of)):
            check_choice(other, f"{name}: a mistake in more_general or also_true_of", mistakes)


def _hints(data: Any, place: str = "hints") -> dict[str, str]:
    """Return the question of each family, for entries without a hint of their own."""
    hints: dict[str, str] = convert(data, dict[str, Text], place)
    check_keys(hints, place, load_course().families)
    return hints


def _hints_in(data: Any) -> dict[str, dict[str, str]]:
    """Return the same for single exercises to which the question of the family does not apply."""
    tables = convert(data, dict[str, dict[str, Any]], "hints_in")
    check_keys(tables, "hints_in", _exercises())
    return {exercise: _hints(hints, f"hints_in.{exercise}") for exercise, hints in tables.items()}


def _mistake(name: str, table: MistakeTable, questions: Questions) -> Mistake:
    families = load_course().families
    check_choice(table.family, f"{name}.family", families)
    check_keys(table.families, f"{name}.in", _exercises())
    for exercise, family in table.families.items():
        check_choice(family, f"{name}.in.{exercise}", families)
    check_keys(table.texts, f"{name}.texts", _exercises())
    check_keys(table.whys, f"{name}.whys", _exercises())
    hint = "" if table.vague else table.hint or ""
    diagnosis = Diagnosis(table.family, name, table.text, hint, table.vague, table.why or "")
    if table.symptom:
        check_choice(table.symptom, f"{name}.symptom", SYMPTOMS)
    return Mistake(
        diagnosis,
        table.families,
        table.texts,
        table.whys,
        questions,
        table.in_answers,
        table.symptom,
        table.also_true_of,
        table.more_general,
        table.mended,
    )


def _exercises() -> list[str]:
    return sorted({exercise.name for assignment in load_course() for exercise in assignment.exercises})
