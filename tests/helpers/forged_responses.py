"""Responses that no honest worker sends, and code that makes a worker send them."""

FORGE = """
import sys
sys.modules["guest.worker"].execute = lambda *args: {response}
"""
MALFORMED = {
    "an exception that is a number": {"calls": [], "raised": 5},
    "a misfit that is a number": {"defined": True, "calls": [], "misfit": 5},
    "a place that is a number": {"calls": [], "raised": {"type": "E", "where": 7}},
    "calls that are a number": {"calls": 3},
    "calls of text": {"calls": ["text"]},
    "a value of another kind": {"calls": [{"value": {1: "text"}, "untouched": 1, "rng_untouched": "yes"}]},
    "parameters without shapes": {"calls": [{"value": 1}], "parameters": [1], "state": [[]], "grads": {"connected": 1}},
    "nothing": {},
}


def forge(response: object) -> bytes:
    """Code at the end of a submission that makes its worker send this response to every request."""
    return FORGE.format(response=response).encode()
