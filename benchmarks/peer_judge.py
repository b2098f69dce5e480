"""The ways of `peer_process.py` that have our judge and no wall: arithmetic alone, and all of the judge."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from autograder.checking.runner import PassCache, run_checks
from autograder.checking.shrinking import ShrinkCache
from autograder.course import load_course
from autograder.diagnosis.edited_answers import FirstAnswers
from autograder.execution.prewarm import RecordedChecks, record_checks
from autograder.execution.worker import collect_less_garbage
from autograder.grading.exercise import examine_safely, is_explicable, traits_safely
from autograder.grading.named_mistakes import JudgedSubmission, match_rubric
from autograder.sandbox.guest import wire
from autograder.sandbox.guest.loading import LoadedSubmission
from autograder.sandbox.host.in_process import TrustedNames, encoded_response
from autograder.sandbox.host.target import CallRequest, CallResponse, LazyResponse, NoResponse, frame_of


class NoWall(TrustedNames):
    """Responses as they come from a worker, for the caches of the judge."""

    def ask(self, requests: Sequence[CallRequest]) -> list[CallResponse | NoResponse]:
        """Return one response for each request, decoded when it is first used."""
        return [self._ask(request) for request in requests]

    def _ask(self, request: CallRequest) -> LazyResponse:
        return encoded_response(self.execute(wire.decode_frame(frame_of(request))))


def bare(part: str, folders: Sequence[Path], _: int) -> Iterator[tuple[Path, list[str]]]:
    """Execute all requests; nothing is judged, so nothing is passed."""
    recorded = record_checks([load_course().assignment(part)])
    requests = {name: _requests(recorded, part, name) for _, name in recorded}
    yield folders[0], []
    for folder in folders:
        for name, target in _targets(part, folder):
            for frame in requests[name]:
                target.execute(wire.decode_frame(frame))
        yield folder, []


def _requests(recorded: RecordedChecks, part: str, name: str) -> list[bytes]:
    frames = {request.frame for check in recorded[part, name] for request in check.requests}
    return sorted(frames)


def judge(part: str, folders: Sequence[Path], _: int) -> Iterator[tuple[Path, list[str]]]:
    """Judge and price mistakes as the grader does, but each exercise once: nothing is tried again with a substitute."""
    recorded = record_checks([load_course().assignment(part)])
    passed, shrunk, rubric = PassCache(), ShrinkCache(), load_course().rubric
    collect_less_garbage()
    yield folders[0], []
    for folder in folders:
        right = []
        for name, target in _targets(part, folder):
            checks, answered = recorded[part, name], FirstAnswers(target)
            findings = tuple(run_checks(checks, answered, pass_cache=passed, shrink_cache=shrunk))
            if all(finding.failure is None for finding in findings):
                right.append(name)
            elif is_explicable(findings):
                exercise = load_course().exercise(part, name)
                examined = examine_safely(exercise, target, findings)
                judged = JudgedSubmission(exercise, checks, findings, answered.answers, examined.edits, passed)
                match_rubric(rubric, judged)
                if not examined.says_why:
                    traits_safely(judged, target)
        yield folder, right


def _targets(part: str, folder: Path) -> Iterator[tuple[str, NoWall]]:
    """Yield the exercises of a submission; each file is loaded once."""
    sources = {path.name: path.read_bytes() for path in sorted(folder.glob("*.py"))}
    submission = LoadedSubmission(sources, definitions_only=False)
    assignment = load_course().assignment(part)
    for file in (file for file in assignment.files if file in sources):
        target = NoWall(submission.load(file).__dict__, sources)
        for exercise in assignment.of_file(file):
            yield exercise.name, target
