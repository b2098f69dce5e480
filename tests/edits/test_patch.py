"""Patches: where they fit, what they give, and the sentence where they do not fit."""

import pytest

from autograder.edits.patch import MAX_LINES, PatchError, apply_patch, numbered_code, parse_hunks

RIGHT = '''class Attention(nn.Module):
    """Attention; keys = W_key(x)."""

    def forward(self, x: Tensor) -> Tensor:
        ### BEGIN SOLUTION
        queries = self.W_query(x)  # (B, T, d_k)
        keys = self.W_key(x)  # (B, T, d_k)

        scores = queries @ keys.mT
        return scores
'''


def patched(*lines: str) -> str:
    return apply_patch(parse_hunks(lines), RIGHT)


def test_a_line_is_replaced_and_its_comment_need_not_be_repeated() -> None:
    text = patched("#-         keys = self.W_key(x)", "#+         keys = self.W_query(x)")
    assert text == RIGHT.replace("keys = self.W_key(x)  # (B, T, d_k)", "keys = self.W_query(x)")


def test_several_hunks_change_one_program() -> None:
    text = patched(
        "#-         queries = self.W_query(x)",
        "",
        "#-         scores = queries @ keys.mT",
        "#+         scores = keys @ keys.mT",
        "#-         return scores",
        "#+         scores = scores / 2",
        "#+         return scores",
    )
    assert "queries" not in text
    assert text.endswith("scores = keys @ keys.mT\n        scores = scores / 2\n        return scores\n")


def test_lines_that_follow_each_other_make_an_old_line_unique() -> None:
    right = "a = 1\nb = 2\na = 1\nc = 3\n"
    hunks = parse_hunks(["#- a = 1", "#- c = 3", "#+ c = 4"])
    assert apply_patch(hunks, right) == "a = 1\nb = 2\nc = 4\n"


@pytest.mark.parametrize(
    ("lines", "sentence"),
    {
        "absent": (["#-         keys = x"], "`keys = x` does not occur in the right program"),
        "twice": (["#- a = 1", "#+ a = 2"], "`a = 1` occurs 2 times in the right program"),
        "in a docstring": (["#- keys = W_key(x)."], "does not occur"),
        "not consecutive": (["#- a = 1", "#- c = 3"], "`a = 1` and what follows it does not occur"),
    }.values(),
    ids=["absent", "twice", "in a docstring", "not consecutive"],
)
def test_a_patch_that_does_not_fit_says_which_line(lines: list[str], sentence: str) -> None:
    right = '"""keys = W_key(x)."""\na = 1\nb = 2\na = 1\n'
    with pytest.raises(PatchError, match=r"^the old line ") as caught:
        apply_patch(parse_hunks(lines), right)
    assert sentence in str(caught.value)


def test_a_hunk_without_an_old_line_is_refused() -> None:
    with pytest.raises(PatchError, match="name the old line before it"):
        parse_hunks(["#- a", "#+ b", "", "#+ c"])


def test_a_long_difference_is_refused_and_context_does_not_count() -> None:
    longest = ["#- a", "#+ a", *(f"#+ b{number}" for number in range(MAX_LINES))]
    assert apply_patch(parse_hunks(longest), "a\nz\n") == "a\nb0\nb1\nb2\nb3\nz\n"
    with pytest.raises(PatchError, match=f"changes {MAX_LINES + 1} lines of 2, and {MAX_LINES} are allowed"):
        apply_patch(parse_hunks([*longest, "#+ c"]), "a\nz\n")


def test_of_a_long_definition_half_of_its_lines_may_differ() -> None:
    right = "\n".join(f"a{number}" for number in range(20))
    longest = ["#- a3", *(f"#+ b{number}" for number in range(10))]
    assert apply_patch(parse_hunks(longest), right).count("b") == 10
    with pytest.raises(PatchError, match="changes 11 lines of 20, and 10 are allowed"):
        apply_patch(parse_hunks([*longest, "#+ c"]), right)


def test_code_lines_leave_out_comments_docstrings_and_empty_lines() -> None:
    assert [line.strip() for _, line in numbered_code(RIGHT)] == [
        "class Attention(nn.Module):",
        "def forward(self, x: Tensor) -> Tensor:",
        "queries = self.W_query(x)",
        "keys = self.W_key(x)",
        "scores = queries @ keys.mT",
        "return scores",
    ]


def test_a_number_sign_in_a_text_is_no_comment() -> None:
    assert numbered_code('a = "#1"  # one\n') == [(0, 'a = "#1"')]
