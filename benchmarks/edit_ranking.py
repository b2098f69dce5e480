"""Fits the weights by which edits of a program are tried first, and says how early the right ones come.

    python -m benchmarks.edit_ranking LABELS            # how early, for each part with the weights of the others
    python -m benchmarks.edit_ranking LABELS --write    # write autograder/repair/ranking_weights.json too

The weights are fitted to core wrong programs of the zoo (`--every N`: each Nth of them). Those of
`benchmarks.fresh_programs` are only ranked, since what is measured on them must not be fitted to them. All edits of
each program are tried, which takes seconds; LABELS remembers what passed, so that a second run goes on or only fits.
Two runs at a time share the work with `--share 0/2` and `1/2` and files of their own, which are put together
afterwards. The right program beside each, which tells how near an edit comes, is the solution, or another style if
that was patched.
"""

import argparse
import ast
import contextlib
import itertools
import json
import random
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import torch
from torch import Tensor

from autograder.audit.programs import Program, read_programs, right_definitions
from autograder.course import Course, Exercise, load_course
from autograder.execution.prewarm import record_checks
from autograder.repair.all_edits import LONGEST_PLACE
from autograder.repair.enumeration import enumerate_edits, solution_code
from autograder.repair.likeness import Undoing, likenesses, without_rivals
from autograder.repair.ranking import WEIGHTS_FILE, Definition, EditFeatures, RankedEdit, chosen
from autograder.repair.rules import RARE
from autograder.repair.scope import needed_part
from autograder.repair.source import TAKES_OVER, Edit, ParsedText, Text
from autograder.repair.trials import Trials, files_of
from autograder.repair.undoing import undoings_of
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import select_level
from benchmarks import fresh_programs

MOST_EDITS = 500  # programs with more are left out: they would take minutes
DECAY = 0.5  # of the squared weights
OFTEN = 200  # edits of a kind of which none passed, which say that it seldom mends anything
FIRST = (1, 2, 4, 8, 12, 16)  # edits, of which one has to pass


@dataclass(frozen=True)
class WrongProgram:
    """A wrong program as a student would hand it in, with its edits.

    Attributes:
        name: what it is called.
        exercise: what it is a program of.
        mistake: the name of its mistake, if that is known.
        fresh: whether it was written without the catalogue, so that no weights are fitted to it.
        donor: the code of a right program; empty if there is none.
        text: the solved file with the program in its place.
        edits: its edits.
    """

    name: str
    exercise: Exercise
    mistake: str
    fresh: bool
    donor: str
    text: str = ""
    edits: tuple[Edit, ...] = ()

    @property
    def key(self) -> str:
        """What its labels are remembered by: other code or other edits have other labels."""
        shown = "\n".join([self.text, *(f"{edit.kind} {edit.span} {edit.new}" for edit in self.edits)])
        return f"{self.name} {zlib.crc32(shown.encode()):08x}"


def wrong_programs(course: Course, every: int) -> Iterator[WrongProgram]:
    """Yield the programs whose edits are few enough to try them all."""
    zoo = read_programs(course, list(course.assignments))
    patched = [item for item in zoo if item.kind == "wrong" and item.level == "core"][::every]
    fresh = fresh_programs.read_programs()
    made = itertools.chain((of_fresh(course, item) for item in fresh), (of_zoo(course, item) for item in patched))
    return (item for item in made if item is not None and 0 < len(item.edits) <= MOST_EDITS)


def of_fresh(course: Course, program: fresh_programs.FreshProgram) -> WrongProgram | None:
    """Return a program that was written without a look at the catalogue."""
    exercise = course.exercise(program.part, program.exercise)
    wrong = WrongProgram(program.id, exercise, "", fresh=True, donor=solution_code(exercise))
    return _with_edits(wrong, program.source)


def of_zoo(course: Course, program: Program) -> WrongProgram | None:
    """Return a program of the zoo."""
    donor = _donor(course, program) if program.patched else solution_code(program.exercise)
    wrong = WrongProgram(program.name, program.exercise, program.mistake or "", fresh=False, donor=donor)
    return _with_edits(wrong, program.code)


def _with_edits(wrong: WrongProgram, code: str) -> WrongProgram | None:
    """Add the solved file with a program in its place, and its edits; None if it is no definition of the exercise."""
    exercise, donor = wrong.exercise, wrong.donor
    solved = solution_code(exercise)
    definitions = {getattr(item, "name", ""): item for item in ast.parse(solved).body}
    place, lines = definitions.get(exercise.name), solved.splitlines()
    if place is None or _definition(code, exercise.name) is None:
        return None
    text = "\n".join([*lines[: place.lineno - 1], *code.splitlines(), *lines[place.end_lineno :]]) + "\n"
    needed = needed_part(ParsedText(text), exercise.name).text
    others = frozenset(definitions) - {exercise.name, ""}
    found = enumerate_edits(needed.encode(), exercise.name, others, (donor,) if donor else ())
    helpers = {item.name for item in ast.walk(ast.parse(needed)) if isinstance(item, ast.FunctionDef)} - others
    edits = without_rivals(found.edits, helpers - {exercise.name})
    near = [edit for edit in edits if edit.place.end_line - edit.place.line < LONGEST_PLACE]
    return replace(wrong, text=needed, edits=tuple(near))


def _donor(course: Course, program: Program) -> str:
    """Return the solution, or another right program if the program is a patch of it; empty if there is none."""
    patched = _definition(program.patched, program.exercise.name)
    found = right_definitions(course, program.exercise)
    others = [item for item in found if _definition(item, program.exercise.name) != patched]
    if not others or others[0] == found[0]:
        return others[0] if others else ""
    return random.Random(program.name).choice(others)


def _definition(code: str, name: str) -> str | None:
    """Return a definition in one spelling; None if there is none."""
    return next((ast.dump(item) for item in ast.parse(code).body if getattr(item, "name", "") == name), None)


def label(course: Course, programs: Iterable[WrongProgram], labels: dict[str, list[int]], file: Path) -> None:
    """Try all edits of the programs that have no labels yet; after each program, add a line to a file."""
    recorded = record_checks(list(course.assignments))
    with ForkServer(select_level(None), course.limits) as fork_server, file.open("a", encoding="utf-8") as out:
        for wrong in programs:
            if wrong.key in labels:
                continue
            exercise = wrong.exercise
            files = files_of({exercise.file: wrong.text.encode()}, exercise)
            with contextlib.closing(
                Trials(fork_server, course.limits, exercise, recorded[exercise.key], files)
            ) as trials:
                labels[wrong.key] = passing_edits(trials, wrong)
            out.write(json.dumps([wrong.key, labels[wrong.key]]) + "\n")
            out.flush()


def passing_edits(trials: Trials, wrong: WrongProgram) -> list[int]:
    """Return the places of the edits after which all checks pass."""
    verdict = trials.judge()
    if len(verdict.passed) == trials.checks:
        return []
    trials.set_screens(verdict)
    trials.confirm_screens(wrong.text)
    edited = (Text(wrong.text).edited(edit) for edit in wrong.edits)
    return [
        place
        for place, text in enumerate(edited)
        if trials.screens_in_a_row(text) == trials.screens and trials.judge(text).right
    ]


@dataclass(frozen=True)
class Choice:
    """The edits of one program with their features, and which of them pass; with or without the mistake's name."""

    part: str
    named: bool
    fresh: bool
    edits: tuple[Edit, ...]
    features: tuple[dict[str, float], ...]
    passing: frozenset[int]


def choices_of(wrong: WrongProgram, passing: Sequence[int]) -> Iterator[Choice]:
    """Yield what the weights are fitted to, unless only edits pass that are taken over from a right program."""
    own = [place for place, edit in enumerate(wrong.edits) if edit.group != TAKES_OVER]
    right = frozenset(at for at, place in enumerate(own) if place in passing)
    if not right:
        return
    name = wrong.exercise.name
    definitions = Definition.of(ast.parse(wrong.text), name), Definition.of_donor((wrong.donor,), name)
    known: list[tuple[Undoing, ...]] = [undoings_of(wrong.exercise, wrong.mistake)] if wrong.mistake else []
    for ways in [(), *known]:
        features = EditFeatures.of(*definitions, wrong.edits, ways)
        alike = likenesses(Text(wrong.text), wrong.edits, ways)
        rows = tuple(features.of_edit(wrong.edits[place], alike[place]) for place in own)
        edits = tuple(wrong.edits[place] for place in own)
        yield Choice(wrong.exercise.assignment, bool(ways), wrong.fresh, edits, rows, right)


def fit(choices: Sequence[Choice]) -> dict[str, float]:
    """Return the weights with which the edits that pass are the most likely ones of their program, fresh ones aside."""
    choices = [choice for choice in choices if not choice.fresh]
    kept = known_features(choices)
    tables = [(_table(choice, kept), torch.tensor(sorted(choice.passing))) for choice in choices]
    expected = torch.tensor([RARE if name.startswith("kind:") else 0.0 for name in kept], dtype=torch.float64)
    weights = torch.zeros(len(kept), dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.LBFGS([weights], max_iter=200, line_search_fn="strong_wolfe")

    def loss() -> Tensor:
        optimizer.zero_grad()
        scores = [(table @ weights, passing) for table, passing in tables]
        losses = [torch.logsumexp(item, 0) - torch.logsumexp(item[passing], 0) for item, passing in scores]
        total = torch.stack(losses).sum() + DECAY * (weights - expected).square().sum()
        total.backward()  # type: ignore[no-untyped-call]
        return total

    optimizer.step(loss)  # type: ignore[no-untyped-call]
    return {name: round(weight, 3) for name, weight in zip(kept, weights.tolist(), strict=True)}


def known_features(choices: Sequence[Choice]) -> list[str]:
    """Return the features without kinds of edits that mended nothing, but were not tried often enough to say so."""
    tried = Counter(name for choice in choices for row in choice.features for name in row)
    passed = {name for choice in choices for at in choice.passing for name in choice.features[at]}
    return sorted(name for name, count in tried.items() if name in passed or count >= OFTEN)


def _table(choice: Choice, names: Sequence[str]) -> Tensor:
    return torch.tensor([[row.get(name, 0.0) for name in names] for row in choice.features], dtype=torch.float64)


def first_passing(choice: Choice, weights: Mapping[str, float]) -> int:
    """Return how many edits are tried until one passes, as a class run chooses them."""
    promises = [sum(value * weights.get(name, 0.0) for name, value in row.items()) for row in choice.features]
    order = sorted(range(len(promises)), key=lambda at: (-promises[at], choice.edits[at].rank))
    tried = chosen([RankedEdit(choice.edits[at], 0.0, promises[at]) for at in order], len(order))
    passing = {choice.edits[at] for at in choice.passing}
    places = (count for count, item in enumerate(tried, start=1) if item.edit in passing)
    return next(places, len(order) + 1)  # one that passes may be left out beside others of its kind and place


def report(choices: Sequence[Choice]) -> None:
    """Print how early an edit that passes is tried, with weights that were fitted to the other parts."""
    counts, early = Counter[str](), Counter[tuple[str, int]]()
    for part in sorted({choice.part for choice in choices}):
        weights = fit([choice for choice in choices if choice.part != part])
        for choice in choices:
            if choice.part == part:
                place = first_passing(choice, weights)
                kind = "fresh" if choice.fresh else "with the name of the mistake" if choice.named else "without it"
                counts[kind] += 1
                early.update((kind, most) for most in FIRST if place <= most)
    for kind, count in sorted(counts.items()):
        shares = ", ".join(f"{most}: {early[kind, most] / count:.1%}" for most in FIRST)
        print(f"{count} programs, {kind}: one of the first {shares}")


def main() -> None:
    """Label, report, and write if that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("labels", type=Path, help="the file that remembers which edits pass")
    parser.add_argument("--write", action="store_true", help="write the weights")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take every Nth program of the zoo")
    parser.add_argument("--share", default="0/1", metavar="K/N", help="label every Nth program, from the Kth on")
    options = parser.parse_args()
    course = load_course()
    lines = options.labels.read_text(encoding="utf-8").splitlines() if options.labels.exists() else []
    labels: dict[str, list[int]] = dict(json.loads(line) for line in lines)
    programs = list(wrong_programs(course, options.every))
    first, step = map(int, options.share.split("/"))
    label(course, programs[first::step], labels, options.labels)
    if step > 1:
        return
    choices = [choice for wrong in programs for choice in choices_of(wrong, labels[wrong.key])]
    report(choices)
    if options.write:
        text = json.dumps(fit(choices), indent=1, sort_keys=True)
        WEIGHTS_FILE.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
