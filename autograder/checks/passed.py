"""Answers that passed: what was judged right to the last bit is right again, for whoever gives it.

Most students' right programs give one of a few answers. A case is judged by nothing but its answers, so the second
time they need not be opened. Only what passed is kept: what is wrong is looked at again, since there is more to ask.
"""

import hashlib
from collections.abc import Sequence
from weakref import WeakKeyDictionary

from autograder.checks.rehearsal import Case
from autograder.sandbox.examinee import Lost, Report
from autograder.sandbox.sealed import Sealed

MOST = 40_000  # digests, some 8 MB; then all are forgotten, so that memory does not grow with the class
Answers = Sequence[Report | Lost]


class Passed:
    """For each case the digests of the answers that it passed.

    One of these belongs to one set of checks: a case does not say which function judges it.
    """

    def __init__(self, most: int = MOST) -> None:
        self._cases: WeakKeyDictionary[Case, set[bytes]] = WeakKeyDictionary()
        self._known: set[bytes] = set()
        self._most = most
        self._count = 0

    def __contains__(self, digest: object) -> bool:
        """Whether an answer of this digest is part of what passed: it was open then."""
        return digest in self._known

    def holds(self, case: Case, answers: Answers) -> bool:
        """Whether the case passed with these very answers before."""
        digest = _digest(answers)
        return digest is not None and digest in self._cases.get(case, ())

    def add(self, case: Case, answers: Answers) -> None:
        """The case has passed with these answers, and asked nothing else."""
        digest = _digest(answers)
        if digest is None:
            return
        self._count += 1 + len(answers)
        if self._count > self._most:
            self._forget(1 + len(answers))
        self._cases.setdefault(case, set()).add(digest)
        self._known |= {report.digest for report in answers if isinstance(report, Sealed)}

    def _forget(self, count: int) -> None:
        self._cases.clear()
        self._known.clear()
        self._count = count


def _digest(answers: Answers) -> bytes | None:
    """Of all answers together; None where one did not arrive behind the wall, or at all."""
    digests = [report.digest for report in answers if isinstance(report, Sealed)]
    return hashlib.sha256(b"".join(digests)).digest() if len(digests) == len(answers) else None
