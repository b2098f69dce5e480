"""Writes the instructor's pages (`OUT/.review`): a page for each hand-in and the list of all; only what has changed."""

import contextlib
import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from autograder.execution.publisher import Publisher, ScoreRules
from autograder.execution.source_hashes import template_hash
from autograder.reports.pages import review_html, review_index_html
from autograder.reports.people import read_people
from autograder.reports.review_index import GROUPS, review_rows
from autograder.reports.review_page import NO_SUGGESTIONS, HandIn, Suggestions, review_page_content, same_mistakes
from autograder.results.adjustments import Adjustment
from autograder.results.files import remove_temp_files, sync_all, write_text
from autograder.results.folder_names import REVIEW_DIR, has_review, review_path
from autograder.results.model import Json, json_text
from autograder.results.store import PublishedState, ResultKey, Store, StoredSummaries
from autograder.results.summary import was_submitted

MANIFEST = "pages.json"  # in the folder of the pages: for each page, a hash of what it was made from, and its size
INDEX = "index.html"
Alike = Mapping[str, Sequence[str]]  # for exercises of a hand-in, the students with the same named mistake
Neighbours = tuple[Json | None, Json | None]  # the hand-ins before and after one
PAGE_ROWS = 1000  # hand-ins on one page of the list
MODULES = ("autograder.execution.review",)  # with what they import, they decide what the pages look like


@dataclass(frozen=True)
class ReviewPages:
    """The pages after a run: how many there are, and how many of them were written."""

    count: int
    written: int


def write_review(out: Path, rules: ScoreRules, store: Store, publisher: Publisher) -> ReviewPages:
    """Write the pages that are out of date or missing, and remove those of results that are gone.

    Args:
        out: the output folder.
        rules: what decides which points count.
        store: the store of the folder.
        publisher: what the folder contains now.
    """
    writer = _ReviewWriter(out, rules, store, publisher.folders)
    ids = {assignment.id for assignment in rules.course}
    items = sorted(publisher.published.items())
    shown = {key: state for key, state in items if key[1] in ids and was_submitted(store.summary(state))}
    summaries = StoredSummaries(store, shown.values())
    rows = review_rows(summaries, publisher.folders, writer.people)
    alike = same_mistakes(summaries)
    neighbours = _neighbours(rows)
    for key, state in shown.items():
        writer.write_page(key, state, neighbours[key], alike.get(key, {}))
    writer.write_index(rows)
    return writer.finish()


def update_review(out: Path, rules: ScoreRules, store: Store, publisher: Publisher) -> None:
    """Bring the pages up to date, if they were made once."""
    if has_review(out):
        write_review(out, rules, store, publisher)


class _ReviewWriter:
    """Writes pages and remembers what each was made from."""

    def __init__(self, out: Path, rules: ScoreRules, store: Store, folders: Mapping[str, str]) -> None:
        self._out = out
        self._rules = rules
        self._store = store
        self._folders = folders
        self._named = str(out.absolute())  # as commands on the pages name it, wherever they are run
        self._look = f"{template_hash(modules=MODULES)}{self._named} {rules.options}"
        self._kept_sources = store.kept_sources()
        self._corrections: dict[ResultKey, list[Adjustment]] = {}
        for item in rules.adjustments.all:
            self._corrections.setdefault((item.student, item.assignment), []).append(item)
        in_force = [item for item in rules.adjustments.all if not item.undone]
        self._suggestions = {  # of the same part: a new sentence renews its pages, and no others
            part: Suggestions.of(item for item in in_force if item.assignment == part)
            for part in {item.assignment for item in in_force}
        }
        self.people = read_people(out)
        self._before = _read_manifest(out)
        self._now: dict[str, list[str | int]] = {}
        self._written = 0

    def write_page(self, key: ResultKey, state: PublishedState, neighbours: Neighbours, alike: Alike) -> None:
        """Write the page of a hand-in, unless it is up to date."""
        name = review_path(self._folders[key[0]], key[1])
        digest = self._digest(key, state, neighbours, alike)
        if not self._is_current(name, digest):
            self._write(name, digest, self._page(key, state, neighbours, alike))
            self._written += 1

    def write_index(self, rows: Sequence[Json]) -> None:
        """Write the list of hand-ins, on several pages in a large class."""
        groups = Counter(row["group"] for row in rows)
        shares = [rows[start : start + PAGE_ROWS] for start in range(0, len(rows), PAGE_ROWS)] or [[]]
        for place, share in enumerate(shares):
            text = review_index_html(
                course=self._rules.course.title,
                count=len(rows),
                groups=[(group, groups[group]) for group in GROUPS if groups[group]],
                rows=share,
                pages=_index_pages(len(rows), place) if len(shares) > 1 else [],
            )
            name, digest = f"{REVIEW_DIR}/{_index_name(place)}", hashlib.sha256(text.encode()).hexdigest()
            if not self._is_current(name, digest):
                self._write(name, digest, text)

    def finish(self) -> ReviewPages:
        """Remove pages of results that are gone, and write down, durably, what each page was made from."""
        for name in self._before.keys() - self._now.keys():
            path = self._out / name
            path.unlink(missing_ok=True)
            with contextlib.suppress(OSError):  # other pages of the student are there
                path.parent.rmdir()
        if self._now != self._before:
            sync_all()  # the pages first: after a power failure, none is taken for current that is not there in full
            write_text(self._out / REVIEW_DIR / MANIFEST, json_text(self._now), durable=True)
        return ReviewPages(sum(name.count("/") > 1 for name in self._now), self._written)

    def _page(self, key: ResultKey, state: PublishedState, neighbours: Neighbours, alike: Alike) -> str:
        student, assignment = key
        result = self._store.result(state.grading)
        hand_in = HandIn(
            self._rules.apply_openly(result),
            result["score"],
            self._rules.course.assignment(assignment).title,
            self._store.sources(state.submission),
            self._corrections.get(key, ()),
            self._named,
            self._folders[student],
            self._rules.options,
            self.people.get(student),
            *neighbours,
            self._suggestions.get(assignment, NO_SUGGESTIONS),
            alike,
        )
        feedback = f"../../{quote(self._folders[student])}/{quote(assignment)}/feedback.html"
        return review_html(review_page_content(hand_in), feedback)

    def _digest(self, key: ResultKey, state: PublishedState, neighbours: Neighbours, alike: Alike) -> str:
        """Hash everything that a page is made from."""
        known = state.submission in self._kept_sources
        parts = [self._look, state.page_hash, state.grading, known, self._folders[key[0]], self._corrections.get(key)]
        parts += [self.people.get(key[0]), neighbours, self._suggestions.get(key[1]), alike]
        return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()

    def _is_current(self, name: str, digest: str) -> bool:
        """Whether a page was made from the same and is there in full; it then stays."""
        before = self._before.get(name)
        try:
            current = before == [digest, (self._out / name).stat().st_size]
        except OSError:
            return False
        if before and current:
            self._now[name] = before
        return current

    def _write(self, name: str, digest: str, text: str) -> None:
        path = self._out / name
        remove_temp_files(path.parent, (path.name,))
        write_text(path, text)
        self._now[name] = [digest, len(text.encode())]


def _neighbours(rows: Sequence[Json]) -> dict[ResultKey, Neighbours]:
    """Return the hand-ins before and after each one, in the order of the list, with links from its page."""
    links = [{"student": row["student"], "link": f"../{row['link']}"} for row in rows]
    before, after = [None, *links[:-1]], [*links[1:], None]
    return {
        (row["student"], row["assignment"]): pair
        for row, pair in zip(rows, zip(before, after, strict=True), strict=True)
    }


def _index_name(place: int) -> str:
    return f"index-{place + 1}.html" if place else INDEX


def _index_pages(count: int, current: int) -> list[Json]:
    """Return the pages of the list, with the places of the hand-ins on each."""
    return [
        {
            "file": _index_name(place),
            "label": f"{start + 1}–{min(start + PAGE_ROWS, count)}",
            "current": place == current,
        }
        for place, start in enumerate(range(0, count, PAGE_ROWS))
    ]


def _read_manifest(out: Path) -> dict[str, list[str | int]]:
    """Return what was written about the pages; nothing if it cannot be read: all of them are made again."""
    try:
        pages = json.loads((out / REVIEW_DIR / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return dict(_pages_in(pages)) if isinstance(pages, dict) else {}


def _pages_in(pages: Mapping[str, object]) -> Iterator[tuple[str, list[str | int]]]:
    """Yield the entries that are about pages in the folder, and none that lead out of it."""
    for name, entry in pages.items():
        parts = name.split("/")
        if parts[0] == REVIEW_DIR and ".." not in parts and name.endswith(".html") and isinstance(entry, list):
            yield name, entry
