"""The from-scratch rule: an exercise's own operation may not be handed to the library, however it is reached."""

import re
from collections.abc import Iterable

from autograder.course import Exercise
from autograder.sandbox.box.forbidden import RULES
from autograder.sandbox.session import Session

# Words with which a program would get past the notes before kernels, or do the same without those kernels.
PAST = ("ispatch", "Library", "get_kernel", "decompose", "_op_dk", "SafeKernelFunction")
WITHOUT = ("math_attention", "onnx", "jit")
WITHIN = (*PAST, *WITHOUT)  # also as a part of a longer word
OWN = ("box", "RAN")  # of the worker's own module
PARTS = [word.encode() for word in (*WITHIN, *OWN)]
BLINDING = re.compile("|".join((*map(re.escape, WITHIN), *(rf"\b{word}\b" for word in OWN))).encode())


def forbidden_calls(exercise: Exercise, ran: Iterable[str], session: Session) -> list[str]:
    """The forbidden calls of an exercise: those that `ran`; those that are written, where the notes are got past."""
    if exercise.forbidden is None:
        return []
    found = {*ran, *_written_blindly(session)}
    return sorted(name[:80] for name in found if any(part in name for part in RULES[exercise.forbidden]))


def _written_blindly(session: Session) -> set[str]:
    """All words of a file whose code (not a comment or a docstring) gets past the notes."""
    if not any(part in session.source for part in PARTS) or not BLINDING.search(session.source):
        return set()  # nearly all files end at the first look, which costs nothing
    words = session.words()
    return words if any(BLINDING.search(word.encode()) for word in words) else set()
