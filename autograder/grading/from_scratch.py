"""The from-scratch rule: an exercise's own operation may not be handed to the library, however it is reached."""

from collections.abc import Sequence

from autograder.checks.rehearsal import Rehearsed
from autograder.course import Exercise
from autograder.sandbox.examinee import Examinee, Lost

# Parts of names of library calls; what ran is reported by the worker, which watches torch's functions and kernels.
FORBIDDEN = {
    "softmax": ("softmax", "softmin", "logsumexp"),
    "attention": ("scaled_dot_product", "multi_head_attention", "MultiheadAttention"),
    "mask": ("generate_square_subsequent_mask",),
    "optimiser": ("torch.optim",),
}


def forbidden_calls(exercise: Exercise, checks: Sequence[Rehearsed], examinee: Examinee) -> list[str]:
    """The forbidden calls that run when the first question of each core check is asked once more, watched."""
    if exercise.forbidden is None:
        return []
    cases = [item.cases[-1] for item in checks if item.check.info.level == "core" and item.cases]
    recipes = [case.recipes[0] | {"trace": True} for case in cases if case.recipes]
    ran: set[str] = set()
    for report in examinee.ask(recipes):
        if not isinstance(report, Lost) and isinstance(report.get("ran"), list):
            ran.update(name for name in report["ran"] if isinstance(name, str))
    return sorted(name[:80] for name in ran if any(part in name for part in FORBIDDEN[exercise.forbidden]))
