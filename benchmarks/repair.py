"""How often a repair names a line of a wrong program, and how often it is the line that its author edited.

    python -m benchmarks.repair --part 02 --sample 40
    python -m benchmarks.repair --part 02 --pairs 40      # programs with two mistakes (--triples 20: with three)

The programs are core wrong programs of the zoo that are patches of a right program, so that the edited lines are known.
Donors are the right programs; the one that a program is a patch of is left out (`--donors others`), because with it
nearly every patch could simply be undone. `--donors none` shows what the operators find alone, `--donors all` what is
found where somebody else has written nearly the same, `--donors solution` what a class run with `--repair` finds.

    python -m benchmarks.repair --part 02 --class 12      # what that costs for each wrong exercise
"""

import argparse
import contextlib
import functools
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

import torch

from autograder.audit.programs import Program, read_programs, right_definitions
from autograder.course import Course, Exercise, load_course
from autograder.edits.patch import PatchError, numbered_code
from autograder.edits.program_cells import cut_definition
from autograder.execution.prewarm import record_checks
from autograder.intake.parser_process import ParserProcess
from autograder.intake.submission import Submission
from autograder.repair.claims import Claim, claims_of
from autograder.repair.enumeration import CANDIDATES
from autograder.repair.part import PartExplainer
from autograder.repair.search import SearchResult
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import select_level
from benchmarks.drawn_class import drawn_class
from benchmarks.repair_pairs import Composed, composed_programs

DONORS = ("others", "none", "solution", "all")


@dataclass(frozen=True)
class Measured:
    """What a search came to for one program."""

    program: Program
    claims: Sequence[Claim]
    hit: bool  # whether a claim is about an edited line
    among: bool  # whether an edited line is at least one of those where an edit passes
    candidates: int
    seconds: float
    named: frozenset[str]
    refuted: frozenset[str]


def patched_lines(program: Program) -> set[int]:
    """Return the lines of the file that the patch has written; where it only removes, those beside the gap."""
    own = program.source.decode()
    offset = own.count("\n") - program.code.count("\n")
    before, after = numbered_code(program.patched), numbered_code(program.code)
    matcher = SequenceMatcher(None, [line for _, line in before], [line for _, line in after], autojunk=False)
    changed = [item for item in matcher.get_opcodes() if item[0] != "equal"]
    written = {after[place][0] for *_, start, end in changed for place in range(start, end)}
    beside = {after[place][0] for *_, start, _ in changed for place in (start - 1, start) if 0 <= place < len(after)}
    return {offset + number + 1 for number in written or beside}


def chosen(course: Course, part: str, sample: int) -> list[Program]:
    """Return evenly spread programs of a part whose patch is known."""
    found = read_programs(course, [course.assignment(part)])
    patches = [item for item in found if item.kind == "wrong" and item.level == "core" and item.patched]
    every = max(1, len(patches) // sample)
    return patches[::every][:sample]


def donors_of(course: Course, exercise: Exercise, patched: str, which: str) -> tuple[str, ...]:
    """Return the right programs that statements may be taken from; `patched` is the one that was made wrong."""
    if which == "none":
        return ()
    found = right_definitions(course, exercise)
    if which == "solution":
        return found[:1]
    if which == "all":
        return found
    base = _definition_code(patched, exercise.name)
    return tuple(item for item in found if _definition_code(item, exercise.name) != base)


def _definition_code(source: str, name: str) -> list[tuple[int, str]]:
    """Return the code of a definition; all code of a program that only binds the name, to a lambda for example."""
    with contextlib.suppress(PatchError):
        source = cut_definition(source, name)
    return numbered_code(source)


def measure(course: Course, programs: Sequence[Program], which: str, candidates: int) -> Iterator[Measured]:
    """Search the repairs of programs, one after the other."""
    names = {item.exercise.name for item in programs}
    part = course.assignment(programs[0].exercise.assignment)
    needed = {item.name for name in names for item in part.of_file(course.exercise(part.id, name).file)}
    recorded = record_checks([part], exercises=needed)
    with ForkServer(select_level(None), course.limits) as fork_server, ParserProcess() as parser:
        make = functools.partial(PartExplainer, fork_server=fork_server, limits=course.limits, parser=parser)
        for program in programs:
            submission = Submission("zoo", part.id, {program.exercise.file: program.source})
            explainer = make(assignment=part, recorded=recorded, submission=submission)
            donors = donors_of(course, program.exercise, program.patched, which)
            start = time.monotonic()
            found = explainer.explain(program.exercise, donors, candidates)
            claims = claims_of(found)
            patched = patched_lines(program)
            hit = any(claim.line in patched for claim in claims)
            among = hit or any(patched & set(claim.other_lines) for claim in claims)
            seconds = time.monotonic() - start
            named = frozenset(item.name for item in explainer.mistakes(program.exercise))
            refused = explainer.refuted(program.exercise, found)
            yield Measured(program, claims, hit, among, found.tried, seconds, named, refused)


def measure_several(course: Course, programs: Sequence[Composed], which: str, candidates: int, *, show: bool) -> None:
    """Print how often all mistakes of a program are named, or their places found."""
    if not programs:
        print("no such programs: no patches of one right program that do not touch one another")
        return
    part = course.assignment(programs[0].exercise.assignment)
    needed = {item.name for program in programs for item in part.of_file(program.exercise.file)}
    recorded = record_checks([part], exercises=needed)
    named = placed = either = 0
    with ForkServer(select_level(None), course.limits) as fork_server, ParserProcess() as parser:
        make = functools.partial(PartExplainer, fork_server=fork_server, limits=course.limits, parser=parser)
        for program in programs:
            submission = Submission("zoo", part.id, {program.exercise.file: program.source})
            explainer = make(assignment=part, recorded=recorded, submission=submission)
            donors = donors_of(course, program.exercise, program.patched, which)
            found = explainer.explain(program.exercise, donors, candidates)
            lines = {line for claim in claims_of(found) for line in range(claim.line, claim.end_line + 1)}
            names = {item.name for item in explainer.mistakes(program.exercise)}
            has_names, has_places = names >= set(program.names), all(lines & place for place in program.places)
            named, placed, either = named + has_names, placed + has_places, either + (has_names or has_places)
            if show:
                signs = f"{'named' if has_names else '-':6}{'placed' if has_places else '-':7}"
                claimed = ",".join(map(str, sorted(lines))) or "no line"
                wanted = " and ".join(",".join(map(str, sorted(place))) for place in program.places)
                print(f"{signs}{' + '.join(program.keys)} {found.tried} in {found.seconds:.1f} s", end="")
                print("" if has_places else f": {claimed} instead of {wanted}", flush=True)
    count = len(programs)
    print(f"{count} programs: all named {named}, all places {placed}, one of both {either} ({either / count:.0%})")


def search_class(course: Course, part: str, count: int, candidates: int) -> Iterator[SearchResult]:
    """Search the wrong exercises of drawn students as a class run with `--repair` does: the solution is the donor."""
    assignment = course.assignment(part)
    recorded = record_checks([assignment])
    with (
        tempfile.TemporaryDirectory() as folder,
        ForkServer(select_level(None), course.limits) as fork_server,
        ParserProcess() as parser,
    ):
        make = functools.partial(PartExplainer, fork_server=fork_server, limits=course.limits, parser=parser)
        for place in drawn_class(part, count, Path(folder)):
            sources = {file: (place / file).read_bytes() for file in assignment.files}
            submission = Submission(place.parent.name, assignment.id, sources)
            explainer = make(assignment=assignment, recorded=recorded, submission=submission)
            for exercise in assignment.exercises:
                if not explainer.remark(exercise):
                    yield explainer.explain(exercise, donors_of(course, exercise, "", "solution"), candidates)


def report_class(found: Sequence[SearchResult]) -> None:
    """Print how many wrong exercises got a line, and what each cost."""
    lines = sum(bool(item.passing) for item in found)
    print(f"{len(found)} wrong exercises of the drawn class, a line for {lines}")
    if found:
        seconds, tried = [item.seconds for item in found], [item.tried for item in found]
        print(
            f"seconds: median {statistics.median(seconds):.1f}, worst {max(seconds):.1f}; "
            f"programs tried: median {statistics.median(tried):.0f}, worst {max(tried)}"
        )


def report(measured: Sequence[Measured]) -> None:
    """Print how often a line is found, how often it is the patched one, and what that cost."""
    named = [item for item in measured if item.claims]
    hits = sum(item.hit for item in named)
    print(f"{len(measured)} programs: a line for {len(named)} ({len(named) / len(measured):.0%})", end="")
    among = sum(item.among for item in named)
    print(f", of these the patched line {hits} ({hits / max(1, len(named)):.0%}), or among others {among}")
    for item in measured:
        if item.refuted:
            lines = ", ".join(str(claim.line) for claim in item.claims)
            print(f"disagrees: {item.program.name}: named {', '.join(sorted(item.refuted))}, mended in line {lines}")
    both = [item for item in named if item.named]
    print(f"a name and a line: {len(both)}, of these in agreement {sum(not item.refuted for item in both)}")
    for title, group in (("all", measured), ("with a line", named), ("without", [i for i in measured if not i.claims])):
        if group:
            seconds, tried = [item.seconds for item in group], [item.candidates for item in group]
            print(
                f"{title:12} seconds: median {statistics.median(seconds):.1f}, worst {max(seconds):.1f}; "
                f"programs tried: median {statistics.median(tried):.0f}, worst {max(tried)}"
            )


def show_class(course: Course, options: argparse.Namespace) -> None:
    """Measure drawn students, and print."""
    found = []
    for item in search_class(course, options.part, options.students, options.candidates):
        found.append(item)
        if options.show:
            print(f"{len(item.passing)} edits pass, {item.tried} in {item.seconds:.1f} s", flush=True)
    report_class(found)


def show_singles(course: Course, options: argparse.Namespace) -> None:
    """Measure programs with one mistake, and print."""
    measured = []
    for item in measure(course, chosen(course, options.part, options.sample), options.donors, options.candidates):
        measured.append(item)
        if options.show:
            places = ", ".join(f"{claim.line} ({claim.kind or 'several kinds'})" for claim in item.claims)
            sign = "hit" if item.hit else "other" if item.claims else "-"
            print(f"{sign:6}{item.program.key}: {places} {item.candidates} in {item.seconds:.1f} s", flush=True)
    report(measured)


def show_several(course: Course, options: argparse.Namespace) -> None:
    """Measure programs with two and with three mistakes, and print."""
    for count, size in ((options.pairs, 2), (options.triples, 3)):
        if count is not None:
            programs = composed_programs(course, options.part, count, size, options.draw)
            measure_several(course, programs, options.donors, options.candidates, show=options.show)


def read_options() -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--part", default="02", metavar="NN")
    parser.add_argument("--sample", type=int, default=40, metavar="N")
    parser.add_argument("--donors", choices=DONORS, default=DONORS[0])
    parser.add_argument("--candidates", type=int, default=CANDIDATES, metavar="N")
    parser.add_argument("--show", action="store_true", help="print each program")
    parser.add_argument("--pairs", type=int, metavar="N", help="measure N programs with two mistakes")
    parser.add_argument("--triples", type=int, metavar="N", help="measure N programs with three mistakes")
    parser.add_argument("--class", type=int, metavar="N", dest="students", help="measure N drawn students")
    parser.add_argument("--draw", type=int, default=0, metavar="N", help="another number draws other pairs and triples")
    return parser.parse_args()


def main() -> None:
    """Measure and print."""
    options = read_options()
    torch.set_num_threads(1)
    course = load_course()
    if options.students is not None:
        show_class(course, options)
    elif options.pairs is not None or options.triples is not None:
        show_several(course, options)
    else:
        show_singles(course, options)


if __name__ == "__main__":
    main()
