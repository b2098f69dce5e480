"""How hypothesis is run: everybody gets the same examples, and nothing is stored or timed."""

from hypothesis import HealthCheck, Phase, Verbosity, settings
from hypothesis.internal.conjecture.providers import HypothesisProvider
from hypothesis.internal.constants_ast import Constants

# Hypothesis also tries the constants that stand in whatever modules of ours this process has loaded. Examples would
# depend on the command that grades, and each process would read all that source first; there is no setting for it.
HypothesisProvider._local_constants = Constants()  # type: ignore[assignment]  # noqa: SLF001 - as said

GRADING = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=12,
    print_blob=False,
    report_multiple_bugs=False,
    verbosity=Verbosity.quiet,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate, Phase.shrink],
)
