"""How much a class run searches for the lines of mistakes."""

from enum import StrEnum


class RepairMode(StrEnum):
    """What is tried for an exercise that is wrong."""

    NONE = "none"
    LOCATE = "locate"  # a few edits for each named mistake, to find its line
    SEARCH = "search"  # all edits, also where no mistake is named
