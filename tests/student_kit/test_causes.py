"""Why a test failed, by the names in the student's own code; and what is tried beside the tests that were asked for."""

import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
import torch
from torch import nn

from assignments._support.causes import cause_of, hint_on, on_names, plain_call, shapes_at, shown_call
from assignments._support.compare import Difference
from assignments._support.hints import advice
from assignments._support.loading import Folder
from assignments._support.lookalikes import Lookalike
from assignments._support.observe import observations
from assignments._support.show import show_number
from tests.helpers.student_folder import Handout, summary

CODE = """
import math
import torch
from torch import nn

def scaled(x):
    return x / sqrt(3)

def products(queries, keys):
    return queries @ keys  # no transpose

def turned(queries, keys):
    return queries @ keys.T

def updated(p):
    p -= 0.1

class Forgot(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = nn.Linear(2, 2)
        down = nn.Linear(2, 2)

    def forward(self, x):
        return up(x)

    def back(self, x):
        return self.down(x)

class Renamed(nn.Module):
    def __init__(self):
        super().__init__()
        self.w_o = nn.Linear(2, 2)

class Late(nn.Module):
    def __init__(self):
        self.up = nn.Linear(2, 2)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    (tmp_path / "code.py").write_text(CODE)
    return Folder(tmp_path)


def error_of(call: Callable[[], object]) -> BaseException:
    with pytest.raises(Exception) as caught:  # noqa: PT011 - each kind has its own
        call()
    return caught.value


def test_a_forgotten_self_is_named(folder: Folder) -> None:
    forgot = folder.find("Forgot", "code")()
    up, down = (error_of(partial(call, torch.ones(2))) for call in (forgot, forgot.back))
    assert hint_on(up, folder) == "up belongs to the object: write self.up"
    assert hint_on(down, folder) == "down is a local variable of __init__: write self.down = …"


def test_a_name_of_a_module_and_one_with_other_capitals_are_named(folder: Folder) -> None:
    renamed = folder.find("Renamed", "code")()
    assert hint_on(error_of(lambda: folder.find("scaled", "code")(1)), folder) == "write math.sqrt or torch.sqrt"
    assert hint_on(error_of(lambda: renamed.W_O), folder) == "the object has w_o, and the text calls it W_O"


def test_a_late_init_is_named(folder: Folder) -> None:
    error = error_of(folder.find("Late", "code"))
    assert hint_on(error, folder) == "super().__init__() has to come first in __init__"


def test_the_shapes_in_the_failing_line_are_said(folder: Folder) -> None:
    products = folder.find("products", "code")
    error = error_of(lambda: products(torch.ones(3, 2), torch.ones(3, 2)))
    assert shapes_at(error, folder.paths) == "queries (3, 2), keys (3, 2)"
    assert shapes_at(error_of(lambda: products(1, 2)), folder.paths) == ""


def test_the_same_line_is_the_same_cause_whatever_the_sizes(folder: Folder) -> None:
    products = folder.find("products", "code")
    errors = [error_of(partial(products, torch.ones(size, 2), torch.ones(size, 2))) for size in (3, 4)]
    causes = {cause_of(error, folder.paths, None) for error in errors}
    other = cause_of(error_of(lambda: folder.find("scaled", "code")(1)), folder.paths, None)
    assert len(causes) == 1
    assert other not in causes


def test_other_values_may_have_other_causes(folder: Folder) -> None:
    nothing = Difference("wrong type", "", None, torch.ones(2), call="f(x)")
    wrong = Difference("wrong values", "", torch.ones(2), torch.zeros(2), call="f(x)")
    assert cause_of(AssertionError(), folder.paths, nothing)
    assert cause_of(AssertionError(), folder.paths, wrong) == ""


def test_a_mistake_that_has_a_name_is_one_cause_and_a_vague_one_is_none() -> None:
    wrong = Difference("wrong values", "", torch.ones(2), torch.zeros(2), call="f(x)")
    named, vague = (Lookalike(text, "") for text in ("softmax over the queries", "a mistake of the axis"))
    assert cause_of(AssertionError(), (), wrong, named) == "softmax over the queries"
    assert cause_of(AssertionError(), (), wrong, vague) == ""


def test_a_name_that_is_missing_and_the_error_about_it_are_one_cause(folder: Folder) -> None:
    missing = Difference("wrong values", "", ["up.weight"], ["up.weight", "down.weight"], call="list(A().state_dict())")
    error = error_of(partial(folder.find("Forgot", "code")().back, torch.ones(2)))
    assert cause_of(error, folder.paths, None) == cause_of(AssertionError(), folder.paths, missing) == "has no down"


def test_a_layer_without_parameters_and_a_result_without_a_graph_are_one_cause() -> None:
    missing = Difference("wrong values", "", [], ["W"], call="list(A().state_dict())")
    error = error_of(torch.ones(2).sum().backward)
    assert cause_of(error, (), None) == cause_of(AssertionError(), (), missing)


def test_what_is_missing_is_said_instead_of_a_question() -> None:
    missing = Difference("wrong values", "", [], ["W"], call="list(A().state_dict())")
    lines = advice(missing, Lookalike("plain tensors instead of parameters", "where does it leave the graph?"), 2)
    assert not any(line.startswith("hint") for line in lines)
    assert lines[1].startswith("notice      W is missing")


@pytest.mark.parametrize(
    ("got", "said"),
    [
        (["W_q", "W_k"], ["W_v is missing: only an nn.Parameter that is assigned to self is one of the parameters"]),
        (
            ["W_q", "W_k", "W_v", "mask"],
            ["mask is not asked for: a buffer stays out of the state dict with persistent=False"],
        ),
        (
            [],
            ["W_q, W_k and W_v are missing: only an nn.Parameter that is assigned to self is one of the parameters"],
        ),
        (["W_q", "W_k", "w_v"], ["w_v should be called W_v"]),
        (["W_k", "W_q", "W_v"], ["the right names, created in another order"]),
    ],
)
def test_what_is_wrong_with_the_names_of_parameters_is_said(got: list[str], said: list[str]) -> None:
    assert on_names(Difference("wrong values", "", got, ["W_q", "W_k", "W_v"], call="list(A(3).state_dict())")) == said


def test_layers_are_named_with_and_without_a_bias() -> None:
    shapes = {name: tuple(value.shape) for name, value in nn.Sequential(nn.Linear(2, 3)).named_parameters()}
    without = {"0.weight": (3, 2)}
    assert on_names(Difference("wrong values", "", without, shapes)) == [
        "0.bias is missing: is the layer made with bias=False?"
    ]
    assert on_names(Difference("wrong values", "", shapes, without)) == [
        "0.bias is not asked for: bias=False makes a layer without one"
    ]


def test_missing_biases_are_one_sentence_and_parts_of_a_list_another() -> None:
    shapes = dict.fromkeys(("q.weight", "q.bias", "k.weight", "k.bias", "heads.0.W", "heads.1.W"), (2,))
    assert on_names(Difference("wrong values", "", {"q.weight": (2,), "k.weight": (2,)}, shapes)) == [
        "q.bias and k.bias are missing: is the layer made with bias=False?",
        "the parts of heads are missing: is there a line self.heads = nn.ModuleList(…) in __init__?",
    ]


@pytest.mark.filterwarnings("ignore")  # torch will do away with it
def test_what_turns_a_batch_around_is_named(folder: Folder) -> None:
    batch = torch.ones(2, 6, 5)
    error = error_of(partial(folder.find("turned", "code"), batch, torch.ones(2, 4, 5)))
    assert hint_on(error, folder) == "keys.T reverses all 3 dimensions, and only two are meant"


def test_an_update_that_autograd_records_belongs_elsewhere(folder: Folder) -> None:
    error = error_of(partial(folder.find("updated", "code"), nn.Parameter(torch.ones(1))))
    assert "inside torch.no_grad()" in hint_on(error, folder)


def test_a_dictionary_of_words_is_none_of_parameters() -> None:
    assert on_names(Difference("wrong values", "", {"short,": 5}, {"short": 5}, call="build_vocab('short,')")) == []


@pytest.mark.parametrize(("share", "words"), [(0.5, "half"), (0.25, "a quarter"), (0.1, "10%")])
def test_forgotten_dropout_is_said_in_numbers_of_weights(share: float, words: str) -> None:
    weights = torch.ones(6, 6).tril()
    seen = observations(weights, weights / (1 - share), f"weights in training, dropout {share}")
    assert seen == [f"none of 21 weights was dropped, about {words} should be"]


def test_a_general_question_is_left_out_where_more_is_known() -> None:
    wrong = Difference("wrong shape", "shape (2, 1) instead of (2,)", torch.ones(2, 1), torch.ones(2), call="f(x)")
    question = "Write the shape of every tensor"
    assert question not in "\n".join(advice(wrong, Lookalike("keeps the summed dimension", "", "shape"), 3))
    assert question not in "\n".join(advice(wrong, None, 1))
    assert question in "\n".join(advice(Difference("wrong shape", "", (2, 1), (2,), call="f(x).shape"), None, 1))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("assert_differentiable(softmax, z, call='softmax(z)')", "softmax(z)"),
        ("sum((parameter.numel() for parameter in A(4, 4).parameters()))", "the number of parameters of A(4, 4)"),
        ("(A(3), SENTENCE[None])[0](x).shape", "A(3)(x).shape"),
        ("weights in training, dropout 0.5", "weights in training, dropout 0.5"),
        ("to_ids(WORDS, VOCAB).dtype", "to_ids(words, vocab).dtype"),
        ("isfinite(W_Q)", "isfinite(W_Q)"),
    ],
)
def test_a_call_is_shown_without_what_only_a_test_does(text: str, said: str) -> None:
    assert plain_call(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("filled(FeedForward(2, 2), 1.0).down.bias.copy_(torch.tensor([1.0]))", "FeedForward(2, 2)"),
        ("layer.bias.copy_(factor * torch.tensor([1.0]))", "FeedForward(…)"),
        ("FeedForward(2, 2)(WORDS).square().sum().backward()", "FeedForward(2, 2)(words)"),
        ("filled(FeedForward(2, 2), 1.0)(X.clone())[0]", "FeedForward(2, 2)(X.clone())"),
        ("FeedForward(2, 2).eval()(x)", "FeedForward(2, 2).eval()(x)"),
    ],
)
def test_of_a_line_of_a_test_the_call_of_the_exercise_is_shown(text: str, said: str) -> None:
    assert shown_call(text, "FeedForward") == said


@pytest.mark.parametrize(("number", "text"), [(452984832.0, "452984832"), (2.5, "2.5"), (1e20, "1e+20"), (-3.0, "-3")])
def test_a_whole_number_is_shown_whole(number: float, text: str) -> None:
    assert show_number(number) == text


WRONG_MASK = "\n\ndef causal_mask(T, device=None):\n    return torch.ones(T, T, dtype=torch.bool)[None, None]\n"
FLOOD = """

def padding_mask(lengths, T):
    for number in range(100):
        print("step", number)
    return lengths
"""


@pytest.fixture(scope="module")
def handout(tmp_path_factory: pytest.TempPathFactory) -> Handout:
    made = Handout(tmp_path_factory.mktemp("a folder with blanks"))
    made.solve()
    made.append({"02_causal/causal.py": WRONG_MASK + FLOOD, "00_warmup/warmup.py": "\n\nx = (1\n"})
    return made


@pytest.mark.process
def test_an_exercise_that_is_called_is_tried_too(handout: Handout) -> None:
    _, screen = handout.pytest("assignments/02_causal", "-k", "additive_causal_mask")
    words = " ".join(screen.split())
    first = words.index("additive_causal_mask calls causal_mask, which is not right yet: mend causal_mask first")
    assert first < words.index(" called ")
    assert "next: causal_mask in 02_causal" in screen
    assert "test_causal_mask" not in screen
    assert summary(screen)[0] == "02_causal"


CELLS = """
from pathlib import Path
from assignments._support.notebook import Checks

cell = str(Path("assignments/02_causal/causal.py"))
names = {"__name__": "__main__"}
exec(compile(Path(cell).read_text(encoding="utf-8"), cell, "exec"), names)
check = Checks("02_causal", names)
check("additive_causal_mask")
try:
    check("additive_causl_mask")
except ValueError as error:
    print(error)
"""


@pytest.mark.process
def test_in_a_notebook_too(handout: Handout) -> None:
    command = [sys.executable, "-c", CELLS]
    done = subprocess.run(command, cwd=handout.root, capture_output=True, encoding="utf-8", check=False)
    first, *others, last = done.stdout.splitlines()
    assert re.fullmatch(
        r"✗ additive_causal_mask: wrong: \d/\d public checks passed; calls causal_mask, which is not right yet", first
    )
    assert not any(line.startswith("test_causal_mask") for line in others)
    assert last == "02_causal has no exercise called 'additive_causl_mask'; did you mean 'additive_causal_mask'?"


@pytest.mark.process
def test_what_a_loop_prints_is_cut(handout: Handout) -> None:
    _, screen = handout.pytest("assignments/02_causal", "-k", "padding_mask")
    blocks = screen.split("Captured stdout call")[1:]
    assert blocks
    for block in blocks:
        printed = [line for line in block.splitlines() if line.startswith(("step", "…"))]
        assert len(printed) == 20
        assert printed[0] == "step 0"
        assert printed[-1] == "step 99"


@pytest.mark.process
def test_a_name_that_is_misspelled_is_guessed(handout: Handout) -> None:
    status, screen = handout.pytest("assignments/02_causal", "-k", "masked_sofmax")
    assert status == 5
    assert "no exercise and no test here is called masked_sofmax: did you mean masked_softmax?" in screen.replace(
        "\n", " "
    )


@pytest.mark.process
def test_after_a_syntax_error_its_line_is_next(handout: Handout) -> None:
    _, screen = handout.pytest("assignments/00_warmup")
    line = (handout.root / "assignments/00_warmup/warmup.py").read_text(encoding="utf-8").splitlines().index(
        "x = (1"
    ) + 1
    assert f"next: line {line} of warmup.py in 00_warmup" in screen
