"""The list of hand-ins for the instructor: who needs a person comes first, with the reason."""

from dataclasses import replace
from typing import Any

from autograder.reports.review_index import review_rows
from autograder.results.model import Anomaly, Json
from autograder.results.summary import summarize
from tests.helpers.result_factory import DIAGNOSIS, OPEN, RIGHT, check, exercise, result

TOLD = exercise(check("values", diagnosis=(DIAGNOSIS,)))
UNTOLD = exercise(check("values"))


def rows(*results: Json) -> list[Json]:
    return review_rows([summarize(one) for one in results], {one["student"]: one["student"] for one in results})


def refused(student: str) -> Json:
    made: dict[str, Any] = result(student, OPEN)
    made["submission"] |= {"status": "refused", "reason": "received report.pdf; expected causal.py"}
    return made | {"score": None}


def test_those_who_need_a_person_come_first() -> None:
    waiting = replace(UNTOLD, needs_person="the sandbox refused socket()")
    made = [
        result("all right", RIGHT),
        result("told", RIGHT, TOLD),
        result("untold", RIGHT, UNTOLD),
        result("nothing right", UNTOLD),
        result("odd", RIGHT, anomalies=(Anomaly("exit", "causal_mask", "os._exit(0)"),)),
        refused("refused"),
        result("waits", RIGHT, waiting),
    ]
    listed = rows(*made)
    assert [row["student"] for row in listed] == [item["student"] for item in reversed(made)]
    assert [row["place"] for row in listed] == list(range(1, 8))


def test_every_row_says_why() -> None:
    (row,) = rows(refused("ada"))
    assert row["reasons"] == ("received report.pdf; expected causal.py",)
    (row,) = rows(result("ada", RIGHT, UNTOLD, anomalies=(Anomaly("exit", "causal_mask", "os._exit(0)"),)))
    assert row["reasons"] == ("exit in causal_mask: os._exit(0)", "no reason found: masked_softmax")
    (row,) = rows(result("ada", OPEN))
    assert row["reasons"] == ("nothing was attempted",)


def test_within_a_group_those_who_lost_more_come_first() -> None:
    most = exercise(check("values"), check("more"), check("large"))
    listed = rows(result("ada", RIGHT, UNTOLD), result("zoe", RIGHT, most))
    assert [row["student"] for row in listed] == ["zoe", "ada"]


def test_a_correction_is_marked() -> None:
    made = result("ada", RIGHT) | {"policy": {"steps": [{"rule": "adjustment.total", "score": 1}], "line": ""}}
    (row,) = rows(made)
    assert row["corrected"]
