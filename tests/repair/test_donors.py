"""Right programs as donors: a statement is taken over with the student's names, and only if they are all known."""

from textwrap import dedent

from autograder.repair.donors import donor_edits
from autograder.repair.source import ParsedText

HEAD = "import torch\nfrom torch import nn\n\n\n"
RIGHT = """\
def f(scores, size):
    hidden = torch.ones_like(scores).triu(1)
    masked = scores - hidden
    return masked / size
"""


def programs(text: str, *donors: str) -> set[str]:
    source = ParsedText(HEAD + dedent(text))
    found = donor_edits(source, "f", [dedent(donor) for donor in donors])
    return {source.edited(edit).removeprefix(HEAD) for edits in found for edit in edits}


def test_a_statement_is_taken_over_with_the_names_of_the_student() -> None:
    mine = """\
        def f(s, n):
            h = torch.ones_like(s).triu(1)
            m = s * h
            return m / n
        """
    assert dedent(mine).replace("s * h", "s - h") in programs(mine, RIGHT)


def test_a_missing_statement_is_put_in() -> None:
    mine = """\
        def f(s, n):
            h = torch.ones_like(s).triu(1)
            m = s - h
        """
    assert dedent(mine) + "    return m / n\n" in programs(mine, RIGHT)


def test_a_statement_with_a_name_that_the_student_does_not_have_is_not_taken_over() -> None:
    other = "def f(s, n):\n    return CONSTANT * s\n"
    assert programs("def f(s, n):\n    return s\n", other) == set()


def test_an_attribute_that_the_class_does_not_have_is_not_taken_over() -> None:
    mine = "class f(nn.Module):\n    def forward(self, x):\n        return x\n"
    assert programs(mine, mine.replace("return x", "return self.scale * x")) == set()


def test_bodies_of_loops_are_compared() -> None:
    mine = "def f(x):\n    for i in range(3):\n        x = x + i\n        x = x * 2\n    return x\n"
    right = mine.replace("x * 2", "x * 3").replace("i", "k").replace("kn", "in").replace("kf", "if")
    assert mine.replace("x * 2", "x * 3") in programs(mine, right)


def test_a_donor_that_is_no_python_or_of_another_kind_is_left_out() -> None:
    assert programs("def f(s, n):\n    return s\n", "def f(:", "f = 3\n", "class f:\n    pass\n") == set()


def test_a_program_is_not_replaced_as_a_whole() -> None:
    mine = "def f(s, n):\n    a = s\n    b = a\n    c = b\n    d = c\n    return d\n"
    assert RIGHT.replace("scores", "s").replace("size", "n") not in programs(mine, RIGHT)


def test_parameters_are_taken_over_without_annotations_if_the_body_needs_no_others() -> None:
    right = "def f(scores: Tensor, size: int = 3):\n    return scores / size\n"
    swapped = "def f(size, scores):\n    return scores * size\n"
    found = programs(swapped, right)
    assert swapped.replace("size, scores", "scores, size=3") in found
    assert swapped.replace("*", "/") in found, "names are those of the parameters, not of their places"
    assert not any("scores, size=3" in text for text in programs("def f(size, other):\n    return other\n", right))
