"""How hypothesis is run: everybody gets the same examples, and nothing is stored or timed."""

from hypothesis import HealthCheck, Phase, Verbosity, settings

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
