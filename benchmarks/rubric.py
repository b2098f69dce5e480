"""What the rubric makes of the course's own wrong programs: right programs with one or two edits.

`python -m benchmarks.rubric` prints docs/reference/rubric.md with the table of today, and with `--write` writes it:
thirty mistakes with their points before and after. `--pairs 50` draws so many pairs of edits of each exercise (0: all)
and lists those in which mending one of the two mistakes would lower the score; then the exit status is 1.
"""

import argparse
import itertools
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from autograder.checking.recording import RecordedCheck
from autograder.checking.runner import Finding, PassCache, run_checks
from autograder.course import CourseError, Exercise, load_course
from autograder.course.model import Rubric
from autograder.course.validation import Strict, convert, mistakes_in, read_toml
from autograder.diagnosis.edited_answers import EditedTarget, FirstAnswers
from autograder.diagnosis.matching import examine
from autograder.diagnosis.mistakes import load_mistakes
from autograder.diagnosis.model import SCALE, EditModel, Edits, mistake_name
from autograder.diagnosis.predictions import model_of
from autograder.edits.step_edits import fit_together
from autograder.execution.prewarm import record_checks
from autograder.grading.named_mistakes import JudgedSubmission, match_rubric
from autograder.grading.prices import priced
from autograder.results.files import write_text
from autograder.results.model import CheckResult, ExerciseResult
from autograder.results.rubric import RubricMatch

EXAMPLES = "rubric_examples.toml"  # in the shared folder of the solutions
DOCUMENT = Path(__file__).parents[1] / "docs/reference/rubric.md"
MARKED = re.compile(r"(<!-- mistakes -->\n).*?(<!-- end -->)", re.DOTALL)
SEED = 21


@dataclass(frozen=True)
class Priced:
    """A program with one or two edits: its points by its checks and by the rubric, and what the rubric named."""

    before: float
    after: float
    match: RubricMatch | None


class Pricing:
    """Prices right programs of one exercise with edits, as a submission with the same answers is priced."""

    def __init__(self, exercise: Exercise, model: EditModel, recorded: Sequence[RecordedCheck], rubric: Rubric) -> None:
        self.exercise = exercise
        self.model = model
        self._recorded = tuple(check.without_shrinking for check in recorded)
        self._rubric = rubric
        self._known: dict[Edits, Priced] = {}

    def price(self, edits: Edits) -> Priced:
        """Return what a program with these edits gets."""
        if edits not in self._known:
            self._known[edits] = self._price(edits)
        return self._known[edits]

    def _price(self, edits: Edits) -> Priced:
        target = EditedTarget(self.model.programs, [self.model.change(edit) for edit in edits])
        answers = FirstAnswers(target)
        findings = tuple(run_checks(self._recorded, answers))
        core_failed = any(item.failure for item in findings if item.info.level == "core")
        edits_found = examine(self.exercise, target.ask, findings).edits if core_failed else ()
        judged = JudgedSubmission(self.exercise, self._recorded, findings, answers.answers, edits_found, PassCache())
        checks = tuple(_check(item) for item in findings)
        points, matches = self.exercise.points, match_rubric(self._rubric, judged)
        result = ExerciseResult(self.exercise.name, self.exercise.file, points, "", checks, matches=matches)
        by_rubric = priced(result, self._rubric, points, {})
        return Priced(result.score, by_rubric.score, by_rubric.rubric)


def _check(item: Finding) -> CheckResult:
    info, score = item.info, 0.0 if item.failure else item.info.points
    return CheckResult(info.id, info.title, info.level, score, info.points, item.outcome)


def pricings(names: Sequence[str] = ()) -> Iterator[Pricing]:
    """Yield the pricing of every exercise with edits, or of some."""
    course = load_course()
    for assignment in course:
        chosen = [item for item in assignment.exercises if not names or item.name in names]
        with_edits = [(item, model) for item in chosen if (model := model_of(item)) and model.single_edits]
        if with_edits:
            recorded = record_checks([assignment], exercises=[item.name for item, _ in with_edits])
            for item, model in with_edits:
                yield Pricing(item, model, recorded[assignment.id, item.name], course.rubric)


@dataclass(frozen=True)
class PairsReport:
    """What became of pairs of edits: how many were named how, and those that break the promise."""

    counts: Counter[str]
    lowered: tuple[str, ...]


def judge_pairs(pricing: Pricing, most: int) -> PairsReport:
    """Price pairs of edits and each edit alone.

    A pair counts if both mistakes show: one that answers as a program with one mistake has one mistake.
    """
    pairs = [*pricing.model.edit_pairs, *_pairs_with_scale(pricing.model)]
    if 0 < most < len(pairs):
        pairs = random.Random(SEED).sample(pairs, most)
    counts: Counter[str] = Counter()
    lowered = []
    for edits in pairs:
        both = pricing.price(edits)
        kind = "checks alone" if both.match is None else "two named" if len(both.match.costs) > 1 else "one named"
        counts[kind] += 1
        alone = [pricing.price((edit,)) for edit in edits]
        complete = all(own.match is not None and len(own.match.costs) == 1 for own in alone)
        if kind != "one named" and complete and both.after > min(own.after for own in alone) + 1e-9:
            after = " and ".join(f"{own.after:g}" for own in alone)
            lowered.append(f"{kind}: {edits}: {both.after:g}, alone {after}")
    return PairsReport(counts, tuple(lowered))


def _pairs_with_scale(model: EditModel) -> Iterator[Edits]:
    """Yield pairs of a named scale and another edit, where `edit_pairs` leaves them out because any scale is found."""
    if model.plan.any_scale and model.plan.pairs:
        scales = [single[0] for single in model.pairable if single[0][0] == SCALE]
        others = [single[0] for single in model.pairable if single[0][0] != SCALE]
        fit = (pair for pair in itertools.product(scales, others) if fit_together(*map(model.change, pair)))
        yield from fit


class Example(Strict, frozen=True):
    """A mistake of the table: an edit of an exercise, how bad it is, and why it costs what it costs."""

    exercise: str
    edit: str
    weight: Literal["slip", "between", "grave"]
    why: str


class ExamplesFile(Strict, frozen=True):
    """The content of the file."""

    example: list[Example]


def read_examples() -> list[Example]:
    """Return the mistakes of the table.

    Raises:
        CourseError: the file is missing, or has a wrong key.
    """
    with mistakes_in(EXAMPLES):
        return convert(read_toml(load_course().shared_folder / EXAMPLES, EXAMPLES), ExamplesFile).example


def table() -> str:
    """Return the table of the mistakes: points before and after, and why.

    Raises:
        CourseError: an exercise has no such edit.
    """
    examples = read_examples()
    prices = {item.exercise.name: item for item in pricings([item.exercise for item in examples])}
    lines = [
        "| | exercise | mistake | points | checks alone | rubric | why |",
        "| --- | --- | --- | ---: | ---: | ---: | --- |",
    ]
    order = ("slip", "between", "grave")
    for item in sorted(examples, key=lambda item: order.index(item.weight)):
        pricing = prices.get(item.exercise)
        edits = [own for own in (pricing.model.single_edits if pricing else ()) if own[0][1] == item.edit]
        if pricing is None or not edits:
            raise CourseError(f"{EXAMPLES}: {item.exercise} has no edit {item.edit}")
        priced, mistake = pricing.price(edits[0]), load_mistakes()[mistake_name(item.edit)].at(item.exercise)
        figures = f"{pricing.exercise.points:g} | {priced.before:g} | {priced.after:g}"
        lines.append(f"| {item.weight} | `{item.exercise}` | {mistake.text} | {figures} | {item.why} |")
    return "\n".join(lines) + "\n"


def updated(text: str) -> str:
    """Return the document with the table of today."""
    made = table()
    return MARKED.sub(lambda match: f"{match[1]}{made}{match[2]}", text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table, or what became of pairs; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rubric", description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into docs/reference/rubric.md")
    parser.add_argument("--pairs", type=int, metavar="N", help="draw N pairs of edits of each exercise; 0 for all")
    parser.add_argument("--exercise", action="append", default=[], help="only this exercise; may be repeated")
    options = parser.parse_args(arguments)
    if options.pairs is None:
        text = updated(DOCUMENT.read_text(encoding="utf-8"))
        if options.write:
            write_text(DOCUMENT, text)
        print(text if not options.write else f"wrote {DOCUMENT.name}")
        return 0
    failed = False
    for pricing in pricings(options.exercise):
        report = judge_pairs(pricing, options.pairs)
        if report.counts:
            words = ", ".join(f"{count} {kind}" for kind, count in sorted(report.counts.items()))
            print(f"{pricing.exercise.name}: {words}; {len(report.lowered)} lowered by mending", flush=True)
        for line in itertools.islice(report.lowered, 20):
            print(f"  {line}", flush=True)
        failed = failed or bool(report.lowered)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
