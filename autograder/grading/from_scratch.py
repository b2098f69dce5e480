"""The from-scratch rule: an exercise's own operation may not be handed to the library, however it is reached."""

import re
from collections.abc import Sequence

from autograder.checks.rehearsal import Rehearsed
from autograder.course import Exercise
from autograder.sandbox.examinee import Examinee, Lost
from autograder.sandbox.session import Session

# Parts of names of library calls; what ran is reported by the worker, which watches torch's functions and kernels.
FORBIDDEN = {
    "softmax": ("softmax", "softmin", "logsumexp"),
    "attention": ("scaled_dot_product", "multi_head_attention", "MultiheadAttention"),
    "mask": ("generate_square_subsequent_mask",),
    "optimiser": ("torch.optim", "_fused_sgd", "_fused_adam"),
}
# Words with which a program would blind the watching; they have no use in an exercise.
BLINDING = re.compile(
    rb"DisableTorchFunction|DisableTorchDispatch|_disable_current_modes|_pop_mode|_pop_torch|mode_stack|no_dispatch"
    rb"|ExcludeDispatchKeyGuard|_unset_dispatch_mode|_TorchDispatchModeKey|_len_torch"
)


def forbidden_calls(exercise: Exercise, checks: Sequence[Rehearsed], session: Session) -> list[str]:
    """The forbidden calls of an exercise: those that run; those that are written, where the watching is blinded."""
    if exercise.forbidden is None:
        return []
    found = _running(checks, session) | _written_blindly(session)
    return sorted(name[:80] for name in found if any(part in name for part in FORBIDDEN[exercise.forbidden]))


def _running(checks: Sequence[Rehearsed], examinee: Examinee) -> set[str]:
    """The watched calls that run when a question of each core check is asked once more."""
    cases = [item.cases[-1] for item in checks if item.check.info.level == "core" and item.cases]
    recipes = [case.recipes[0] | {"trace": True} for case in cases if case.recipes]
    ran: set[str] = set()
    for report in examinee.ask(recipes):
        if not isinstance(report, Lost) and isinstance(report.get("ran"), list):
            ran.update(name for name in report["ran"] if isinstance(name, str))
    return ran


def _written_blindly(session: Session) -> set[str]:
    """All words of a file whose code (not a comment or a docstring) switches the watching off."""
    if not BLINDING.search(session.source):
        return set()
    words = session.words()
    return words if any(BLINDING.search(word.encode()) for word in words) else set()
