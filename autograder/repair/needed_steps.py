"""Which edits of a chain are needed: a later one may undo an earlier one, or mend the program without it."""

import difflib
from collections.abc import Callable, Collection, Iterator, Sequence


def needed_lines(
    original: str, mended: str, lines: Collection[int], kept: Collection[int], passes: Callable[[str], bool]
) -> set[int]:
    """Return the changed lines without whose changes the program is wrong.

    Args:
        original: the student's program.
        mended: the program after all edits.
        lines: of the original, whose changes may not be needed.
        kept: those whose changes are: the line of the last edit, for one.
        passes: whether a program passes every check.
    """
    needed = {*lines, *kept}
    for line in sorted(needed.difference(kept)):
        fewer = changed_in(original, mended, needed - {line})
        undone = changed_in(original, mended, {line}) == original
        if undone or (fewer != mended and passes(fewer)):
            needed.remove(line)
            mended = mended if undone else fewer
    return needed if passes(changed_in(original, mended, needed)) else {*lines, *kept}


def changed_in(original: str, mended: str, lines: Collection[int]) -> str:
    """Return the original with only those changes of the mended program that are in, or beside, some of its lines."""
    old = original.splitlines(keepends=True)
    pieces: list[str] = []
    for start, end, new in _changes(old, mended.splitlines(keepends=True)):
        first = start if start == end else start + 1  # an insertion is beside the lines before and after it
        taken = any(first <= line <= max(end, start + 1) for line in lines)
        pieces += new if taken else old[start:end]
    return "".join(pieces)


def _changes(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, Sequence[str]]]:
    """Yield the pieces of a text, by their first line and the line behind the last, and what takes their place."""
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for kind, start, end, new_start, new_end in matcher.get_opcodes():
        if kind == "replace" and end - start == new_end - new_start:
            yield from ((start + place, start + place + 1, [new[new_start + place]]) for place in range(end - start))
        else:
            yield start, end, new[new_start:new_end]
