"""results.json: written before anything can fail, and again whenever more is graded."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from autograder.course import Assignment
from autograder.exports.gradescope import gradescope_results
from autograder.platforms.gradescope.attempt_limits import AttemptStatus
from autograder.platforms.gradescope.metadata import SubmissionMetadata
from autograder.results.files import write_text
from autograder.results.model import Json, json_text
from autograder.results.point_sums import shortest_number, sum_points

STARTED = "Grading has begun. If this is all you see, it was stopped; hand in again or ask your instructor."
STOPPED = (
    "**The time that the platform gives was used up.** What was graded until then is shown; the rest counts 0. Look "
    "for a loop that does not end."
)
UNFINISHED = "**Not everything is graded yet.**"
BROKEN = "**This submission could not be graded.** It is not your fault; your instructor can see why."
NOTHING: Json = {"assignment": "", "score": 0, "max_score": 0, "exercises": [], "submission": {"notes": []}}


@dataclass
class ResultsFile:
    """The file that the platform shows, with the results of one submission so far."""

    path: Path
    visibility: str
    metadata: SubmissionMetadata = field(default_factory=SubmissionMetadata)
    results: list[Json] = field(default_factory=list)  # in order of the course; the last may lack some of its files
    attempt: AttemptStatus | None = None  # None if the course limits no attempts
    waiting: list[tuple[Assignment, str]] = field(default_factory=list)  # files that are not graded yet

    def write(self, remark: str = "") -> None:
        """Write the file; a reader sees either the old one or the new one."""
        write_text(self.path, json_text(self.content(remark)))

    def write_refusal(self) -> None:
        """Write that the attempt is not graded; the score is that of the attempt before, with the points of it."""
        assert self.attempt is not None
        earlier = self.metadata.earlier[-1]
        repeated = {"sha256": list(earlier.sha256), "exercises": earlier.exercises, "complete": True}
        content = gradescope_results(NOTHING, self.visibility) | {
            "score": shortest_number(self.attempt.stands or 0.0),
            "output": self.attempt.line,
            "tests": [],
            "extra_data": self._extra_data() | repeated | {"counted": False},
        }
        write_text(self.path, json_text(content))

    def content(self, remark: str = "") -> Json:
        """Return the content of the file, with the score of what was graded.

        Args:
            remark: the first text that the student reads, in Markdown.
        """
        parts = [gradescope_results(result, self.visibility) for result in self.results]
        tests = [test for place, part in enumerate(parts, start=1) for test in self._numbered(part["tests"], place)]
        unfinished = UNFINISHED if self.results and self.waiting and not remark else ""
        attempt = self.attempt.line if self.attempt else ""
        texts = [remark or unfinished, attempt, *self._history(), *(part["output"] for part in parts)]
        frame = gradescope_results(NOTHING, self.visibility)
        return frame | {
            "score": shortest_number(sum_points(part["score"] for part in parts)),
            "output": "\n\n".join(filter(None, texts)),
            "tests": tests + [self._pending(assignment, file) for assignment, file in self.waiting],
            "extra_data": self._extra_data(),
        }

    def _numbered(self, tests: Sequence[Json], place: int) -> list[Json]:
        """Put the number of the assignment before those of its exercises, if there are several assignments."""
        several = len({r["assignment"] for r in self.results} | {item.id for item, _ in self.waiting}) > 1
        return [test | {"number": f"{place}.{test['number']}"} if several else test for test in tests]

    def _pending(self, assignment: Assignment, file: str) -> Json:
        points = shortest_number(sum_points(exercise.points for exercise in assignment.of_file(file)))
        return {
            "name": f"{assignment.id}/{file}",
            "score": 0,
            "max_score": points,
            "status": "failed",
            "output": "not graded yet",
            "visibility": self.visibility,
        }

    def _extra_data(self) -> Json:
        graders = [result["grader"] for result in self.results[:1]]
        return {
            "submission": self.metadata.submission,
            "students": list(self.metadata.users),
            "grader": graders[0] if graders else {},
            "isolation": self.results[0]["isolation"] if self.results else "",
            "sha256": self._hashes(),
            "exercises": self._scores(),
            "complete": bool(self.results) and not self.waiting,
        } | ({"counted": True} if self.attempt else {})

    def _hashes(self) -> list[str]:
        return [result["submission"]["sha256"] for result in self.results]

    def _scores(self) -> dict[str, float]:
        several = len(self.results) > 1
        return {
            f"{result['assignment']}.{item['name']}" if several else item["name"]: item["score"]
            for result in self.results
            for item in result["exercises"]
            if item["score"] is not None
        }

    def _history(self) -> list[str]:
        """Once everything is graded, return the number of the submission and what changed since the previous one."""
        earlier = self.metadata.earlier
        if not earlier or self.waiting:
            return []
        best = max(submission.score for submission in earlier)
        lines = [f"Submission {len(earlier) + 1}; the best before it had {best:g} points."]
        last, scores = earlier[-1], self._scores()
        if last.sha256 and list(last.sha256) == self._hashes():
            return [*lines, "The files are those of the submission before."]
        changed = [name for name in scores if name in last.exercises and last.exercises[name] != scores[name]]
        lines += [f"- `{name}`: {last.exercises[name]:g} → {scores[name]:g} points" for name in changed]
        return ["\n".join([lines[0], "", *lines[1:]]).rstrip()]
