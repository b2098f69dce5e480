"""One run over a class, from submissions to files and the table at the end."""

import contextlib
import time
from collections.abc import Generator, Iterator
from pathlib import Path

from autograder.classroom.agenda import Agenda, key_of
from autograder.classroom.cache_key import cache_key
from autograder.classroom.progress import Teller
from autograder.classroom.publish import Publisher
from autograder.classroom.run import Crew, grade_class
from autograder.classroom.write import write_class
from autograder.course import Course
from autograder.results.brief import brief
from autograder.results.model import Json, Result, Ungraded
from autograder.results.store import Key, Store


class ClassSession:
    """Grades what is to be graded, keeps it, writes and tells."""

    def __init__(self, course: Course, out: Path, store: Store, agenda: Agenda, teller: Teller) -> None:
        self._course = course
        self._out = out
        self._store = store
        self._agenda = agenda
        self._teller = teller
        self._cache_keys = {key_of(item): cache_key(item, agenda.environment) for item in agenda.todo}
        self.ungraded: list[Ungraded] = []
        self.needs_person = False  # an exercise could not be graded here, whether or not an earlier result stays
        self.done = 0

    def grade(self, crew: Crew | None, start: float) -> None:
        """Grade into the folder of results; what is known already is only seen to."""
        self._begin("grade")
        jobs = crew.processes if crew else 0
        students = {item.student for item in self._agenda.intake.submissions}
        publisher = Publisher(self._out, self._course, self._store, students)
        held = set(self._agenda.held)
        results: list[Json] = []
        for key, grading in self._agenda.known.items():
            with self._writing(key):
                results.append(publisher.publish(key, grading, held=key in held))
        with contextlib.closing(self._verdicts(crew)) as verdicts:
            for result in verdicts:
                key = (result["student"], result["assignment"])
                with self._writing(key):
                    results.append(publisher.add(self._cache_keys[key], result))
                    self.done += 1
                    self._teller.graded(results[-1])
        self._teller.pause()
        if publisher.moved:
            told = "scores moved though the same files were handed in; the class page names them"
            self._teller.say(f"{publisher.moved} {told} (autograder regrade shows them before they are written)")
        for student, assignment in sorted(publisher.kept):
            self._teller.say(f"{student}, {assignment}: could not be graded here; the earlier result stays")
        self.needs_person = bool(publisher.kept) or any(result["score"] is None for result in results)
        self._finish(results, start, jobs)

    def collect(self, crew: Crew | None) -> dict[Key, int]:
        """Grade into the store alone; the number of everybody's grading."""
        self._begin("regrade")
        gradings = dict(self._agenda.known)
        with contextlib.closing(self._verdicts(crew)) as verdicts:
            for result in verdicts:
                key = (result["student"], result["assignment"])
                gradings[key] = self._store.add(self._cache_keys[key], result)
                self.done += 1
                self._teller.graded(brief(result))
        self._teller.pause()
        return gradings

    def _begin(self, command: str) -> None:
        agenda = self._agenda
        self._store.begin(command, agenda.environment.to_json())
        self._teller.say(f"isolation: {agenda.environment.level}")
        for line in (*agenda.intake.left_aside, *self._strangers()):
            self._teller.say(line)
        self._teller.begin([key_of(item) for item in agenda.todo], len(agenda.known))

    def _strangers(self) -> list[str]:
        """A name that is written otherwise in the rules would cost a student the extension without a word."""
        names = {item.student for item in self._agenda.intake.submissions}
        strange = sorted({student for student, _ in self._course.policies.extensions} - names)
        return [f"policies.extension of {student}: nobody in this class is called so" for student in strange]

    def _verdicts(self, crew: Crew | None) -> Generator[Json, None, None]:
        """Results as they come; what has no verdict is told and put aside."""
        if crew is None:
            return
        with contextlib.closing(grade_class(crew, self._agenda.todo)) as stream:
            for item in stream:
                if isinstance(item, Result):
                    yield item.to_json()
                else:
                    self._leave(item)

    def _leave(self, item: Ungraded) -> None:
        self.ungraded.append(item)
        self._teller.ungraded(item)

    @contextlib.contextmanager
    def _writing(self, key: Key) -> Iterator[None]:
        """What cannot be written (a full disk, a file in its place) leaves the others alone."""
        try:
            yield
        except OSError as error:
            self._leave(Ungraded(*key, f"its result cannot be written: {error.strerror}"))

    def _finish(self, results: list[Json], start: float, jobs: int) -> None:
        agenda, seconds = self._agenda, time.monotonic() - start
        results.sort(key=lambda result: (result["student"], result["assignment"]))
        figures = {"seconds": round(seconds, 2), "graded": self.done, "submissions": len(results)}
        run = figures | {"jobs": jobs}
        write_class(self._out, results, self.ungraded, run, self._course, moves=self._store.moves())
        for student, assignment in agenda.held:
            self._teller.say(f"kept by a regrade: {student}, {assignment} (autograder regrade --allow-lower)")
        before = f", {len(agenda.known)} were already," if agenda.known else ""
        absent = sum(not (item.sources or item.refused) for item in agenda.todo)
        self._teller.table(results, self.ungraded)
        graded = f"{max(0, self.done - absent)} submissions graded{before} in {seconds:.1f} s"
        summary = f"{graded}{f', {absent} not handed in' if absent else ''}; results in {self._out}"
        self._teller.end(summary, figures | {"ungraded": len(self.ungraded)})
