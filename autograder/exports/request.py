"""What every export format receives."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from autograder.course import Course
from autograder.exports.graded import ExportError, Graded, is_written, points
from autograder.exports.people import Names
from autograder.exports.sheet import Sheet
from autograder.results.model import Json


@dataclass(frozen=True)
class ExportRequest:
    """The results, the file that the platform exported (if any), and how to match the two."""

    graded: Graded
    course: Course
    sheet: Sheet | None = None
    names: Names = field(default_factory=dict)  # further names of students, from the roster
    columns: Mapping[str, str] = field(default_factory=dict)  # of assignments, named by --column
    zeros: bool = False  # 0 for what was not handed in, in place of an empty cell
    scale: bool = False

    def cell(self, result: Json | None, maximum: str = "") -> str:
        """What is written for a result: its score out of the platform's maximum; empty where there is none.

        Raises:
            ExportError: the maxima differ and scores are not to be scaled.
        """
        if result is None or not is_written(result, zeros=self.zeros):
            return ""
        return f"{points(result, self._maximum(result, maximum)):g}"

    def _maximum(self, result: Json, given: str) -> float | None:
        try:
            maximum = float(given.replace(",", "."))
        except ValueError:
            return None
        if maximum != result["max_score"] and not self.scale:
            text = f"{result['assignment']} is worth {result['max_score']:g} here and {maximum:g} in the file"
            raise ExportError(f"{text}; change it there, or say --scale")
        return maximum
