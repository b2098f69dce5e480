"""Names that Canvas and Moodle give to the files and folders of a download, and what they say about their owner.

docs/reference/downloads.md describes the forms, with their sources.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from autograder.intake.names import safe_student
from autograder.intake.roster import Roster
from autograder.printable import printable

CANVAS = re.compile(
    r"(?P<name>[^_]\w*?(?:-\w+?)*?)(?P<late>_(?i:LATE))?_(?P<id>\d+)_(?P<upload>\d+)_(?P<rest>.+)", re.DOTALL
)
NUMBERS = re.compile(r"_\d+_\d+_")  # of a person and of a file, which Canvas writes behind a name
ANONYMOUS = re.compile(  # where graders must not know names, `LATE` comes first: LATE_anon_k3Xb9_90001_causal.py
    r"(?P<late>LATE_)?anon_(?P<again>LATE_)?(?P<id>[0-9A-Za-z]+)_(?:(?P<upload>\d+)_(?P<rest>.+)|(?P<typed>text|link)\.html)",
    re.DOTALL,
)
TYPED = re.compile(
    r"(?P<name>[^_]\w*?(?:-\w+?)*?)(?P<late>_(?i:LATE))?_(?P<id>\d+)_(?P<rest>text|link|assignsubmission)\.html"
)
MOODLE = (
    re.compile(  # students without a group that hand in as a team have no number: Default group_assignsubmission_file
        r"(?P<name>.+?)(?:_(?P<id>\d+))?_assignsubmission_(?P<plugin>file|onlinetext)(?:_(?P<rest>.*)|\.\w+)?",
        re.DOTALL,
    )
)
GROUP = re.compile(r"\d|\b(?:group|gruppe|grupo|groupe|team)\b", re.IGNORECASE)
NAMELESS = "participant"  # what Moodle calls everybody while graders must not know names


def name_key(name: str) -> str:
    """Return a name without spaces and invisible characters, with one form of each letter."""
    return re.sub(r"\s+", "_", unicodedata.normalize("NFC", printable(name)).strip())


def confused_name(names: Collection[str], others: Collection[str]) -> str:
    """Return which of `others` makes the same id as one of `names`, if no name is in both; else empty.

    Both are all names that a student is known by, so that one in both settles that it is the same student.
    """
    if set(names) & set(others):
        return ""
    ids = {safe_student(name_key(name)) for name in names}
    return next((other for other in others if safe_student(name_key(other)) in ids), "")


@dataclass(frozen=True)
class DownloadOwner:
    """A student as the name of a downloaded file identifies them.

    Attributes:
        name: the student's name on the platform.
        id: the student's number on the platform.
        rest: the rest of the name: what the student called the file.
        late: whether the platform marked it as late.
        typed: whether it is text that was typed into a form, not a file.
        moodle: whether Moodle made the name; in another assignment the same student has another number.
    """

    name: str
    id: str = ""
    rest: str = ""
    late: bool = False
    typed: bool = False
    moodle: bool = False

    @property
    def key(self) -> str:
        """The student's id where there is no roster: name and number, without spaces."""
        return "_".join(part for part in (self.name_key, self.id) if part)

    @property
    def aliases(self) -> tuple[str, ...]:
        """Further names to look up in a roster: a number of Moodle must not be taken for a student's own."""
        if self.moodle and not self.is_nameless:
            return tuple(filter(None, (self.key, self.name, self.id and f"{NAMELESS} {self.id}")))
        return tuple(filter(None, (self.key, self.name, self.id)))

    @property
    def name_key(self) -> str:
        """The name in the form of `name_key`."""
        return name_key(self.name)

    @property
    def is_nameless(self) -> bool:
        """Whether the name is the same for everybody."""
        return self.name.casefold() == NAMELESS


@dataclass(frozen=True)
class ReceivedFile:
    """A file or folder of a download, by which its platform knows student and assignment.

    Attributes:
        name: its name in the download.
        owner: what the name says.
        assignment: the assignment of the download; empty if that is not known.
        shared: whether it is of the student's group.
        clone: whether it is a clone of the student's repository, which no platform named.
    """

    name: str
    owner: DownloadOwner
    assignment: str = ""
    shared: bool = False
    clone: bool = False


def listed_owner(owner: DownloadOwner, roster: Roster) -> str | None:
    """Return the student in the roster: by the number on Canvas, else by a name whose number there is no other one."""
    if owner.moodle or not owner.id.isdecimal():
        return roster.find(owner.aliases)
    student = next((name for name, number in roster.numbers.items() if number == owner.id), None)
    student = student or roster.find((owner.key, owner.name))
    return student if student and roster.numbers.get(student, owner.id) == owner.id else None


def without_groups(
    owners: Mapping[str, DownloadOwner | None], roster: Roster | None
) -> dict[str, DownloadOwner | None]:
    """Remove the group that Moodle before 4.1 writes before every name: `Group A-Ada Lovelace_17_…`.

    A double name such as Anne-Marie is told from it because with groups all names have one, and groups have several
    members, a number, or a word for a group. No name with a group is in the roster.
    """
    names = [owner.name for owner in owners.values() if owner is not None and owner.moodle]
    groups = Counter(name.partition("-")[0] for name in set(names))
    has_groups = all("-" in name for name in names) and all(
        count > 1 or GROUP.search(group) for group, count in groups.items()
    )
    if not has_groups or (roster and any(roster.find((name,)) for name in names)):
        return dict(owners)
    return {
        file: replace(owner, name=owner.name.partition("-")[2]) if owner is not None and owner.moodle else owner
        for file, owner in owners.items()
    }


def assign_keys(owners: Collection[DownloadOwner], roster: Roster | None) -> dict[DownloadOwner, str]:
    """Return the id of each student of one download; of Moodle the name alone, if only one student has it.

    Moodle numbers the students of each assignment anew, so that a name with its number would be another student in
    every part of the course.
    """
    numbers: dict[str, set[str]] = {}
    for owner in owners:
        numbers.setdefault(owner.name_key, set()).add(owner.id)
    alone = {name for name, ids in numbers.items() if len(ids) == 1 and not (roster and roster.is_shared(name))}
    return {
        owner: owner.name_key if owner.moodle and not owner.is_nameless and owner.name_key in alone else owner.key
        for owner in owners
    }


def way_out_of_namesakes(owner: DownloadOwner, option: str) -> str:
    """Say what tells apart the students who share the name of an owner; `option` names a worksheet of Moodle."""
    worksheet = f"Moodle's grading worksheet, which has their mails, with {option}"
    tells = worksheet if owner.moodle else "their numbers in a column canvas of the roster"
    return f"several students in the roster are called {owner.name}; name {tells}"


def owner_of(name: str) -> DownloadOwner | None:
    """Parse a file name that Canvas or Moodle made; None for any other.

    The end of a name is what a student called the file, so the form whose marks come first is the right one.
    """
    numbers, mark = NUMBERS.search(name), name.find("_assignsubmission_")
    by_canvas = numbers is not None and not 0 <= mark < numbers.start()
    if by_canvas and not ANONYMOUS.fullmatch(name) and (match := CANVAS.fullmatch(name)):
        return DownloadOwner(match["name"], match["id"], match["rest"], bool(match["late"]))
    if mark >= 0 and (match := MOODLE.fullmatch(name)):
        rest = "" if (match["rest"] or ".").startswith(".") else match["rest"]  # an extension alone is not a name
        typed = match["plugin"] == "onlinetext"
        return DownloadOwner(match["name"], match["id"] or "", rest, typed=typed, moodle=True)
    if match := ANONYMOUS.fullmatch(name):
        late = bool(match["late"] or match["again"])
        return DownloadOwner("anon", match["id"], match["rest"] or name, late, typed=bool(match["typed"]))
    if name.endswith(".html") and (match := TYPED.fullmatch(name)):
        return DownloadOwner(match["name"], match["id"], name, bool(match["late"]), typed=True)
    return None
