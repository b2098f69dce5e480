"""How a check failed, in fields, from the assertion to the page; and the only place that makes a sentence of them.

Nothing takes a sentence apart. What an assertion says of a call arrives in pieces, every second of which differs from
call to call: sizes, counts, indices. A check author's own sentence is told as it is.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from autograder.wording import SURFACED

VALUES = "values"  # numbers are wrong, and the record says no more than how many
NOT_FINITE = "not finite"
RAISED = "raised"  # the call ended with an exception
UNDEFINED = "undefined"  # the definition is missing
REFUSED_FILE = "refused file"
LEFT_OUT = "[text left out]"  # in place of a student's text that is not published
INFINITE = "infinite"


class SurfacedError(msgspec.Struct, frozen=True, omit_defaults=True):
    """An exception that student code raised; all texts are the student's.

    Attributes:
        type: the name of its class; empty if only its place is known.
        text: what it says.
        file: where it surfaced; empty if that is not known, as are `line` and `code`.
        line: the line there.
        code: the text of that line.
        shapes: of the tensors in that line, if the exception is about shapes.
    """

    type: str = ""
    text: str = ""
    file: str = ""
    line: int = 0
    code: str = ""
    shapes: str = ""

    @property
    def words(self) -> str:
        """Its type and its text."""
        return f"{self.type}: {self.text}" if self.text else f"{self.type}"

    @property
    def place_words(self) -> str:
        """Where it surfaced, as the end of a sentence; empty if that is not known."""
        return f"{SURFACED}{self.file} line {self.line}: {self.code}" if self.file else ""

    @property
    def shapes_words(self) -> str:
        """The shapes in that line, as the end of a sentence."""
        return f"; shapes there: {self.shapes}" if self.shapes else ""

    def limited(self, publish: Callable[[str], str]) -> "SurfacedError":
        """Return it with all texts as they are published."""
        texts = {name: publish(f"{getattr(self, name)}") for name in ("type", "text", "file", "code", "shapes")}
        return msgspec.structs.replace(self, **texts)


class Counts(msgspec.Struct, frozen=True, omit_defaults=True):
    """How many numbers of a result are wrong.

    Attributes:
        wrong: how many are.
        of: how many there are.
        what: what they are: `wrong`, `NaN`, `infinite`.
        first: the indices of the first one, if there are several numbers and not all are wrong.
        largest: the largest difference in words, or `INFINITE`; empty where it says nothing.
        got: the number, if there is only one.
    """

    wrong: int
    of: int
    what: str = "wrong"
    first: tuple[int, ...] = ()
    largest: str = ""
    got: str = ""

    def words(self, *, first: bool = True, largest: bool = True) -> str:
        """Return the counts as the end of a sentence, of several numbers with the first and how far off if wanted."""
        verb = "is" if self.wrong == 1 else "are"
        told = f"{self.wrong} of {self.of} values {verb} {self.what}"
        if self.of == 1:
            told = f"the only number is {self.what}"
        elif self.wrong == self.of:
            told = f"all {self.of} values are {self.what}"
        place = f", first at {list(self.first)}" if first and self.first else ""
        own = f": {self.got}" if self.got else ""
        far = self._how_far() if largest or self.of == 1 or self.largest == INFINITE else ""
        return f"{told}{place}{own}{far}"

    def _how_far(self) -> str:
        if self.largest == INFINITE:
            return ", one of two numbers being infinite"
        word = "difference" if self.of == 1 else "largest difference"
        return f", {word} {self.largest}" if self.largest else ""


class Failure(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a check failed.

    Attributes:
        kind: `VALUES`, `NOT_FINITE`, `RAISED`, `UNDEFINED` or `REFUSED_FILE`; empty for anything else.
        condition: under which the call was made, such as the student's own sizes.
        call: the call that the sentence begins with; empty if it does not.
        which: which of several calls it is, in words; empty if it is the only one.
        is_subject: whether that call is the subject of the sentence; else it is told before it.
        sentence: what is said of the call, in pieces: every second one differs from call to call.
        part: which part of the result it is about, or that it is a gradient; empty for the whole result.
        is_gradient: whether that part is a gradient.
        counts: how many numbers are wrong, where some are.
        exception: what the call raised, whether that is the failure (`RAISED`) or not.
        remark: the end of the sentence: the expected number of a small example, the assertion, why a file was refused.
    """

    kind: str = ""
    condition: str = ""
    call: str = ""
    which: str = ""
    is_subject: bool = False
    sentence: tuple[str, ...] = ()
    part: str = ""
    is_gradient: bool = False
    counts: Counts | None = None
    exception: SurfacedError | None = None
    remark: str = ""

    @property
    def crash(self) -> SurfacedError | None:
        """The exception, if it is the failure."""
        return self.exception if self.kind == RAISED else None

    @property
    def called(self) -> str:
        """How the sentence begins: of a crash, which call ended with it."""
        condition = f"{self.condition}: " if self.condition else ""
        between = ": " if self.call and not self.is_subject else ""
        return f"{condition}{self.call}{self.which}{between}{''.join(self.sentence)}"

    @property
    def is_told_apart(self) -> bool:
        """Whether the call may be told apart from what is said of it."""
        return bool(self.call) and not (self.is_subject or self.condition or self.which)

    @property
    def said(self) -> str:
        """What is said of a call that is told apart."""
        return f"{''.join(self.sentence)}{self.counts.words() if self.counts else ''}{self.remark}"

    def words(self, *, place: bool = True, first: bool = True, largest: bool = True) -> str:
        """Return the failure in one sentence.

        Args:
            place: whether to tell where an exception surfaced.
            first: whether to tell the indices of the first wrong number.
            largest: whether to tell the largest of several differences, if that is a number.
        """
        told = self.called
        if self.crash is not None:
            told += f" raised {self.crash.words}{self.crash.place_words if place else ''}{self.crash.shapes_words}"
        if self.counts is not None:
            told += self.counts.words(first=first, largest=largest)
        return f"{told}{self.remark}"

    @property
    def only_counts(self) -> bool:
        """Whether it says no more than how many values are wrong."""
        return self.kind == VALUES and not (self.condition or self.is_subject)

    @property
    def finding(self) -> tuple[Any, ...]:
        """What two checks have in common that found the same: it is told once, and a second hint would mislead.

        That is what is said without what differs from call to call; of a crash, its type and its line.
        """
        if self.crash is not None:
            return (self.kind, self.crash.type, self.crash.file, self.crash.line)
        if self.only_counts:
            return (self.kind,)
        what = self.counts.what if self.counts else ""
        return (self.kind, self.condition, self.is_subject, what, *self.sentence[::2])

    @property
    def is_cut(self) -> bool:
        """Whether a text of an exception is left out."""
        error = self.exception
        return error is not None and LEFT_OUT in (error.type, error.text, error.code, error.shapes)

    @classmethod
    def of(cls, check: Mapping[str, Any]) -> "Failure":
        """Return that of a check in result.json; of a message without fields, that is the whole sentence."""
        return msgspec.convert(check["failure"], cls) if "failure" in check else cls(sentence=(check["message"],))

    def limited(self, publish: Callable[[str], str]) -> "Failure":
        """Return it with all texts as they are published."""
        return msgspec.structs.replace(
            self,
            call=publish(self.call),
            sentence=tuple(map(publish, self.sentence)),
            part=publish(self.part),
            exception=self.exception.limited(publish) if self.exception else None,
            remark=publish(self.remark),
        )
