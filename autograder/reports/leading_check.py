"""Which failed checks of an exercise are told in full: one for the reason, and one for the example."""

import functools
import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from autograder.results.failure import Failure, SurfacedError
from autograder.results.model import Json
from autograder.results.rubric import RUBRIC
from autograder.wording import EARLIER_CALLS, counted, line_words, more_checks_pass

SAYS_LITTLE = ("a change here", "with a change of")  # in a sentence about a proved place
PLAIN_WORD = re.compile(r"[a-z]+[ ,]")  # at the beginning of a sentence, which gets a capital letter
FORGIVEN = ("wrong values", "not finite")  # a core check that fails so is not held against checks of robustness


@dataclass(frozen=True)
class ToldReason:
    """What is known of one mistake, or of all together.

    Attributes:
        texts: what the mistakes are; empty if none has a name and nothing is known of the wrong results.
        whys: why they are mistakes, and which way to mend them; told below the texts, else below the places.
        places: where they are, as in `FailedExercise`.
    """

    texts: list[str]
    whys: list[str]
    places: list[Json]

    @property
    def whys_above(self) -> list[str]:
        """What is told between the texts and the places."""
        return self.whys if self.texts else []

    @property
    def whys_below(self) -> list[str]:
        """What is told below the places."""
        return [] if self.texts else self.whys


@dataclass(frozen=True)
class FailedExercise:
    """The checks of an exercise that is not right.

    Attributes:
        leading: the failed check that says why: the one with a named mistake, or else the one that the exercise has its
            outcome from.
        example: the failed check whose example is shown: of those that fail like the leading one, the one with a call
            that was made to be read; else the first that shows the expected numbers; else the first with a small
            example; else the leading one.
        failed: all checks that failed, in the order of the exercise.
        passed: the checks that passed.
        places: where the mistakes are, if that is known: with `line` and `around`; `sentence` says what was proved.
        traits: what the wrong answers have in common, in sentences, if no mistake is named.
        look_at: where to look if no place is proved; its `sentence` says what was seen there.
        file: that of the exercise.
        beside: the ids of failed checks that the mistakes of a rubric do not explain.
    """

    leading: Json
    example: Json
    failed: tuple[Json, ...]
    passed: tuple[Json, ...]
    places: tuple[Json, ...] = ()
    traits: tuple[str, ...] = ()
    look_at: tuple[Json, ...] = ()
    file: str = ""
    beside: tuple[str, ...] = ()

    @property
    def shown_places(self) -> tuple[Json, ...]:
        """The places whose code is shown."""
        return self.places or self.look_at

    @property
    def mistakes(self) -> list[str]:
        """The mistakes that are named, in words: by the leading check, and by those that show the places."""
        showing = [check for check in self.failed if check["id"] in self._showing]
        return list(dict.fromkeys(text for check in (self.leading, *showing) for text in _reasons(check)))

    @property
    def reason(self) -> list[str]:
        """What is told first: the named mistakes; else how all wrong results differ, unless a line says more.

        That earlier calls are the cause says more than any line.
        """
        if self.mistakes:
            return [f"Looks like: {text}" for text in self.mistakes]
        if EARLIER_CALLS in self.traits:
            return [f"{EARLIER_CALLS}."]
        return [] if self.leads_with_place else [f"{text}." for text in self.traits if not _is_pattern(text)]

    @property
    def further_traits(self) -> list[str]:
        """What is told later of the wrong results: nothing beside a proved line, which says more.

        Beside a line where something was seen, it is not told for which arguments they are wrong.
        """
        traits = [trait for trait in self.traits if not (self.places or (self.look_at and _is_pattern(trait)))]
        return [text for text in (f"{trait}." for trait in traits) if text not in self.reason]

    @property
    def told_reasons(self) -> list[ToldReason]:
        """The reasons, each with its places: one mistake after the other if it is known which is where."""
        named = [(self._mistake_at(place), place) for place in self.places]
        if named and self.mistakes and all(text in ("", *self.mistakes) for text, _ in named):
            told = [
                ToldReason([f"Looks like: {text}"], self._whys([text]), [place for at, place in named if at == text])
                for text in self.mistakes
            ]
            unnamed = [place for text, place in named if not text]
            return [*told, *(ToldReason([], _whys_of([place]), [place]) for place in unnamed)]
        if len(self.mistakes) > 1:
            told = [ToldReason([f"Looks like: {text}"], self._whys([text]), []) for text in self.mistakes]
            return [*told, ToldReason([], [], list(self.shown_places))]
        if self.mistakes or len(self.shown_places) == 1:
            whys = self._whys(self.mistakes) if self.mistakes else _whys_of(self.shown_places)
            return [ToldReason(self.reason, whys, list(self.shown_places))]
        places = [ToldReason([], _whys_of([place]), [place]) for place in self.shown_places]
        return [ToldReason(self.reason, [], []), *places] if self.reason else places

    def _whys(self, mistakes: Sequence[str]) -> list[str]:
        """Return what is said beside the names of these mistakes."""
        said = {item["text"]: item["why"] for check in self.failed for item in check["diagnosis"] if "why" in item}
        return [said[text] for text in mistakes if text in said]

    def _mistake_at(self, place: Json) -> str:
        """Return the named mistake at a place; empty if it has no name."""
        shown_by = next((check for check in self.failed if check["id"] == place.get("check")), None)
        return str(place["text"]) if "text" in place else next(iter(_reasons(shown_by) if shown_by else ()), "")

    def mistakes_of(self, check: Json) -> list[str]:
        """Return the mistakes that a failed check names and that are not told first."""
        return [text for text in _reasons(check) if text not in self.mistakes]

    @functools.cached_property
    def first(self) -> Json:
        """The failed check whose message comes first: the leading one, unless the example shows the same."""
        return self.example if _found_the_same(self.leading, self.example) else self.leading

    @property
    def headline(self) -> str:
        """What is told first where no reason is known.

        It is the only place if more is known of it than that the mistake is there, the exception, or else the message
        of the check. A call with which that begins is told below it.
        """
        if self.leads_with_place:
            return _as_sentence(self.shown_places[0]["sentence"])
        failure = Failure.of(self.first)
        if failure.crash:
            return failure.crash.words
        return _as_sentence(failure.said) if failure.is_told_apart else str(self.first["message"])

    @property
    def below_headline(self) -> str:
        """What is told below it: which call raised the exception, and where; or which call is wrong."""
        if self.leads_with_place:
            return self.message_of(self.first)
        failure = Failure.of(self.first)
        if failure.crash:
            place = "" if self._is_shown(failure.crash) else failure.crash.place_words
            return f"{failure.called} raises it{place}{failure.crash.shapes_words}"
        return f"In the call {failure.call}" if failure.is_told_apart else ""

    @property
    def leads_with_place(self) -> bool:
        """Whether the only place is told first: the change that makes all checks pass, or what was seen there."""
        told_otherwise = self.mistakes or EARLIER_CALLS in self.traits or Failure.of(self.first).crash
        if told_otherwise or len(self.shown_places) != 1:
            return False
        (place,) = self.shown_places
        return not place.get("more_checks") and not any(words in place["sentence"] for words in SAYS_LITTLE)

    def message_of(self, check: Json) -> str:
        """Return the message of a check, without what is shown anyway or says nothing beside what is known."""
        failure = Failure.of(check)
        return failure.words(
            place=failure.crash is None or not self._is_shown(failure.crash),
            first=not check["evidence"],
            largest=not (self.mistakes or self.places),
        )

    def _is_shown(self, error: SurfacedError) -> bool:
        """Whether the line where an exception surfaced is shown with its code."""
        shown = {number for item in self.shown_places for number, *_ in around_lines(item)}
        return error.file == self.file and error.line in shown

    @property
    def others(self) -> list[Json]:
        """The failed checks that found something else than those of the reason and of the example."""
        told = [self.example] if self.mistakes else [self.first, self.example]
        return [check for check in self.failed if not _is_in(check, [*told, *self.repeated])]

    @property
    def opens_others(self) -> bool:
        """Whether the other failed checks are open at once: not where a reason is known and all fail like it."""
        if not self.mistakes and not self.places:
            return True
        return any(
            check["outcome"] != self.first["outcome"] or Failure.of(check).counts is None for check in self.others
        )

    @functools.cached_property
    def repeated(self) -> list[Json]:
        """The failed checks that found the same as one before them, and have nothing of their own to say.

        The leading one is among them if the example shows the same: its mistakes and its hint are told above.
        """
        told: list[Json] = [self.first, self.example, *(check for check in self.failed if check["id"] in self.beside)]
        if self.is_explained:
            if len(self.mistakes) < len(self.places):  # the check is all that is known of a mistake without a name
                told += [check for check in self.failed if check["id"] in self._showing]
            return [check for check in self.failed if not _is_in(check, told)]
        repeated: list[Json] = [] if _is_in(self.leading, told) else [self.leading]
        for check in self.failed:
            own_words = (self.hint_of(check) or _reasons(check)) and not self._is_mended_by_name(check)
            alike = [item for item in told if self._is_mended(item) == self._is_mended(check)]
            is_new = own_words or not (
                self._is_mended_by_name(check) or any(_found_the_same(check, item) for item in alike)
            )
            if not _is_in(check, [*told, *repeated]):
                (told if is_new else repeated).append(check)
        return repeated

    def _is_mended(self, check: Json) -> bool:
        """Whether a check passes after a change at the only place, or that is not known; else it found another one."""
        mended = self.places[0].get("mended", []) if len(self.places) == 1 else []
        return not mended or check["id"] in mended

    def _is_mended_by_name(self, check: Json) -> bool:
        """Whether a check passes after a change at the place of a named mistake: it found nothing else."""
        return any(check["id"] in place.get("mended", []) for place in self.places if self._mistake_at(place))

    @functools.cached_property
    def told(self) -> list[Json]:
        """The failed checks without the repeated ones, the one first whose message comes first."""
        rest = [check for check in self.failed if not _is_in(check, [self.first, *self.repeated])]
        return [self.first, *rest]

    @property
    def is_explained(self) -> bool:
        """Whether changes at the places that are told make all checks pass: then no check found anything else."""
        named = {item["name"] for check in self.failed for item in check["diagnosis"]}
        if len(self.places) == 1:
            return len(named) <= 1 and not self.places[0].get("more_checks")
        return bool(self._showing)

    @property
    def _may_be_several(self) -> bool:
        """Whether the only change without a name takes the place of several lines: it may mend several mistakes."""
        return not self.mistakes and len(self.places) == 1 and self.places[0]["end_line"] > self.places[0]["line"]

    @functools.cached_property
    def _showing(self) -> set[str]:
        """The checks that show one of several mistakes each."""
        return {place["check"] for place in self.places if "check" in place}

    def hint_of(self, check: Json) -> str:
        """Return the hint that is told with a check; the first one has that of a named mistake.

        That of a check was written for what it is about. So there is none beside traits, a line or the name of a
        mistake, which say more, unless the change there leaves this check wrong; nor with a check that fails like the
        first one.
        """
        if check is self.first:
            if self.mistakes:
                return str(self.leading["hint"]) if len(self.mistakes) == 1 else ""
            return "" if self.traits or self.places else str(check["hint"] or self.leading["hint"])
        told = self.mistakes or self.traits or self.places
        left_wrong = self.places and not self.is_explained
        if (told and not left_wrong) or check["outcome"] == self.first["outcome"]:
            return ""
        return str(check["hint"])

    @property
    def is_forgiving(self) -> bool:
        """Whether a check that did not fail need not be right.

        Where numbers are wrong, checks of robustness ask only for a result of the right form, so that a mistake costs
        once.
        """
        return any(check["outcome"] in FORGIVEN and check["level"] == "core" for check in self.failed)

    @property
    def passed_words(self) -> str:
        """What is said of the checks that did not fail: `6 checks passed`, or that they keep their points."""
        counts = counted(len(self.passed), "check")
        if not self.is_forgiving:
            return f"{counts} passed"
        return f"{counts} {'keeps its points' if len(self.passed) == 1 else 'keep their points'}"

    @property
    def repeated_sentence(self) -> str:
        """The words before the list of repeated checks."""
        mistakes = "mistake" if len(self.places) == 1 else "mistakes"
        is_counted = self.is_explained and not self._may_be_several
        what = f"The same {mistakes}" if is_counted else "The same"
        return f"{what} in {counted(len(self.repeated), 'further check')}:"


def _whys_of(places: Iterable[Json]) -> list[str]:
    """Return why changes at some places are needed, as far as that is known."""
    return list(dict.fromkeys(str(place["why"]) for place in places if "why" in place))


def _reasons(check: Json) -> list[str]:
    """Return the mistakes that a check names; what only says that the result is wrong is none."""
    return [item["text"] for item in check["diagnosis"] if not item.get("vague")]


def _found_the_same(one: Json, other: Json) -> bool:
    return one["outcome"] == other["outcome"] and Failure.of(one).finding == Failure.of(other).finding


def _is_pattern(trait: str) -> bool:
    return " small examples" in f" {trait.lower()}"


def _as_sentence(text: str) -> str:
    """Return a text with a capital letter, unless it begins with a name: of an output, a file, a function."""
    return text[:1].upper() + text[1:] if PLAIN_WORD.match(text) else text


def _is_in(check: Json, checks: Sequence[Json]) -> bool:
    return any(check is item for item in checks)


def failed_exercise(exercise: Json) -> FailedExercise | None:
    """Sort the checks of an exercise in result.json; None if every check passed."""
    failed = [check for check in exercise["checks"] if check["outcome"] != "right"]
    if not failed:
        return None
    leading = _leading(exercise["outcome"], failed)
    example = _example(leading, failed)
    passed = [check for check in exercise["checks"] if check["outcome"] == "right"]
    places = tuple(_places(exercise, leading))
    traits = () if _reasons(leading) else tuple(exercise.get("traits", ()))
    look_at = (exercise["look_at"],) if "look_at" in exercise else ()
    return FailedExercise(
        leading,
        example,
        tuple(failed),
        tuple(passed),
        places,
        traits,
        look_at,
        exercise.get("file", ""),
        tuple(exercise.get(RUBRIC, {}).get("beside", ())),
    )


def _places(exercise: Json, leading: Json) -> list[Json]:
    """Return the places of the named mistakes; else those that a search for edits has found."""
    placed = [item for item in leading["diagnosis"] if "line" in item]
    named = [item | {"sentence": located_sentence(item, [one for one in placed if one is not item])} for item in placed]
    found: list[Json] = exercise.get("repair", {}).get("mistakes", [])
    return named or found


def located_sentence(place: Json, others: Sequence[Json] = ()) -> str:
    """Return what is proved about the place of a named mistake.

    Args:
        place: the place.
        others: those of the other mistakes, all of which have to be mended as well.
    """
    where = line_words(place)
    more = place.get("more_checks", 0)
    passing = more_checks_pass(more) if more else "all checks pass"
    also = "".join(f" and in {words}" for words in dict.fromkeys(map(line_words, others)) if words != where)
    return f"{where}: {passing} after a change here{also}"


def located_code(place: Json) -> list[str]:
    """Return the lines of a place, without their common indent."""
    first = place["line"] - place["around"]["first"]
    lines = place["around"]["lines"][first : first + place["end_line"] - place["line"] + 1]
    return textwrap.dedent("\n".join(lines)).split("\n")


def marked_code(place: Json) -> list[str]:
    """Return the same with a line of carets below the part that is meant, if that is in one line and not all of it."""
    code = located_code(place)
    if len(code) > 1:
        return code
    line = place["around"]["lines"][place["line"] - place["around"]["first"]]
    indent = len(line) - len(line.lstrip())
    start, end = place["column"] - indent, place["end_column"] - indent
    if start < 0 or "\t" in line or (start, end) == (0, len(code[0].rstrip())):
        return code
    return [*code, " " * start + "^" * (end - start)]


def around_lines(place: Json) -> list[tuple[int, str, str, str, bool]]:
    """Return the lines around a place: number, text before, in and behind what is meant, and whether it is meant."""
    first = place["around"]["first"]
    return [
        (number, *_cut(text, place, number), place["line"] <= number <= place["end_line"])
        for number, text in enumerate(place["around"]["lines"], start=first)
    ]


def _cut(text: str, place: Json, number: int) -> tuple[str, str, str]:
    if number != place["line"] or place["end_line"] > place["line"]:  # of several lines, any may be right
        return text, "", ""
    start, end = place["column"], place["end_column"]
    return text[:start], text[start:end], text[end:]


def _leading(outcome: str, failed: list[Json]) -> Json:
    explained = [check for check in failed if check["diagnosis"]]
    core = [check for check in failed if check["level"] == "core"]
    named_after = [check for check in core or failed if check["outcome"] == outcome]
    return (explained or named_after or failed)[0]


def _example(leading: Json, failed: list[Json]) -> Json:
    alike = [check for check in failed if all(check[key] == leading[key] for key in ("outcome", "level"))]
    printed = [check for check in alike if "expected" in check["evidence"]]
    small = [check for check in alike if check["counterexample"] or "note" in check]
    if not Failure.of(leading).is_cut:
        printed, small = ([check for check in found if not Failure.of(check).is_cut] for found in (printed, small))
    candidates = [check for check in small if "note" in check] or printed or small or [leading]
    return leading if leading in candidates else candidates[0]
