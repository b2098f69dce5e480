"""Chooses between hand-ins of one student for one assignment that came in several ways, such as by mail too."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from autograder.intake.attempts import SelectedAttempt, bare_name, select_attempt
from autograder.intake.entries import Channel
from autograder.intake.sorting import Candidate

Times = Mapping[Channel, datetime | None]


def rival_channels(candidates: Sequence[Candidate]) -> list[Channel]:
    """Return the channels that candidates of the same file came by; none where each file came by one.

    The number in the name of a download tells which of two copies is the later one.
    """
    files: dict[Channel, set[str]] = {}
    for item in candidates:
        if item.entry.channel is not None:
            mine = files.setdefault(item.entry.channel, set())
            mine.update(item.assignment.files if item.notebook else [item.file])
    copies = len({bare_name(channel.download) for channel in files}) == 1 and all(item.download for item in files)
    several = sum(map(len, files.values())) > len(set().union(*files.values()))
    return sorted(files, key=str) if several and not copies else []


def select_channel(
    candidates: Sequence[Candidate],
    folder_times: dict[tuple[str, ...], datetime],
    limit: datetime | None,
    times: Times,
) -> tuple[SelectedAttempt, str]:
    """Select the attempt that came last, or where that is not known the one with a time, else the first by name.

    Args:
        candidates: all files that may belong to the assignment.
        folder_times: when each folder was handed in, where that is known.
        limit: what was handed in later counts only if there is nothing else.
        times: when what came by each of the rival channels was handed in.

    Returns:
        The attempt, and a sentence for a person if it is not known which is the last.
    """
    known = {channel: time for channel, time in times.items() if time is not None}
    last = max(known.values(), default=None)
    newest = [channel for channel, time in known.items() if time == last]
    counts = newest[0] if newest else next(iter(times))
    settled = len(known) == len(times) and len(newest) == 1
    unknown = " and ".join(str(channel) for channel in times if channel not in known)
    reason = f"no time is known for {unknown}" if unknown else "at the same time"
    why = "the newest" if settled else "the only one with a time" if len(newest) == 1 else "the first by name"
    note = f"handed in as {' and as '.join(map(str, times))}{'' if settled else f'; {reason}'}; {counts}, {why}, counts"
    others = [item for item in candidates if item.entry.channel in times and item.entry.channel != counts]
    selected = select_attempt([item for item in candidates if item not in others], folder_times, limit)
    selected = replace(
        selected,
        attempts=selected.attempts + len(times) - 1,
        notes=(note, *selected.notes),
        earlier=(*selected.earlier, *others),
    )
    return selected, "" if settled else note
