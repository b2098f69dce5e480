"""The from-scratch rule: an exercise's own operation may not be handed to the library, however it is reached."""

import re
from collections.abc import Iterable

from autograder.course import Exercise
from autograder.sandbox.session import Session

# Parts of names of library calls; what ran is reported by the worker, which watches torch's functions and kernels.
FORBIDDEN = {
    "softmax": ("softmax", "softmin", "logsumexp", "logcumsumexp"),
    "attention": ("scaled_dot_product", "multi_head_attention", "MultiheadAttention", "math_attention", "onnx"),
    "mask": ("generate_square_subsequent_mask",),
    "optimiser": ("torch.optim", "_fused_sgd", "_fused_adam"),
}
# Words with which a program would blind the watching, or hide from it what it calls; they have no use in an exercise.
SWITCHES = ("DisableTorchFunction", "DisableTorchDispatch", "_disable_current_modes", "_pop_mode", "_pop_torch")
MODES = ("mode_stack", "no_dispatch", "ExcludeDispatchKeyGuard", "_unset_dispatch_mode", "_TorchDispatchModeKey")
CURTAINS = ("custom_op", "Library", "math_attention", "onnx", "jit")
WITHIN = (*SWITCHES, *MODES, "_len_torch", *CURTAINS)  # also as a part of a longer word
OWN = ("box", "WATCHED", "RAN", "_remember")  # of the worker's own module
PARTS = [word.encode() for word in (*WITHIN, *OWN)]
BLINDING = re.compile("|".join((*map(re.escape, WITHIN), *(rf"\b{word}\b" for word in OWN))).encode())


def forbidden_calls(exercise: Exercise, ran: Iterable[str], session: Session) -> list[str]:
    """The forbidden calls of an exercise: those that `ran`; those that are written, where the watching is blinded."""
    if exercise.forbidden is None:
        return []
    found = {*ran, *_written_blindly(session)}
    return sorted(name[:80] for name in found if any(part in name for part in FORBIDDEN[exercise.forbidden]))


def _written_blindly(session: Session) -> set[str]:
    """All words of a file whose code (not a comment or a docstring) switches the watching off."""
    if not any(part in session.source for part in PARTS) or not BLINDING.search(session.source):
        return set()  # nearly all files end at the first look, which costs nothing
    words = session.words()
    return words if any(BLINDING.search(word.encode()) for word in words) else set()
