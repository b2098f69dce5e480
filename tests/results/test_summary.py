"""Summaries of a class share what is equal, so that a run of a large class has room for all of them."""

import copy
import json

from autograder.results.model import Json
from autograder.results.summary import SharedExercises, summarize
from tests.helpers.result_factory import OPEN, RIGHT, WRONG, result


def read_back(student: str) -> Json:
    """A summary as it is read from a file: nothing in it is shared with any other."""
    summary: Json = json.loads(json.dumps(summarize(result(student, RIGHT, WRONG, OPEN))))
    return summary


def test_equal_exercises_of_two_summaries_are_one_object_and_nothing_changes() -> None:
    shared, before = SharedExercises(), [read_back("ada"), read_back("ben")]
    ada, ben = (shared.share(copy.deepcopy(summary)) for summary in before)
    assert [ada, ben] == before
    assert all(one is other for one, other in zip(ada["exercises"], ben["exercises"], strict=True))
    assert list(ada) == list(before[0]), "pages are the same, in their order"


def test_what_differs_in_any_way_is_not_shared() -> None:
    shared, plain = SharedExercises(), read_back("ada")
    seen = [shared.share(copy.deepcopy(plain))["exercises"]]
    for change in ({"corrected": True}, {"dropped": True}, {"outcome": "crashed"}, {"mistake": None}):
        other = copy.deepcopy(plain)
        other["exercises"][1] |= change
        expected = copy.deepcopy(other)
        found = shared.share(other)
        assert found == expected, change
        seen.append(found["exercises"])
    assert len({id(exercises[1]) for exercises in seen}) == len(seen)
