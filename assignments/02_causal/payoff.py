"""What leaks without the mask: the same head learns with it and without it. About 5 s.

    python -m assignments.show 02

A row is six random letters, and then the same six, each one further in the alphabet. Whoever reads from left to right
can only guess the first six, and can know the others: so the lowest loss that is possible is known, too.
"""

import math
from collections.abc import Callable

import torch
from torch import Tensor, nn

from assignments._support.figures import Chart, Weights
from assignments._support.page import Page
from assignments._support.payoffs import advice, doubt, options, rounds
from assignments._support.whose import own, suspects

PART = "02_causal"
LETTERS = "abcdefgh"
HALF = 6  # letters of a row that can only be guessed; as many follow that can be known
LENGTH, WIDTH, ROWS = 2 * HALF + 1, 32, 64  # tokens in a row with its start, width of a token vector, rows in a batch
STEPS, EVERY = 500, 20
START = len(LETTERS)  # the token in front of every row
FLOOR = math.log(len(LETTERS)) / 2
LEAK = 0.1  # nats below the floor: nobody gets there who does not see the answer
CONCLUSION = (
    "With the mask, a letter of the second half looks into the first: not at its own counterpart but one further, at that"
    " of the letter which is to follow and has to be guessed. The last letter of the first half does so too. The ones "
    "before it, which can know nothing, look at the start (^), and the last letter of all has nothing to guess. Without "
    "the mask, every letter looks one place to the right, at the answer. The loss falls to 0, far below the floor, and "
    "nothing was learned: where the text ends, as it does when a model writes, the answer is not there to be copied. A "
    "loss that is too good to be true shows a leak."
)


class PyTorchHead(nn.Module):
    """Stands in for `SingleHeadSelfAttention`: the same layers, and PyTorch's own function."""

    def __init__(self, d_model: int, d_k: int) -> None:
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(d_model, d_k, bias=False) for _ in range(3))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Return what the head computes, and the weights: PyTorch tells them, if the values are the identity."""
        attend, identity = nn.functional.scaled_dot_product_attention, torch.eye(x.shape[1]).expand(len(x), -1, -1)
        weights = attend(self.q(x), self.k(x), identity, is_causal=True)
        return weights @ self.v(x), weights


def pytorch_weights(scores: Tensor, d_k: int) -> Tensor:
    """Stands in for `attention_weights` of part 01."""
    identity = torch.eye(scores.shape[-1]).expand(*scores.shape[:-2], -1, -1)
    return nn.functional.scaled_dot_product_attention(scores, identity, identity, scale=d_k**-0.5)


class Guesser(nn.Module):
    """What a letter is and where it stands, one head, and a guess of the next letter from what the head returns."""

    def __init__(self, head: nn.Module, look: Callable[[nn.Module, Tensor], tuple[Tensor, Tensor]]) -> None:
        super().__init__()
        self.what, self.where = nn.Embedding(len(LETTERS) + 1, WIDTH), nn.Embedding(LENGTH, WIDTH)
        self.head, self.look = head, look
        self.next = nn.Linear(WIDTH, len(LETTERS))

    def forward(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        """Return scores of the letter that follows each one `(B, T, 8)`, and the weights `(B, T, T)`."""
        x = self.what(ids) + self.where.weight[: ids.shape[1]]
        made, weights = self.look(self.head, x)
        return self.next(made), weights


def shifted(rows: int) -> Tensor:
    """Return tokens `(rows, LENGTH)`: the start, letters, and the same letters, each one further in the alphabet."""
    first = torch.randint(len(LETTERS), (rows, HALF))
    return torch.cat([torch.full((rows, 1), START), first, (first + 1) % len(LETTERS)], dim=1)


def learn(model: Guesser, seconds: float) -> list[tuple[float, float]]:
    """Train, and return the losses by step."""
    optimiser = torch.optim.Adam(model.parameters(), lr=0.01)  # what an optimiser does is the topic of part 05
    losses = []
    for step, _ in rounds(seconds, STEPS):
        optimiser.param_groups[0]["lr"] = 0.01 * (1 - step / (STEPS + 1))
        ids = shifted(ROWS)
        guesses, _ = model(ids)
        loss = nn.functional.cross_entropy(guesses[:, :-1].flatten(0, 1), ids[:, 1:].flatten())
        losses.append((float(step), loss.item()))
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        optimiser.step()
    return losses


def shares_right(model: Guesser, ids: Tensor) -> list[float]:
    """Return how often a letter is right: in the first half, in the second, and in the second where the text ends there.

    A reader without a mask sees the letter that it should guess, unless the text ends in front of it.
    """
    with torch.no_grad():
        right = (model(ids)[0][:, :-1].argmax(dim=-1) == ids[:, 1:]).float().mean(dim=0)  # (T - 1,)
        ends = range(HALF + 1, LENGTH)
        alone = [(model(ids[:, :end])[0][:, -1].argmax(dim=-1) == ids[:, end]).float().mean() for end in ends]
    return [right[:HALF].mean().item(), right[HALF:].mean().item(), torch.stack(alone).mean().item()]


def main(arguments: list[str]) -> None:
    """Train the head with and without the mask, and compare what they know and where they look."""
    chosen = options(arguments, seconds=20)
    page = Page(PART, "What leaks without the mask")
    example = torch.zeros(2, 3, 8)
    head = own("SingleHeadSelfAttention", PART, PyTorchHead, lambda made: made(8, 5)(example))
    scores_of = own("attention_scores", "01_self_attention", lambda q, k: q @ k.mT, lambda made: made(example, example))
    weights_of = own("attention_weights", "01_self_attention", pytorch_weights, lambda made: made(example[:, :, :3], 4))

    def unmasked(layers: nn.Module, x: Tensor) -> tuple[Tensor, Tensor]:
        weights = weights_of(scores_of(layers.q(x), layers.k(x)), WIDTH)
        return weights @ layers.v(x), weights

    page.say(
        f"A row is {HALF} random letters, then the same {HALF}, each one further in the alphabet: cafbhe dbgcaf. Reading from "
        f"left to right, the first {HALF} can only be guessed, one of {len(LETTERS)}; the others can be known. So no honest "
        f"reader gets a loss below {FLOOR:.2f}, the floor."
    )
    page.line("")
    page.line(f"{'':<13}  loss    right: first half   second half   where the text ends")
    curves, looks, losses = {}, [], []
    row = shifted(1)
    letters = [(LETTERS + "^")[place] for place in row[0].tolist()]
    for name, look in (("with the mask", lambda layers, x: layers(x)), ("without", unmasked)):
        torch.manual_seed(chosen.seed)
        model = Guesser(head(WIDTH, WIDTH), look)
        curves[name] = learn(model, chosen.seconds / 2)
        last = [loss for _, loss in curves[name][-EVERY:]]
        losses.append(sum(last) / len(last))
        first, second, alone = (f"{100 * share:.0f} %" for share in shares_right(model, shifted(500)))
        page.line(f"{name:<13} {losses[-1]:5.2f} {first:>20} {second:>13} {alone:>21}")
        with torch.no_grad():
            looks.append(Weights(model(row)[1][0], name, letters, letters))
    page.weights(*looks)
    with_mask, without = (look.matrix.argmax(dim=1) for look in looks)
    seen = with_mask[HALF:-1].equal(torch.arange(1, HALF + 1)) and without[:-1].equal(torch.arange(1, LENGTH))
    seen = seen and all((look.matrix.sum(dim=1) - 1).abs().max() < 0.01 for look in looks)
    page.chart(Chart({name: points[::8] for name, points in curves.items()}, "step", "loss", {"floor": FLOOR}))
    if losses[0] < FLOOR - LEAK:
        page.say(f"With the mask the loss is below the floor, too: your head sees what it should guess. {suspects()}")
    elif losses[0] > FLOOR + LEAK:
        said = f"With the mask the loss stays at {losses[0]:.2f}, above the floor. "
        page.say(said + advice(len(curves["with the mask"]) - 1, STEPS, chosen.seconds))
    else:
        page.say(CONCLUSION if seen else doubt())
    page.finish()
