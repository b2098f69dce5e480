"""Gradescope's export of submissions: a folder for each, and a file that says whose it is and when it was handed in.

`submission_metadata.yml` is written by Ruby: its keys are the names of the folders, and symbols such as `:submitters:`.
"""

import importlib.util
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from autograder.intake.entries import MB, Entry, UnreadableError
from autograder.intake.layout import METADATA, HandIn, StudentBundle, entries_inside, group_by_top, is_single_file
from autograder.intake.parser_process import OVER_LIMITS, ParserProcess
from autograder.intake.platform_names import name_key
from autograder.intake.roster import Roster
from autograder.intake.time_text import EARLIEST, not_understood, parse_time
from autograder.printable import printable
from autograder.wording import counted, first_of

MAX_METADATA = 64 * MB  # the output of every test of every attempt is in it
MAX_NAME = 120  # characters of a name
SHOWN = 5  # folders in a sentence
WANTED = frozenset({"submitters", "created_at", "history", "name", "sid", "email", "utc"})
WITHOUT_NAMES = "so the hand-ins are graded under the names of their folders"
Node = Any  # a text, a list of nodes, or a dict of them: YAML without its types


@dataclass(frozen=True)
class Person:
    """Somebody who handed in, as Gradescope knows them."""

    name: str
    sid: str = ""
    email: str = ""

    @property
    def identity(self) -> str:
        """What tells a person from a namesake."""
        return self.email.casefold() or self.sid or self.name

    @property
    def key(self) -> str:
        """The student's id where there is no roster: the name without spaces."""
        return name_key(self.name or self.email.partition("@")[0] or self.sid)

    @property
    def full_key(self) -> str:
        """The id of a student who has a namesake."""
        return "_".join(filter(None, (self.key, self.sid or self.email.partition("@")[0])))


@dataclass(frozen=True)
class ExportedHandIn:
    """What the metadata says about one folder: whose it is, when it was handed in, and the times of other attempts."""

    folder: str
    people: tuple[Person, ...]
    time: str = ""
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class Metadata:
    """The hand-ins of an export, or why they cannot be read."""

    hand_ins: tuple[ExportedHandIn, ...] = ()
    problem: str = ""


def parse_metadata(data: bytes) -> Metadata:
    """Read the metadata from a stream of events, so that neither tags nor aliases make objects."""
    import yaml  # noqa: PLC0415 - an optional dependency

    events = yaml.parse(data, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    try:
        for event in events:
            if isinstance(event, yaml.MappingStartEvent):
                return Metadata(tuple(_hand_ins(_mapping(events, {}, top=True))))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        return Metadata(problem=f"is not YAML ({str(error).splitlines()[0]})")
    return Metadata(problem="lists no hand-ins")


def _mapping(events: Iterator[Any], anchors: dict[str, Node], *, top: bool = False) -> dict[str, Node]:
    """Return a mapping whose start was read, with the keys that are wanted; at the top, with all."""
    import yaml  # noqa: PLC0415 - as above

    content: dict[str, Node] = {}
    for event in events:
        if isinstance(event, yaml.MappingEndEvent):
            break
        key = event.value.removeprefix(":") if isinstance(event, yaml.ScalarEvent) else ""
        value = _node(next(events), events, anchors, kept=top or key in WANTED)
        if top or key in WANTED:
            content[key] = value
    return content


def _node(event: Any, events: Iterator[Any], anchors: dict[str, Node], *, kept: bool = True) -> Node:
    """Return the node that begins with an event; nothing of one that is not wanted."""
    import yaml  # noqa: PLC0415 - as above

    if not kept:
        depth = int(isinstance(event, yaml.CollectionStartEvent))
        while depth:
            event = next(events)
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        return None
    if isinstance(event, yaml.AliasEvent):
        return anchors.get(event.anchor)
    node: Node = getattr(event, "value", None)
    if isinstance(event, yaml.MappingStartEvent):
        node = _mapping(events, anchors)
    elif isinstance(event, yaml.SequenceStartEvent):
        node = []
        for item in events:
            if isinstance(item, yaml.SequenceEndEvent):
                break
            node.append(_node(item, events, anchors))
    if getattr(event, "anchor", None):
        anchors[event.anchor] = node
    return node


def _hand_ins(content: dict[str, Node]) -> Iterator[ExportedHandIn]:
    for folder, record in content.items():
        if isinstance(record, dict):
            people = (_person(item) for item in _dicts(record.get("submitters")))
            times = (_time_text(item.get("created_at")) for item in _dicts(record.get("history")))
            yield ExportedHandIn(
                folder, tuple(filter(None, people)), _time_text(record.get("created_at")), tuple(filter(None, times))
            )


def _dicts(node: Node) -> list[dict[str, Node]]:
    return [item for item in node if isinstance(item, dict)] if isinstance(node, list) else []


def _person(record: dict[str, Node]) -> Person | None:
    texts = (record.get(key) for key in ("name", "sid", "email"))
    person = Person(*(printable(text.strip(), MAX_NAME) if isinstance(text, str) else "" for text in texts))
    return person if person.key else None


def _time_text(node: Node) -> str:
    """Return a time as it is written; Rails may write one as an object that has it in UTC."""
    text = node.get("utc") if isinstance(node, dict) else node
    return text.strip() if isinstance(text, str) else ""


def split_export(
    entries: Sequence[Entry], roster: Roster | None, zone: ZoneInfo
) -> tuple[list[StudentBundle], list[str]]:
    """Split an export of Gradescope by student; what a group handed in is of each of its members.

    Args:
        entries: at the level of the metadata.
        roster: the names and ids of the students.
        zone: the zone of the class.

    Returns:
        One bundle per student, and a sentence for each thing that belongs to nobody or that is not in the export.
    """
    groups = group_by_top(entries)
    (file,) = groups.pop(METADATA)
    metadata = _read(file)
    if metadata.problem:
        ignored = [f"{METADATA}: {metadata.problem}, {WITHOUT_NAMES}; export the submissions again"]
        return [_nameless(folder, group) for folder, group in groups.items() if not is_single_file(group)], ignored
    ignored = [
        f"{name}: not a hand-in of the export, ignored" for name, group in groups.items() if is_single_file(group)
    ]
    found = _Export({name: group for name, group in groups.items() if not is_single_file(group)}, zone)
    for hand_in in metadata.hand_ins:
        found.add(hand_in)
    bundles = [_bundle(item, key, roster) for item, key in zip(found.newest(), found.keys(roster), strict=True)]
    listed = {hand_in.folder for hand_in in metadata.hand_ins if hand_in.people}
    for folder, group in found.groups.items():
        if folder not in listed:
            ignored.append(f"{folder}: {METADATA} does not say whose it is; graded under this name")
            bundles.append(_nameless(folder, group))
    return bundles, ignored + found.remarks


def _read(file: Entry) -> Metadata:
    if importlib.util.find_spec("yaml") is None:
        return Metadata(problem="cannot be read without PyYAML (pip install pyyaml)")
    try:
        data = file.read(MAX_METADATA)
    except UnreadableError as error:
        return Metadata(problem=str(error))
    with ParserProcess() as parser:
        return parser.run(parse_metadata, (data,), Metadata(problem=OVER_LIMITS))


def _nameless(folder: str, group: Iterable[Entry]) -> StudentBundle:
    return StudentBundle(folder, (folder,), entries_inside(group), places=[("", folder)])


@dataclass(frozen=True)
class _PersonsHandIn:
    """A hand-in of one of its people, with the time in the zone of the class."""

    person: Person
    hand_in: ExportedHandIn
    time: datetime | None
    entries: tuple[Entry, ...]


class _Export:
    """Brings the hand-ins of an export together by person; of several, the newest counts.

    Args:
        groups: the entries of each folder.
        zone: the zone of the class.
    """

    def __init__(self, groups: dict[str, list[Entry]], zone: ZoneInfo) -> None:
        self.groups = groups
        self.remarks: list[str] = []
        self._zone = zone
        self._people: dict[str, list[_PersonsHandIn]] = {}

    def add(self, hand_in: ExportedHandIn) -> None:
        """Add a hand-in to each of its people."""
        time = self._time(hand_in.time)
        if hand_in.time and time is None:
            self.remarks.append(f"{METADATA}, {hand_in.folder}: {not_understood(hand_in.time)}")
        newer = [other for text in hand_in.others if time and (other := self._time(text)) and other > time]
        names = ", ".join(person.name for person in hand_in.people)
        if newer:
            self.remarks.append(
                f"{hand_in.folder}: {names} handed in again at {max(newer):%Y-%m-%d %H:%M}, but the attempt of "
                f"{time:%Y-%m-%d %H:%M} is the active one on Gradescope and the only one in the export; it counts"
            )
        entries = tuple(entries_inside(self.groups.get(hand_in.folder, ())))
        for person in hand_in.people:
            self._people.setdefault(person.identity, []).append(_PersonsHandIn(person, hand_in, time, entries))

    def newest(self) -> list[_PersonsHandIn]:
        """Return the hand-in of each person that counts; a sentence names the others."""
        chosen: list[_PersonsHandIn] = []
        for items in self._people.values():
            *earlier, last = sorted(items, key=lambda item: (item.time or EARLIEST, item.hand_in.folder))
            chosen.append(last)
            if earlier:
                folders = first_of((item.hand_in.folder for item in earlier), SHOWN)
                text = f"{last.person.name} handed in {counted(len(items), 'time')}; the newest, {last.hand_in.folder},"
                self.remarks.append(f"{text} counts, not {folders}")
        return chosen

    def keys(self, roster: Roster | None) -> list[str]:
        """Return the id of each person: by mail, number or exact name in the roster, else by a name nobody else has."""
        people = [items[0].person for items in self._people.values()]
        sure = [roster.find(filter(None, (person.email, person.sid))) if roster else None for person in people]
        names, written = Counter(person.key for person in people), Counter(person.name for person in people)
        keys: list[str] = []
        for person, student in zip(people, sure, strict=True):
            by_name = roster.find((person.name,)) if roster else None
            taken = by_name is not None and by_name in sure
            exact = roster is not None and roster.names_of(person.name) and written[person.name] == 1 and not taken
            shared = names[person.key] > 1 or taken or (roster is not None and roster.is_shared(person.name))
            keys.append(student or (exact and by_name) or (person.full_key if shared else by_name or person.key))
        return keys

    def _time(self, text: str) -> datetime | None:
        """Return a time; one that names no zone is in UTC, as all times of Gradescope are."""
        has_zone = re.search(r"(?:Z|[A-Z]{3,}|[+-]\d\d:?\d\d)$", text)
        return parse_time(text if has_zone else f"{text} UTC", self._zone) if text else None


def _bundle(item: _PersonsHandIn, key: str, roster: Roster | None) -> StudentBundle:
    """Return the bundle of a person, with the time that decides and, if several handed in together, their group."""
    person, hand_in = item.person, item.hand_in
    namesake = key == person.full_key != person.key
    aliases = tuple(filter(None, (person.email, person.sid, "" if namesake else person.name)))
    together = len(hand_in.people)
    facts = HandIn(item.time, hand_in.folder if together > 1 else "", together)
    problems = [] if item.entries else [f"{hand_in.folder}: is empty, or not in the export"]
    places = [("", f"{person.name} ({person.identity})")]
    names = (roster.names_of(key) if roster else ()) or (person.name if key == person.key else key,)
    bundle = StudentBundle(key, aliases, list(item.entries), problems, places=places, names=names)
    bundle.hand_ins[""] = facts
    return bundle
