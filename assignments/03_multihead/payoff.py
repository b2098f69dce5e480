"""An induction head appears: two layers of your attention learn to continue what they saw once. About 5 s.

    python -m assignments.show 03

Rows of random letters, in which a stretch of random length comes again and again. Nothing but attention learns here: no
norm, no feed-forward layer. One layer learns from the same rows, to compare with.
"""

from collections.abc import Callable

import torch
from torch import Tensor, nn

from assignments._support.figures import Chart, Weights
from assignments._support.page import Page
from assignments._support.payoffs import advice, doubt, options, rounds
from assignments._support.whose import own

PART = "03_multihead"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
LENGTH, WIDTH, ROWS = 24, 64, 64  # letters in a row, width of a token vector, rows in a batch
LONGEST = LENGTH // 2 - 1  # letters in a stretch: each comes at least twice
STEPS, EVERY, GOAL = 3000, 25, 0.99
CLEAR = 0.4  # of the weights: a line is seen
LONGER = 3  # times as many steps for one layer
INDUCTION = (
    "Two layers have divided the work. In the first, a letter looks at the one before it: the line one below the diagonal. "
    "So each place knows which letter came before, and the second layer uses that: a letter looks for the places whose letter "
    "before is the same as itself, and takes what is there. These are the lines a period back, and this pair is called an "
    "induction head; large language models have many. In the first layer the line is lost in the second half: a stretch has "
    "at most {longest} letters, so that whatever is looked for stands in the first half already, and the later places never "
    "need to know what came before them."
)
ALONE = (
    "One layer alone, trained for {steps} steps, gets {share:.0f} % right. It knows which letters are in the row, and a letter "
    "can find its own earlier place, but what stood after it is not written there."
)


class PyTorchAttention(nn.Module):
    """Stands in for `MultiHeadAttention`: the same parameters, and PyTorch's own function."""

    def __init__(self, d_model: int, num_heads: int, causal: bool = False) -> None:
        super().__init__()
        self.num_heads, self.causal = num_heads, causal
        self.W_Q, self.W_K, self.W_V, self.W_O = (nn.Linear(d_model, d_model, bias=False) for _ in range(4))

    def forward(self, x: Tensor) -> Tensor:
        """Return one vector per token, `(B, T, d_model)`."""
        x = x.transpose(0, 1)  # (T, B, d_model), as the function wants it
        later = torch.ones(len(x), len(x), dtype=torch.bool).triu(1) if self.causal else None
        made, _ = nn.functional.multi_head_attention_forward(
            *(x, x, x, x.shape[-1], self.num_heads, None, None, None, None, False, 0.0, self.W_O.weight, None),
            need_weights=False,
            attn_mask=later,
            use_separate_proj_weight=True,
            q_proj_weight=self.W_Q.weight,
            k_proj_weight=self.W_K.weight,
            v_proj_weight=self.W_V.weight,
        )
        return made.transpose(0, 1)


def pytorch_weights(scores: Tensor, d_k: int) -> Tensor:
    """Stands in for `masked_softmax`: PyTorch's attention returns its weights, if the values are the identity."""
    identity = torch.eye(scores.shape[-1]).expand(*scores.shape[:-2], -1, -1)
    return nn.functional.scaled_dot_product_attention(scores, identity, identity, is_causal=True, scale=d_k**-0.5)


class Reader(nn.Module):
    """What a letter is and where it stands; layers of attention, each added to what is there; the next letter."""

    def __init__(self, attention: Callable[..., nn.Module], layers: int) -> None:
        super().__init__()
        self.what, self.where = nn.Embedding(len(LETTERS), WIDTH), nn.Embedding(LENGTH, WIDTH)
        self.layers = nn.ModuleList(attention(WIDTH, 1, causal=True) for _ in range(layers))
        self.next = nn.Linear(WIDTH, len(LETTERS))

    def states(self, ids: Tensor) -> list[Tensor]:
        """Return what each layer reads, and at the end what all of them have made: `(B, T, WIDTH)` each."""
        states = [self.what(ids) + self.where.weight[: ids.shape[1]]]
        for layer in self.layers:
            states.append(states[-1] + layer(states[-1]))
        return states

    def forward(self, ids: Tensor) -> Tensor:
        """Return scores of the letter that follows each one, `(B, T, 26)`."""
        return self.next(self.states(ids)[-1])


def repeating(rows: int) -> tuple[Tensor, Tensor]:
    """Return letters `(rows, LENGTH)`, and the period with which each row repeats itself, `(rows, 1)`.

    No letter comes twice in a period: whoever finds a letter earlier on knows what follows it.
    """
    period = torch.randint(4, LONGEST + 1, (rows, 1))  # not known beforehand: it cannot be learned as a position
    letters = torch.rand(rows, len(LETTERS)).argsort(dim=1)
    return letters.gather(1, torch.arange(LENGTH)[None] % period), period


def share_right(model: Reader, ids: Tensor, period: Tensor) -> float:
    """Return how often the next letter is right where it can be known: once the stretch comes again."""
    known = torch.arange(LENGTH - 1)[None] >= period
    with torch.no_grad():
        return (model(ids[:, :-1]).argmax(dim=-1) == ids[:, 1:])[known].float().mean().item()


def learn(model: Reader, seconds: float, steps: int, report: Callable[[int, float, float], None]) -> float:
    """Train until the goal is reached, or steps or time are over; tell step, share and seconds, and return the share."""
    optimiser = torch.optim.Adam(model.parameters(), lr=3e-3)
    held_out = repeating(200)
    right = 0.0
    for step, used in rounds(seconds, steps):
        if step % EVERY == 0:
            right = share_right(model, *held_out)
            report(step, right, used)
        if right >= GOAL:
            break
        ids, period = repeating(ROWS)
        known = torch.arange(LENGTH - 1)[None] >= period
        loss = nn.functional.cross_entropy(model(ids[:, :-1])[known], ids[:, 1:][known])
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        optimiser.step()
    return right


def maps(model: Reader, ids: Tensor, masked_softmax: Callable[[Tensor, int], Tensor]) -> list[Tensor]:
    """Return where the layers look in one row of letters, `(T, T)` each."""
    with torch.no_grad():
        layers = zip(model.layers, model.states(ids[None]), strict=False)
        return [masked_softmax(layer.W_Q(x)[0] @ layer.W_K(x)[0].mT, WIDTH) for layer, x in layers]


def has_lines(looks: list[Tensor], period: int) -> bool:
    """Whether layer 1 looks at the letter before, and layer 2 at what came after a letter when it came earlier."""
    places = torch.arange(LENGTH)
    followed = (places[:, None] + 1 - places) % period == 0
    before, found = looks[0].diagonal(-1)[:LONGEST], (looks[1] * followed).sum(dim=1)[period:]
    return bool(before.mean() > CLEAR and found.mean() > CLEAR)


def main(arguments: list[str]) -> None:
    """Train, and draw where both layers look before and after."""
    chosen = options(arguments, seconds=30)
    page = Page(PART, "An induction head appears")
    example = torch.zeros(1, 3, 8)
    attention = own("MultiHeadAttention", PART, PyTorchAttention, lambda made: made(8, 2, causal=True)(example))
    softmax = own("masked_softmax", "02_causal", pytorch_weights, lambda made: made(torch.zeros(3, 3), 4))
    torch.manual_seed(chosen.seed)
    model = Reader(attention, layers=2)
    period = 7
    letters = torch.randperm(len(LETTERS))[torch.arange(LENGTH) % period]
    names = [LETTERS[place] for place in letters.tolist()]
    page.say(
        f"Each row is random letters, of which a stretch comes again: {''.join(names)}. Nobody can guess the first "
        f"{period} letters; every later one can be known, by whoever finds the same letter earlier on and looks at what "
        "came after it. No letter comes twice in a stretch, and how long it is changes from row to row. The learning ends "
        f"when {100 * GOAL:.0f} % is right."
    )
    curve = []

    def report(step: int, right: float, used: float) -> None:
        curve.append((float(step), right))
        page.line(f"step {step:4}: {100 * right:5.1f} % of what can be known is right  ({used:.1f} s)")

    before = maps(model, letters, softmax)
    right = learn(model, chosen.seconds, STEPS, report)
    after = maps(model, letters, softmax)
    for layer, both in enumerate(zip(before, after, strict=True), start=1):
        titles = (f"layer {layer}, before the training", "after")
        page.weights(*(Weights(matrix, title, names, names) for matrix, title in zip(both, titles, strict=True)))
    page.viewer(names, {f"layer {layer}": matrix for layer, matrix in enumerate(after, start=1)})
    page.chart(Chart({"right": curve}, across="step", up="share of what can be known that is right"))
    if right < GOAL:
        said = f"{100 * right:.0f} % is right so far, and {100 * GOAL:.0f} % is to be reached. "
        page.say(said + advice(int(curve[-1][0]), STEPS, chosen.seconds))
    elif not has_lines(after, period):
        page.say(doubt())
    else:
        page.say(INDUCTION.format(longest=LONGEST))
        steps = LONGER * int(curve[-1][0])
        alone = learn(Reader(attention, layers=1), chosen.seconds, steps, lambda *_: None)
        page.say(ALONE.format(steps=steps, share=100 * alone))
    page.finish()
