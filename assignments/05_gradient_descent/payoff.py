"""Gradient descent teaches attention where to look: at the token before, by your `train_attention`. About 3 s.

    python -m assignments.show 05

A token says what it is and where it stands, with a one in a place of its own for each, and the task is to name the token
before. The head has to find out by itself that the *where* decides which token to look at.
"""

import torch
from torch import Tensor, nn

from assignments._support.figures import Chart, Weights
from assignments._support.page import Page
from assignments._support.payoffs import advice, options, rounds
from assignments._support.whose import own, suspects

PART = "05_gradient_descent"
TOKENS, WORDS, TEXTS = 8, 6, 64  # in a text, different ones, in a batch
RATE, STEPS, ROUNDS = 10.0, 100, 5
PATHS = {0.25: "halves each time", 0.75: "jumps across", 1.05: "jumps too far"}
DESCENT = (
    "One number first: on f(x) = x², from 1. A small rate goes down, a larger one jumps across the minimum and still "
    "arrives, and one above 1 lands further away with every step."
)
LOOKS = (
    "Rows look at columns, on average over {texts} texts. Before: every token looks everywhere. After: each row has one dark "
    "cell, directly left of the diagonal, on the token before it; the first token has none before it and is asked for "
    "itself. Nobody told the head to: it does so because that lowers the loss."
)


class PyTorchHead(nn.Module):
    """Stands in for `SelfAttention` of part 01: the same matrices, and PyTorch's own function."""

    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        """Return one vector per token."""
        made = (x @ matrix for matrix in (self.W_query, self.W_key, self.W_value))
        return nn.functional.scaled_dot_product_attention(*made)


def pytorch_training(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    """Stands in for `train_attention`: PyTorch's own optimiser."""
    optimiser, losses = torch.optim.SGD(model.parameters(), lr=learning_rate), []
    for _ in range(steps):
        optimiser.zero_grad()
        loss = nn.functional.mse_loss(model(x), target)
        torch.autograd.backward(loss)
        optimiser.step()
        losses.append(float(loss.detach()))
    return losses


def pytorch_path(df, x0: float, learning_rate: float, steps: int) -> list[float]:  # noqa: ANN001 - as in the exercise
    """Stands in for `gradient_descent`: PyTorch's own optimiser, which is given the slope."""
    x = torch.tensor(x0, dtype=torch.float64, requires_grad=True)
    optimiser, path = torch.optim.SGD([x], lr=learning_rate), [x0]
    for _ in range(steps):
        x.grad = torch.tensor(df(x.item()), dtype=torch.float64)
        optimiser.step()
        path.append(x.item())
    return path


def token_before() -> tuple[Tensor, Tensor]:
    """Return texts `(TEXTS, TOKENS, TOKENS + WORDS)`, and for each token the one before it, `(TEXTS, TOKENS, WORDS)`."""
    ids = torch.randint(WORDS, (TEXTS, TOKENS))
    words = torch.eye(WORDS)[ids]  # (TEXTS, TOKENS, WORDS)
    places = torch.eye(TOKENS).expand(TEXTS, TOKENS, TOKENS)
    before = torch.cat([words[:, :1], words[:, :-1]], dim=1)
    return torch.cat([places, words], dim=-1), before


def looks(head: nn.Module, x: Tensor) -> Tensor:
    """Return how much each token looks at each other one, `(T, T)`: attention says it, if the values are the identity."""
    with torch.no_grad():
        identity = torch.eye(TOKENS).expand(len(x), -1, -1)
        attend = nn.functional.scaled_dot_product_attention
        return attend(x @ head.W_query, x @ head.W_key, identity).mean(dim=0)


def main(arguments: list[str]) -> None:
    """Walk down a parabola at three rates; train a head, and draw where it looks before and after."""
    chosen = options(arguments, seconds=20)
    page = Page(PART, "What gradient descent does")
    example = torch.eye(3)
    descend = own(
        "gradient_descent",
        PART,
        pytorch_path,
        lambda made: torch.tensor([float(x) for x in made(lambda x: 2 * x, 1.0, 0.1, 2)]),
    )
    train = own(
        "train_attention",
        PART,
        pytorch_training,
        lambda made: torch.tensor(made(PyTorchHead(3, 2, 4), example, example @ torch.ones(3, 4), 0.1, 2)),
    )
    attention = own("SelfAttention", "01_self_attention", PyTorchHead, lambda made: made(3, 2, 4)(example))
    page.say(DESCENT)
    paths = {f"rate {rate}: {what}": descend(lambda x: 2 * x, 1.0, rate, 12) for rate, what in PATHS.items()}
    page.chart(Chart({name: list(enumerate(path)) for name, path in paths.items()}, "step", "x", {"minimum": 0.0}))
    halves, jumps, flees = (abs(path[-1]) for path in paths.values())
    if not (max(halves, jumps) < 1 < flees):
        page.say(f"But these paths are others. {suspects()}")
    torch.manual_seed(chosen.seed)
    x, target = token_before()
    head = attention(TOKENS + WORDS, 8, WORDS)
    page.say("Now all numbers of a head at once. The task: name the token that came before you.")
    before, curve = looks(head, x), []
    for number, _ in rounds(chosen.seconds, ROUNDS):
        if number == ROUNDS:
            break
        losses = train(head, x, target, learning_rate=RATE, steps=STEPS)
        curve += [(float(number * STEPS + step), loss) for step, loss in enumerate(losses)]
        page.line(f"steps {number * STEPS + 1:4} to {(number + 1) * STEPS:4}: loss {losses[0]:.4f} to {losses[-1]:.4f}")
    after = looks(head, x)
    names = [str(place) for place in range(TOKENS)]
    page.weights(Weights(before, "before the training", names, names), Weights(after, "after", names, names))
    page.chart(Chart({"loss": curve[::10]}, "step", "loss", log="y"))
    if after.diagonal(-1).min() > 0.5:
        page.say(LOOKS.format(texts=TEXTS))
    else:
        said = "It did not learn to look at the token before. "
        page.say(said + advice(len(curve), ROUNDS * STEPS, chosen.seconds))
    page.finish()
