"""The list of all hand-ins for the instructor: those that need a person come first."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import quote

from autograder.policies.corrections import ADJUSTMENT
from autograder.reports.people import Person
from autograder.results.model import Json
from autograder.results.summary import (
    EXCUSED,
    NEEDS_PERSON,
    REJECTED,
    UNATTEMPTED,
    UNTOUCHED,
    status_of,
    unscored_reasons,
)
from autograder.wording import first_of

MAX_NAMES = 6  # exercises that one reason lists
GROUPS = (
    "waits for you",
    "refused or unreadable",
    "worth a look",
    "nothing is right",
    "failures without a reason",
    "points lost",
    "everything right",
)


@dataclass(frozen=True)
class Attention:
    """Why a person should look at a hand-in.

    Attributes:
        rank: the index of its group in `GROUPS`; the smallest comes first.
        reasons: in words.
        corrected: whether its score was corrected by hand.
    """

    rank: int
    reasons: tuple[str, ...]
    corrected: bool


def attention(summary: Json) -> Attention:
    """Return why a person should look at a hand-in, from its summary."""
    found = list(_reasons(summary))
    steps = summary.get("policy", {}).get("steps", ())
    corrected = any(step["rule"].startswith(ADJUSTMENT) for step in steps)
    lost = any(exercise["outcome"] != "right" and "dropped" not in exercise for exercise in summary["exercises"])
    rank = min([rank for rank, _ in found], default=GROUPS.index("points lost" if lost else "everything right"))
    return Attention(rank, tuple(reason for _, reason in found), corrected)


def _unscored(summary: Json) -> Iterable[tuple[int, str]]:
    if "excused" in summary:
        yield GROUPS.index("points lost"), f"{EXCUSED}: {summary['excused']}"
    elif summary["score"] is None:
        group = "refused or unreadable" if status_of(summary) in REJECTED else "waits for you"
        yield from ((GROUPS.index(group), reason) for reason in unscored_reasons(summary) or [NEEDS_PERSON])


def _reasons(summary: Json) -> Iterable[tuple[int, str]]:
    yield from _unscored(summary)
    for item in summary["anomalies"]:
        yield GROUPS.index("worth a look"), f"{item['kind']} in {item['exercise']}: {item['evidence']}"
    if "excused" in summary:
        return
    outcomes = {exercise["name"]: exercise["outcome"] for exercise in summary["exercises"]}
    for outcome in ("not allowed", "does not parse"):
        if names := [name for name, own in outcomes.items() if own == outcome]:
            yield GROUPS.index("worth a look"), f"{outcome}: {first_of(names, MAX_NAMES)}"
    tried = [name for name, outcome in outcomes.items() if outcome not in UNATTEMPTED]
    if tried and summary["score"] is not None and "right" not in outcomes.values():
        only = "the only exercise that was tried is not right"
        why = only if len(tried) == 1 else f"none of {len(tried)} exercises that were tried is right"
        yield GROUPS.index("nothing is right"), why
    unexplained = [item["name"] for item in summary["exercises"] if item["mistake"] and not item["mistake"]["told"]]
    if unexplained:
        yield GROUPS.index("failures without a reason"), f"no reason found: {first_of(unexplained, MAX_NAMES)}"
    explained = [item["name"] for item in summary["exercises"] if item["mistake"] and item["mistake"]["told"]]
    if explained:
        yield GROUPS.index("points lost"), f"reason found: {first_of(explained, MAX_NAMES)}"
    if not tried and summary["score"] is not None:
        yield GROUPS.index("points lost"), UNTOUCHED


def review_rows(
    summaries: Iterable[Json], folders: Mapping[str, str], people: Mapping[str, Person] | None = None
) -> list[Json]:
    """Return one row for each hand-in, in the order in which a person should look at them.

    Within a group, hand-ins that lost more come first.

    Args:
        summaries: of everything that was handed in.
        folders: the folder name of each student.
        people: what the class list says about students.
    """
    rows = [
        _row(summary, folders[summary["student"]]) | {"person": str((people or {}).get(summary["student"], ""))}
        for summary in summaries
    ]
    rows.sort(key=lambda row: (row["rank"], row["share"], row["student"], row["assignment"]))
    return [row | {"place": place} for place, row in enumerate(rows, start=1)]


def _row(summary: Json, folder: str) -> Json:
    why = attention(summary)
    score, most = summary["score"], summary["max_score"]
    return {
        "student": summary["student"],
        "assignment": summary["assignment"],
        "link": f"{quote(folder)}/{quote(summary['assignment'])}.html",
        "rank": why.rank,
        "group": GROUPS[why.rank],
        "reasons": why.reasons,
        "corrected": why.corrected,
        "late": summary["late"],
        "share": score / most if score is not None and most else 0.0,
        "score": status_of(summary) if score is None else f"{score:g} of {most:g}",
    }
