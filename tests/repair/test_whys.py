"""Why a change is needed, from the kind of the edits that pass and from their words."""

import pytest

from autograder.repair.claims import ONLY_EQUAL, Claim, why_of
from autograder.repair.rules import known_kinds


def claim(kind: str, before: str, after: str, *, leaves_out: bool = False) -> Claim:
    return Claim(3, 3, before, 0, len(before), before, kind, leaves_out, (), 1, (before,), (after,))


@pytest.mark.parametrize(
    ("kind", "before", "after", "said"),
    [
        ("from the front", "x[-n:]", "x[x.shape[0] - n:]", "-0 is 0"),
        ("argument added", "x.sum(-1)", "x.sum(-1, keepdim=True)", "keepdim"),
        ("argument added", "torch.zeros(T)", "torch.zeros(T, dtype=x.dtype, device=x.device)", "default dtype"),
        ("argument added", "torch.zeros(T)", "torch.zeros(T, device=x.device)", "default device"),
        ("argument added", "torch.zeros(T)", "torch.zeros(T, dtype=x.dtype)", "default dtype unless"),
        ("call", "x.squeeze()", "x", "Without a dim"),
        ("infinity", "s.masked_fill(m, -1e9)", "s.masked_fill(m, -inf)", "A finite number hides nothing"),
        ("infinity", "torch.zeros_like(x)", "torch.full_like(x, -inf)", "A score of 0"),
        ("rounding", "int(n)", "math.ceil(n)", "Rounded down"),
        ("rounding", "round(n)", "math.ceil(n)", "nearest whole number"),
        ("statement", "break", "", "ends the loop"),
        ("call", "x.detach()", "x", "No gradient"),
        ("argument added", "x.squeeze()", "x.squeeze(-1)", "also one that only happens"),
        ("in place", "x += y", "x = x + y", "`+=` writes"),
        ("in place", "x.masked_fill_(y, 0)", "x = x.masked_fill(y, 0)", "A method whose name ends in `_` writes"),
        ("in place", "x[0] = y", "x = x.index_fill(0, i, y)", "still needed as it was"),
        ("absolute", "math.log(1 - a)", "math.log(abs(1 - a))", "has no logarithm"),
        ("absolute", "while x > e:", "while abs(x) > e:", "counts as small"),
        ("function", "torch.randn(2)", "torch.rand(2)", "uniformly"),
        ("function", "torch.rand(2)", "torch.randn(2)", "uniformly"),
    ],
)
def test_a_kind_or_a_word_says_why(kind: str, before: str, after: str, said: str) -> None:
    assert said in why_of(claim(kind, before, after))


def test_of_another_call_that_is_left_out_nothing_is_known() -> None:
    assert why_of(claim("call", "x.exp()", "x", leaves_out=True)) == ""
    assert why_of(claim("call", "x.squeeze(-1)", "x", leaves_out=True)) == "", "this one has a dim"
    assert why_of(claim("", "x", "y")) == ""
    assert why_of(claim("infinity", "low = -1e9", "low = -inf")) == "", "where a search begins, nothing is hidden"
    assert why_of(claim("with", "with lock:", "", leaves_out=True)) == ""


@pytest.mark.parametrize(("after", "said"), [("a >= b", ONLY_EQUAL), ("a < b", ""), ("a <= b", "")])
def test_a_comparison_that_differs_only_where_sides_are_equal_is_told(after: str, said: str) -> None:
    assert why_of(claim("comparison", "a > b", after)) == said


def test_no_grad_that_is_missing_and_one_that_is_too_much_have_reasons_of_their_own() -> None:
    missing, too_much = (why_of(claim("no_grad", "a", "b", leaves_out=out)) for out in (False, True))
    assert missing
    assert too_much not in {"", missing}


def test_every_reason_is_a_short_sentence() -> None:
    kinds = known_kinds().values()
    every = [why for kind in kinds for why in (kind.why, kind.why_left_out, *kind.words.values()) if why]
    assert all(text.endswith(".") and len(text.split()) <= 34 for text in every)


@pytest.mark.parametrize(
    ("condition", "body", "is_kept"),
    [
        ("self.mask is None", "self.mask = made", True),
        ("not self.mask", "self.mask = made", True),
        ("mask is None and self.causal", "mask = made", False),
        ("self.bias is not None", "x = x + self.bias", False),
        ("self.mask is None", "mask = made", False),
    ],
)
def test_what_one_call_leaves_to_the_next_is_told_only_of_an_attribute_that_is_made_there(
    condition: str, body: str, is_kept: bool
) -> None:
    lines = f"        if {condition}:", f"            {body}"
    kept = Claim(3, 3, lines[0], 8, 20, condition, "condition", True, (), 1, lines, (f"        {body}",))
    assert ("What one call leaves" in why_of(kept)) is is_kept
