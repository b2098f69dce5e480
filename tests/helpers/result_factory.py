"""Results as the tests of the pages need them: an ordinary one, a hostile one, a large class."""

from typing import Any

from autograder.results.failure import VALUES, Counts, Failure
from autograder.results.model import Anomaly, CheckResult, ExerciseResult, GraderVersion, Json, Result

EVIDENCE: Json = {
    "place": [1],
    "got": [[1, 0, 0], [0.9055, -0.09449, 0], ["nan", 0.3373, "-inf"]],
    "wrong": [[False, False, False], [True, True, False], [True, False, True]],
}
SNIPPET = (
    "import torch\nfrom causal import masked_softmax\n\nresult = masked_softmax(torch.tensor(1.0), 5)\nprint(result)\n"
)
DIAGNOSIS = {"family": "scale", "name": "no-scale", "text": "the scores are not divided by sqrt(d_k)"}
COUNTED = Failure(VALUES, counts=Counts(4, 9))
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(2)>',
    "</style></script></code></textarea><svg onload=alert(3)>",
    "{{ 7 * 7 }}{% raw %}&amp;<!--",
    "\u202eright to left\u202c שלום",
    "x" * 5000,
    "<a href='javascript:alert(4)'>click</a>\0\x1b[31m",
)
EVERYTHING = "\n".join(HOSTILE)


def check(name: str, **changes: Any) -> CheckResult:
    """A failed check; its message is that of the record, or stands alone."""
    plain = {"id": f"masked_softmax.{name}", "title": f"the {name}", "level": "core", "score": 0.0, "max_score": 1.0}
    if "message" not in changes:
        changes["failure"] = changes.get("failure") or COUNTED
        changes["message"] = changes["failure"].words()
    return CheckResult(**(plain | {"outcome": "wrong values"} | changes))


def exercise(
    *checks: CheckResult, name: str = "masked_softmax", outcome: str = "wrong values", **more: Any
) -> ExerciseResult:
    return ExerciseResult(name, "causal.py", float(len(checks)), outcome, checks, **more)


RIGHT = exercise(check("mask", outcome="right", score=1.0, message=""), name="causal_mask", outcome="right")
WRONG = exercise(
    check("values", evidence=EVIDENCE, snippet=SNIPPET, diagnosis=(DIAGNOSIS,), hint="Which width divides?"),
    check("scale", evidence=EVIDENCE, snippet=SNIPPET, counterexample={"d_k": "5", "t": "2"}),
    check("crash", outcome="crashed", message="raised RuntimeError", snippet=SNIPPET),
    check("large", outcome="right", score=1.0, message=""),
)
OPEN = exercise(check("all", outcome="not attempted"), name="CausalSelfAttention", outcome="not attempted")
ALL_SHOWN = exercise(check("all", evidence=EVIDENCE | {"expected": [[1, 0, 0]] * 3, "difference": [[0, 1, -1]] * 3}))


def result(
    student: str, *exercises: ExerciseResult, assignment: str = "02_causal", anomalies: tuple[Anomaly, ...] = ()
) -> Json:
    grader = GraderVersion("0.1.0", "0" * 64, "2.13.0")
    made = Result(
        student, assignment, "bwrap", grader, "0" * 64, ("causal.py",), ("BOM removed",), exercises, anomalies
    )
    return made.to_json()


def hostile_result() -> Json:
    """Everything that a student decides is hostile: name, notes, messages, values, code, evidence of anomalies."""
    evil = check(
        "values",
        message=EVERYTHING,
        hint=EVERYTHING,
        snippet=EVERYTHING,
        evidence={"place": [], "got": [list(HOSTILE)], "wrong": [[True] * len(HOSTILE)]},
        counterexample={HOSTILE[0]: HOSTILE[1]},
        diagnosis=({"family": "scale", "name": "x", "text": EVERYTHING},),
    )
    made = result(EVERYTHING, exercise(evil), OPEN, anomalies=(Anomaly("exit", HOSTILE[0], EVERYTHING),))
    made["submission"]["notes"] = list(HOSTILE)
    return made


def large_class(students: int) -> list[Json]:
    """Six assignments of each student, some wrong in one of several ways, some not attempted."""
    return [
        result(f"student {number:04}", *_mixture(number + place), assignment=f"{place:02}_assignment")
        for number in range(students)
        for place in range(6)
    ]


def _mixture(number: int) -> list[ExerciseResult]:
    own = check("own", message=f"value {number} is wrong", score=(number % 7) / 10)
    return [[RIGHT, WRONG], [WRONG, OPEN], [RIGHT, exercise(own)], [RIGHT, RIGHT]][number % 4]
