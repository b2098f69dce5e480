"""A handout for each student: the same for all but the sizes in the texts of derivations."""

from collections.abc import Iterator, Mapping, Sequence

from autograder.channels.handout.contents import Contents
from autograder.channels.handout.place import zipped
from autograder.course import Course
from autograder.results.places import folder_names
from autograder.variants.draw import sizes_of
from autograder.variants.words import filled


class Handouts(Mapping[str, bytes]):
    """A zip for each student, by its name; made when it is asked for, so that a large class takes no memory.

    The id of a student is the name of the zip (or begins it, where two ids differ in case alone), and is nowhere in it.
    """

    def __init__(self, files: Contents, course: Course, top: str, students: Sequence[str], secret: bytes) -> None:
        self._files = files  # with slots
        self._course = course
        self._top = top
        names = folder_names(students)
        self._students = {f"{names[student]}.zip": student for student in students}
        self._secret = secret

    def __iter__(self) -> Iterator[str]:
        return iter(self._students)

    def __len__(self) -> int:
        return len(self._students)

    def __getitem__(self, name: str) -> bytes:
        return zipped(self._files_of(self._students[name]), self._top)

    def _files_of(self, student: str) -> Contents:
        files = dict(self._files)
        for assignment in self._course:
            sizes = sizes_of(self._secret, student, assignment)
            for name in files if sizes else ():
                if name.startswith(f"assignments/{assignment.id}/"):
                    files[name] = filled(files[name], sizes, assignment)
        return files
