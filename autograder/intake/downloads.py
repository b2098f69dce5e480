"""Whose it is, from the names that learning platforms give to what they hand out."""

import os.path
import re
from collections.abc import Sequence
from dataclasses import dataclass

from autograder.course import Course
from autograder.intake.names import ARCHIVE, assignment_of, plain

CANVAS = re.compile(r"(?P<name>[^_]\w*?(?:-\w+?)*?)(?P<late>_LATE)?_(?P<id>\d+)_(?P<upload>\d+)_(?P<rest>.+)")
ANONYMOUS = re.compile(  # where graders are not to know names, the word comes first: LATE_anon_k3Xb9_90001_causal.py
    r"(?P<late>LATE_)?anon_(?P<again>LATE_)?(?P<id>[0-9A-Za-z]+)_(?:(?P<upload>\d+)_(?P<rest>.+)|(?P<typed>text|link)\.html)"
)
TYPED = re.compile(
    r"(?P<name>[^_]\w*?(?:-\w+?)*?)(?P<late>_LATE)?_(?P<id>\d+)_(?P<rest>text|link|assignsubmission)\.html"
)
MOODLE = re.compile(r"(?P<name>.+?)_(?P<id>\d+)_assignsubmission_(?P<plugin>file|onlinetext)(?:_(?P<rest>.*)|\.\w+)?")


@dataclass(frozen=True)
class Owner:
    """A student as a download names them, and what is left of the name."""

    name: str
    id: str = ""
    rest: str = ""
    late: bool = False
    typed: bool = False  # text that was typed into a form: no file

    @property
    def key(self) -> str:
        """What the student is called where no roster says better: name and number, without spaces."""
        return "_".join(part for part in (re.sub(r"\s+", "_", self.name.strip()), self.id) if part)


def owner_of(name: str) -> Owner | None:
    """Read a name that Canvas or Moodle made; None for any other."""
    if found := MOODLE.fullmatch(name):
        rest = "" if (found["rest"] or ".").startswith(".") else found["rest"]  # an ending alone is no name
        return Owner(found["name"], found["id"], rest, typed=found["plugin"] == "onlinetext")
    if found := ANONYMOUS.fullmatch(name):
        late = bool(found["late"] or found["again"])
        return Owner("anon", found["id"], found["rest"] or name, late, typed=bool(found["typed"]))
    if found := TYPED.fullmatch(name):
        return Owner(found["name"], found["id"], name, bool(found["late"]), typed=True)
    if found := CANVAS.fullmatch(name):
        return Owner(found["name"], found["id"], found["rest"], bool(found["late"]))
    return None


def classroom_prefix(names: Sequence[str], home: str, course: Course) -> str:
    """What GitHub Classroom puts before every login: `02-causal-ada`, `02-causal-ben` give `02-causal-`.

    The folder of all clones is called after it (`02-causal-submissions`); else it is what all names have in common.
    """
    slug = home.removesuffix("-submissions") + "-"
    if names and home.endswith("-submissions") and all(name.startswith(slug) and name != slug for name in names):
        return slug
    if len(names) < 2:
        return ""
    same = os.path.commonprefix(list(names))  # noqa: RUF071 - letter by letter is meant
    cuts = [same[: place + 1] for place, letter in enumerate(same) if letter == "-"]
    named = [cut for cut in cuts if assignment_of(cut.strip("-"), course)]
    return max(named or cuts, key=len, default="")


def own_name(name: str) -> str:
    """A student's folder or archive without the ending."""
    return ARCHIVE.sub("", name)


NEUTRAL = {"submissions", "submission", "submitted", "students", "downloads", "class", "hand_ins", "uploads"}


def is_neutral(name: str) -> bool:
    """Whether a folder is called as folders of many students are."""
    return plain(name) in NEUTRAL
