"""A verdict of every kind, each a function that raises it."""

import torch
from torch import inf, nan, tensor

from autograder.checking import assertions, own_values, robustness
from autograder.checking.answer import Answer
from autograder.checking.judged import judged
from autograder.checking.student import Student
from autograder.sandbox.guest.wire import OpaqueValue
from autograder.sandbox.host.target import NoResponse

CALL, REQUEST = "softmax(<2 × 3>)", {"target": "softmax", "calls": [{"args": [], "named": {}}]}
RAISED = {"type": "IndexError", "text": "too far", "chain": ["IndexError"], "where": None}
SHAPES = RAISED | {"type": "RuntimeError", "text": "mat1 and mat2 shapes cannot be multiplied (2x3 and 4x3)"}
PLACE = {"file": "causal.py", "line": 7, "code": "x[9]"}


def returned(value, **more) -> Answer:
    return Answer({"calls": [{"value": value}], **more}, CALL, REQUEST)


def ended(report) -> Answer:
    return Answer(report, CALL, REQUEST)


def _fails(student: Student) -> None:
    assert student is None


ONES, FLAT = torch.ones(2, 3), torch.ones(6)
VERDICTS = {
    "nothing": lambda: assertions.assert_close(returned(None), ONES),
    "a list": lambda: assertions.assert_close(returned([1.0]), ONES),
    "another shape": lambda: assertions.assert_close(returned(FLAT), ONES),
    "another kind of dtype": lambda: assertions.assert_close(returned(ONES.int()), ONES),
    "another width of dtype": lambda: assertions.assert_close(returned(ONES), ONES, dtype=torch.float64),
    "another device": lambda: robustness.assert_places(ended({"calls": [{"value": ONES, "places": ["cpu"]}]})),
    "a device that was not asked for": lambda: robustness.assert_places(
        ended({"calls": [{"value": ONES, "places": ["cuda"]}]}), ["cpu"]
    ),
    "refused on a GPU": lambda: robustness.assert_keeps_device(
        ended({"calls": [], "raised": {"type": "DeviceError", "text": "found cuda:0 and cpu!", "device": True}}),
        returned(ONES),
    ),
    "other values on a GPU": lambda: robustness.assert_keeps_device(
        ended({"calls": [{"value": -ONES, "places": ["cuda"]}]}), returned(ONES)
    ),
    "not finite": lambda: assertions.assert_close(returned(tensor([1.0, nan])), tensor([1.0, 1.0])),
    "wrong values": lambda: assertions.assert_close(returned(tensor([[1.0, 0.5]])), tensor([[1.0, 1.0]])),
    "infinite elsewhere than asked": lambda: assertions.assert_close(
        returned(tensor([-inf, 0.0])), tensor([0.0, -inf])
    ),
    "no number": lambda: assertions.assert_number(returned("15"), 15),
    "nothing for a number": lambda: assertions.assert_number(returned(None), 15),
    "a number that is infinite": lambda: assertions.assert_number(returned(float("inf")), 15),
    "a wrong number": lambda: assertions.assert_number(returned(16), 15),
    "a wrong number that is too small": lambda: assertions.assert_number(returned(14), 15),
    "a number too large for any": lambda: assertions.assert_number(returned(10**400), 15),
    "numbers that are no list": lambda: assertions.assert_numbers(returned(1), [1, 2]),
    "too few numbers": lambda: assertions.assert_numbers(returned([1]), [1, 2]),
    "one wrong number of several": lambda: assertions.assert_numbers(returned([1, 3]), [1, 2]),
    "a plain assertion of a check": lambda: judged(_fails)(Student(None)),
    "asks for a thread": lambda: ended({"raised": RAISED | {"refused": "a thread"}}).value,
    "raises nothing": lambda: assertions.assert_raised(returned(1), "ValueError"),
    "raises something else": lambda: assertions.assert_raised(ended({"raised": RAISED}), "ValueError"),
    "raises without the reason": lambda: assertions.assert_raised(
        ended({"raised": RAISED}), "IndexError", mention="cake"
    ),
    "no gradient": lambda: assertions.assert_gradients(
        returned(ONES, grads={"connected": False, "inputs": [], "parameters": {}}), [ONES], {}
    ),
    "a gradient that is missing": lambda: assertions.assert_gradients(
        returned(ONES, grads={"connected": True, "inputs": [None], "parameters": {}}), [ONES], {}
    ),
    "gradients that are missing beside right ones": lambda: assertions.assert_gradients(
        returned(
            ONES,
            grads={
                "connected": True,
                "inputs": [ONES],
                "parameters": {"W_q": None, "W_k": None, "W_v": ONES, "b": FLAT},
            },
        ),
        [ONES],
        {"W_q": ONES, "W_k": ONES, "W_v": ONES, "b": 2 * FLAT},
    ),
    "a wrong gradient of a parameter": lambda: assertions.assert_gradients(
        returned(ONES, grads={"connected": True, "inputs": [], "parameters": {"W": 2 * ONES}}), [], {"W": ONES}
    ),
    "not defined": lambda: ended({"defined": False}).value,
    "not attempted": lambda: ended({"raised": RAISED | {"not_attempted": True}}).value,
    "a missing parameter": lambda: ended({"misfit": {"name": "W_k.bias", "wanted": [5], "found": None}}).value,
    "another parameter": lambda: ended({"misfit": {"name": "W", "wanted": [3, 5], "found": [5, 3]}}).value,
    "an error": lambda: ended({"raised": RAISED}).value,
    "an error at a place": lambda: ended({"raised": RAISED | {"where": PLACE}}).value,
    "an error about shapes": lambda: (
        ended({"raised": SHAPES | {"where": PLACE | {"shapes": [["q", [2, 3]], ["k", [4, 3]]]}}}).value
    ),
    "no ordinary value": lambda: ended({"unsendable": True}).value,
    "no answer": lambda: ended(NoResponse("timed out", "no answer within 4 s")).value,
    "no value to compare": lambda: own_values.assert_by_name(
        returned([OpaqueValue("Evil")]), returned([OpaqueValue("Evil")])
    ),
    "half an answer": lambda: ended({"calls": []}).value,
    "half a call": lambda: ended({"calls": [{}]}).value,
}
