"""Of which mistakes each sentence of a diagnosis is true, as somebody has read and found: `claims.toml`.

For each sentence the switches of the edit models, and the wrong programs, that it may be spoken of. What is
not listed is false until somebody has read it. This prints what is spoken and not listed, in the form of the file:

    python -m tests.helpers.claims
"""

import functools
import json
import sys
import textwrap
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator

from autograder.course import Exercise, load_course
from autograder.diagnosis.matching import diagnose
from autograder.diagnosis.mistakes import Diagnosis
from autograder.diagnosis.predictions import model_of
from tests.helpers.edited_programs import program_with

FILE = load_course().solutions_folder / "shared/claims.toml"
PARTIAL = "for some inputs: "
WIDTH = 118
EXERCISES = [exercise for assignment in load_course() for exercise in assignment.exercises]
Claim = tuple[str, str]  # a sentence, and what it is said about
Table = dict[str, dict[str, list[str]]]


@functools.cache
def modelled() -> tuple[Exercise, ...]:
    """The exercises whose mistakes are edits of a right program."""
    return tuple(exercise for exercise in EXERCISES if model_of(exercise))


def read_claims() -> Table:
    """Sentence -> "edits" and "programs" of which it is true."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def spoken_of_edits(exercise: Exercise) -> Iterator[Claim]:
    """Every sentence that is spoken of a program with a single edit of the exercise's model."""
    model = model_of(exercise)
    for edits in model.single_edits if model else ():
        stage, option = edits[0]
        for told in diagnose(exercise, program_with(exercise, model, edits)) if model else ():
            yield sentence(told), f"{stage}.{option}"


def sentence(told: Diagnosis) -> str:
    """Its words, whether they are about some inputs or all."""
    return told.text.removeprefix(PARTIAL)


def unlisted(kind: str, claims: Iterable[Claim]) -> set[Claim]:
    """Those of which nobody has found that they are true."""
    table = read_claims()
    return {(text, about) for text, about in claims if about not in table.get(text, {}).get(kind, [])}


def as_toml(table: Table) -> str:
    """The file of a table."""
    parts = []
    for text in sorted(table):
        rows = [f"[{json.dumps(text, ensure_ascii=False)}]"]
        for kind, names in sorted(table[text].items()):
            listed = ", ".join(json.dumps(name) for name in sorted(set(names)))
            lines = textwrap.wrap(listed, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
            rows += [f"{kind} = [{listed}]"] if len(listed) < WIDTH - len(kind) else [f"{kind} = [", *lines, "]"]
        parts.append("\n".join(rows))
    return "\n\n".join(parts) + "\n"


def main() -> None:
    """Print what is spoken of single edits and not listed."""
    missing: Table = defaultdict(lambda: defaultdict(list))
    for exercise in EXERCISES:
        for text, about in unlisted("edits", spoken_of_edits(exercise)):
            missing[text]["edits"].append(about)
    sys.stdout.write(as_toml(missing))


if __name__ == "__main__":
    main()
