"""A library call that an exercise forbids fails its public tests: nobody learns of it only when it is graded."""

import re
from collections.abc import Callable

import pytest

from tests.helpers.student_folder import Handout, summary

pytestmark = pytest.mark.process
AS_LIBRARY = {
    "softmax": ("01_self_attention/self_attention.py", "softmax(z, dim=-1): return z.softmax(dim)", "softmax"),
    "mask_and_renormalize": (
        "02_causal/causal.py",
        (
            "mask_and_renormalize(weights):\n"
            "    q = torch.linalg.cholesky(torch.eye(weights.shape[-1]))\n"
            "    torch.nn.functional.scaled_dot_product_attention(q, q, q)\n"
            "    return weights.tril() / weights.tril().sum(-1, keepdim=True)"
        ),
        "scaled_dot_product_attention",
    ),
    "causal_mask": (
        "02_causal/causal.py",
        (
            "causal_mask(T, device=None):\n"
            "    return nn.Transformer.generate_square_subsequent_mask(T, device=device).bool()[None, None]"
        ),
        "torch.nn.Transformer.generate_square_subsequent_mask",
    ),
    "train_attention": (
        "05_gradient_descent/gradient_descent.py",
        (
            "train_attention(model, x, target, learning_rate, steps):\n"
            "    optimiser, losses = torch.optim.SGD(model.parameters(), learning_rate), []\n"
            "    for _ in range(steps):\n"
            "        optimiser.zero_grad()\n"
            "        loss = (model(x) - target).square().mean()\n"
            "        loss.backward()\n"
            "        optimiser.step()\n"
            "        losses.append(loss.item())\n"
            "    return losses"
        ),
        r"torch\.optim\.[\w.]+",
    ),
    "cross_entropy": (
        "06_language_model/language_model.py",
        "cross_entropy(logits, targets): return nn.functional.cross_entropy(logits.flatten(0, -2), targets.flatten())",
        "torch.nn.functional.cross_entropy",
    ),
}


@pytest.fixture(scope="module")
def handout(tmp_path_factory: pytest.TempPathFactory) -> Handout:
    made = Handout(tmp_path_factory.mktemp("forbidden"))
    made.solve()
    for file, definition, _ in AS_LIBRARY.values():
        made.append({file: f"\n\ndef {definition}\n"})
    return made


@pytest.fixture(scope="module")
def screen_of(handout: Handout) -> Callable[[str], str]:
    return lambda exercise: handout.pytest(f"assignments/{AS_LIBRARY[exercise][0].split('/')[0]}", "-k", exercise)[1]


@pytest.mark.parametrize("exercise", AS_LIBRARY)
def test_the_call_its_line_and_the_rule_are_told_once(exercise: str, screen_of: Callable[[str], str]) -> None:
    file, _, call = AS_LIBRARY[exercise]
    screen = screen_of(exercise)
    told = " ".join(screen.split())
    place = rf"{call} is called in {file.split('/')[1]}, line \d+, which is not allowed: the exercise is to "
    assert re.search(place, told), screen
    assert told.count("which is not allowed") == 1
    assert re.search(rf"{exercise} +wrong: 0/\d+ public checks passed", "\n".join(summary(screen)))


def test_who_may_call_the_library_is_told_nothing(handout: Handout) -> None:
    """Solutions call `torch.softmax` where another exercise asks for softmax."""
    _, screen = handout.pytest("assignments/03_multihead", "assignments/04_cross")
    assert "not allowed" not in screen
    assert " passed in " in screen
