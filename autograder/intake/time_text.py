"""Times as platforms, programs and people write them, in the zone of the class."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from autograder.intake.column_names import plain_name
from autograder.intake.submission import NO_TIME
from autograder.printable import printable

MAX_SHOWN = 40  # characters of a text in a message
BY_CLOCK = "clock"  # the name of an offset that nobody wrote: the time is what the clocks of the class showed
EARLIEST = datetime.min.replace(tzinfo=UTC)  # in place of a time that is not known
IN_NAME = re.compile(  # a date without separators may be somebody's number, unless a time of day follows
    r"(?<![0-9A-Za-z])(20\d\d)"
    r"(?:-([01]\d)-([0-3]\d)(?:[T _-]*([0-2]\d)[-:._h]?([0-5]\d)(?:[-:._m]?([0-5]\d))?)?"
    r"|([01]\d)([0-3]\d)[T _-]*([0-2]\d)[-:._h]?([0-5]\d)(?:[-:._m]?([0-5]\d))?)(?!\d)"
    r"(?P<utc>[ _-]?(?:UTC|Z)(?![a-zA-Z]))?"
)
MONTHS = (  # how their names begin, without accents, in the languages of `column_names`
    *("jan ene gen sty", "feb fev lut", "mar maa mrz", "apr avr abr kwi", "may mai mei mag maj", "jun juin giu cze"),
    *("jul juil lug lip", "aug aou ago sie", "sep set wrz", "oct okt out ott paz", "nov lis", "dec dez dic gru"),
)
MONTH_NUMBERS = {word: number for number, words in enumerate(MONTHS, 1) for word in words.split()}
ZONE = re.compile(
    r"\s*(?:(?:UTC|GMT)?(?P<sign>[+-])(?P<hours>\d\d?)(?::?(?P<minutes>\d\d))?|(?P<name>[A-Z][\w+-]*(?:/[\w+-]+)*))$"
)
# Wednesday, 10 June 2026, 2:14 PM, or June 10, 2026
WORDS = re.compile(
    r"(?:[^\W\d_][\w-]*,?\s+)?(?:(?P<day>\d{1,2})\.?\s+(?:d[ei]\s+)?(?P<month>[^\W\d_]{3,})"
    r"|(?P<month2>[^\W\d_]{3,})\s+(?P<day2>\d{1,2}))\.?,?\s+(?:d[ei]\s+)?(?P<year>20\d\d),?\s+(?:at\s+)?(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d))?\s*(?P<half>[ap]\.?m\.?)?",
    re.IGNORECASE,
)


def with_offset(time: datetime, zone: tzinfo) -> datetime:
    """Return a time as the clocks of a zone show it, with their offset: without it, an hour in autumn would be two.

    Args:
        time: a time; without a zone, it is of this one, and its offset is called `BY_CLOCK`.
        zone: the zone.
    """
    local = time.astimezone(zone) if time.tzinfo else time.replace(tzinfo=zone)
    offset = local.utcoffset() or timedelta()
    return local.replace(tzinfo=timezone(offset) if time.tzinfo else timezone(offset, BY_CLOCK))


def parse_time(text: str, zone: ZoneInfo) -> datetime | None:
    """Return a time as the clocks of the class show it, from ISO 8601 or as Moodle writes it; None for anything else.

    Args:
        text: a time, which may end with an offset, `UTC`, or the name of a zone; without, it is of the class's zone.
        zone: the zone of the class.
    """
    try:
        return _parsed(" ".join(text.split()), zone)
    except (ValueError, OverflowError):  # no calendar has this day or this offset
        return None


def _parsed(text: str, zone: ZoneInfo) -> datetime | None:
    if (time := _plain_time(text)) is not None:
        return with_offset(time, zone)
    ending = ZONE.search(text)
    time = _plain_time(text[: ending.start()]) if ending else None
    if ending is None or time is None or time.tzinfo is not None:
        return None
    if ending["hours"]:
        offset = timedelta(hours=int(ending["hours"]), minutes=int(ending["minutes"] or 0))
        return with_offset(time.replace(tzinfo=timezone(-offset if ending["sign"] == "-" else offset)), zone)
    theirs = _zone_named(ending["name"], time.replace(tzinfo=zone))
    return with_offset(time.replace(tzinfo=theirs), zone) if theirs else None


def _zone_named(name: str, time: datetime) -> tzinfo | None:
    """Return the zone of a name; a short one such as CEST must be what the class itself says then."""
    if name in ("Z", "UTC", "GMT"):
        return UTC
    if name == time.tzname():
        return time.tzinfo
    try:
        return ZoneInfo(name) if "/" in name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def iso_time(text: str) -> datetime:
    """Return a date with a time from ISO 8601.

    Raises:
        ValueError: it is anything else; of a day alone nobody says whether its first or its last minute is meant.
    """
    if len(text) <= len("2026-03-01"):
        raise ValueError(text)
    return datetime.fromisoformat(text)


def _plain_time(text: str) -> datetime | None:
    try:
        return iso_time(text)
    except ValueError:
        match = WORDS.fullmatch(text)
    name = plain_name(match["month"] or match["month2"]) if match else ""
    month = MONTH_NUMBERS.get(name[:4]) or MONTH_NUMBERS.get(name[:3])
    if match is None or month is None:
        return None
    hour = int(match["hour"])
    if match["half"]:
        hour = hour % 12 + (12 if match["half"][0].lower() == "p" else 0)
    day, minute, second = int(match["day"] or match["day2"]), int(match["minute"]), int(match["second"] or 0)
    return datetime(int(match["year"]), month, day, hour, minute, second)  # noqa: DTZ001 - none is said


def time_in(names: Sequence[str], zone: tzinfo = UTC) -> datetime | None:
    """Return the time, with its offset, in the last of these names that contains one.

    Args:
        names: names of folders and files.
        zone: the zone of the class; that of a name that does not say UTC.
    """
    for name in reversed(names):
        if match := IN_NAME.search(name):
            try:
                year, *rest = (int(part) for part in match.groups()[:-1] if part)
                month, day, hour, minute, second = (*rest, 0, 0, 0)[:5]
                time = datetime(year, month, day, hour, minute, second)  # noqa: DTZ001 - of the class
            except ValueError:
                continue
            return with_offset(time.replace(tzinfo=UTC) if match["utc"] else time, zone)
    return None


def not_understood(text: str) -> str:
    """Say that a text is no time."""
    example = "2026-03-01 23:59, or 2026-03-01 23:59+01:00"
    return f"{printable(text, MAX_SHOWN)!r} {NO_TIME}; write {example}"
