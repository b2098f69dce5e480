"""Your cross-attention rewrites dates: 24 July 1904 becomes 1904-07-24. About 8 s.

    python -m assignments.show 04

Ten questions that are learned, one for each character of the answer, ask the characters of the date through one
`CrossAttention`. What they read is each character, where it stands, and, by a convolution, what stands beside it.
"""

import random
from collections.abc import Callable, Iterator

import torch
from torch import Tensor, nn

from assignments._support.figures import Chart, Weights
from assignments._support.page import Page
from assignments._support.payoffs import advice, doubt, options, rounds
from assignments._support.whose import own

PART = "04_cross"
MONTHS = ["January", "February", "March", "April", "May", "June"]
MONTHS += ["July", "August", "September", "October", "November", "December"]
DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
READ = sorted(set("".join(MONTHS)) | set("0123456789 "))  # the characters of a date that is read
WRITTEN = "0123456789-"
LONGEST, ANSWER, WIDTH, ROWS = len("24 September 1904"), len("1904-09-24"), 64, 64
STEPS, EVERY, HELD_OUT, KNOWN = 300, 50, 2000, 10_000
GOAL = 0.95
SOFT = 0.4 * WIDTH**-0.5  # the deviation of the first weights
RATE = 3e-3
SLOWER = (
    0.3  # of the rate, where to look: a question that makes up its mind before it can read looks at the wrong letter
)
STAIRCASE = (
    "A row for each character of the answer, a column for each character of the date. Year looks at year and day at day: a "
    "staircase that is cut in two and put together the other way round. The month often looks at a single letter, which other "
    "months have too: the convolution has mixed its neighbours in, and the three together are in no other month, as Jul is in "
    "July. Nobody said which character stands where; the dashes are always the same and look anywhere."
)
STUCK = (
    "Why not start with torch.rand, as CrossAttention does by itself? Its numbers are all above 0, so that {width} products "
    "of them add up instead of cancelling each other: scores differ by {score:.0f} and more, and the softmax gives everything "
    "to one character, {largest:.2f} on average. A softmax that is so sure has hardly a gradient (part 01), and whoever looks "
    "hard at the wrong letter never looks away: after {steps} steps from there {share:.0f} % is right. The other start drew "
    "the same matrices with a deviation of 0.05 around 0."
)


class PyTorchCross(nn.Module):
    """Stands in for `CrossAttention`: the same matrices, and PyTorch's own function."""

    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        """Return one vector per token of `x_1`."""
        attend = nn.functional.scaled_dot_product_attention
        return attend(x_1 @ self.W_query, x_2 @ self.W_key, x_2 @ self.W_value)


class Rewriter(nn.Module):
    """Reads the characters of a date, asks ten questions, and makes a character of each answer."""

    def __init__(self, cross: Callable[..., nn.Module], *, soft: bool) -> None:
        super().__init__()
        self.what, self.where = nn.Embedding(len(READ), WIDTH), nn.Embedding(LONGEST, WIDTH)
        self.beside = nn.Conv1d(WIDTH, WIDTH, 3, padding=1)
        self.questions = nn.Parameter(torch.randn(ANSWER, WIDTH))
        self.attention = cross(WIDTH, WIDTH, WIDTH)
        if soft:
            for matrix in self.attention.parameters():
                nn.init.normal_(matrix, std=SOFT)
        self.character = nn.Sequential(nn.Linear(2 * WIDTH, 128), nn.GELU(), nn.Linear(128, len(WRITTEN)))

    def read(self, dates: Tensor) -> Tensor:
        """Return a vector for each character, `(B, LONGEST, WIDTH)`."""
        x = self.what(dates) + self.where.weight
        return x + self.beside(x.mT).mT

    def forward(self, dates: Tensor) -> Tensor:
        """Return scores of each character of the answer, `(B, 10, 11)`."""
        questions = self.questions.expand(len(dates), -1, -1)
        answers = self.attention(questions, self.read(dates))
        return self.character(torch.cat([answers, questions], dim=-1))

    def weights(self, date: Tensor) -> Tensor:
        """Return where each question looks in one date, `(10, LONGEST)`: with the words as values, attention says it."""
        read, head = self.read(date[None])[0], self.attention
        attend = nn.functional.scaled_dot_product_attention
        return attend(self.questions @ head.W_query, read @ head.W_key, torch.eye(LONGEST))


def all_dates() -> tuple[Tensor, Tensor]:
    """Return 12,000 dates of two centuries as they are read `(N, LONGEST)` and as they are to be written `(N, 10)`."""
    days = [(y, m, d) for y in range(1900, 2100) for m in range(12) for d in range(1, DAYS[m] + 1)]
    random.Random(0).shuffle(days)  # noqa: S311 - the same dates in every run
    days = days[: HELD_OUT + KNOWN]
    read = [[READ.index(sign) for sign in f"{day} {MONTHS[month]} {year}".ljust(LONGEST)] for year, month, day in days]
    written = [[WRITTEN.index(sign) for sign in f"{year}-{month + 1:02}-{day:02}"] for year, month, day in days]
    return torch.tensor(read), torch.tensor(written)


def share_right(model: Rewriter, dates: Tensor, answers: Tensor) -> float:
    """Return how many whole dates are right."""
    with torch.no_grad():
        return (model(dates).argmax(dim=-1) == answers).all(dim=1).float().mean().item()


def learn(model: Rewriter, dates: Tensor, answers: Tensor, seconds: float) -> Iterator[tuple[int, float, float]]:
    """Train on all but the first dates, which are held out; yield the step, the loss and the seconds before each step."""
    look = [model.attention.W_query, model.attention.W_key]
    rest = [weight for weight in model.parameters() if all(weight is not one for one in look)]
    optimiser = torch.optim.Adam([{"params": rest}, {"params": look}])
    for step, used in rounds(seconds, STEPS):
        rate = RATE * min((step + 1) / 50, 1 - 0.95 * max(step / STEPS, min(1, used / seconds)))
        for group, factor in zip(optimiser.param_groups, (1, SLOWER), strict=True):
            group["lr"] = factor * rate
        chosen = torch.randint(HELD_OUT, len(dates), (ROWS,))
        loss = nn.functional.cross_entropy(model(dates[chosen]).flatten(0, 1), answers[chosen].flatten())
        yield step, loss.item(), used
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        optimiser.step()


def has_stairs(looks: Tensor, answer: str, text: str) -> bool:
    """Whether the digits of year and day look at the same digits in the date, or right beside them."""
    places = [*range(text.index(answer[:4]), len(text.strip())), *range(len("24"))]
    rows = [*range(4), *range(len("1904-07-"), ANSWER)]
    near = [looks[row, max(0, place - 1) : place + 2].sum() for row, place in zip(rows, places, strict=True)]
    return bool(torch.stack(near).mean() > 0.5)


def main(arguments: list[str]) -> None:
    """Train, draw where each character of the answer looks, and try the same from a start with torch.rand."""
    chosen = options(arguments, seconds=30)
    page = Page(PART, "Dates, by one cross-attention")
    example = torch.zeros(2, 3, 5), torch.zeros(2, 4, 5)
    cross = own("CrossAttention", PART, PyTorchCross, lambda made: made(5, 2, 6)(*example))
    dates, answers = all_dates()
    page.say(
        f"{KNOWN:,} dates to learn from, {HELD_OUT:,} to be asked for: 24 July 1904 becomes 1904-07-24. A date counts if all ten "
        "characters are right. Before the questions are asked, a convolution mixes into the vector of each character those of "
        "its two neighbours."
    )
    runs = {}
    for name, soft in (("a soft start", True), ("a start with torch.rand", False)):
        torch.manual_seed(chosen.seed)
        model = Rewriter(cross, soft=soft)
        first = model.weights(dates[0]).detach()
        curve: list[tuple[float, float]] = []
        page.line(f"{name}:")
        for step, loss, used in learn(model, dates, answers, chosen.seconds / 2):
            curve.append((step, loss))
            if step % EVERY == 0:
                right = share_right(model, dates[:HELD_OUT], answers[:HELD_OUT])
                page.line(f"step {step:3}: loss {loss:.3f}, right {100 * right:5.1f} %  ({used:.1f} s)")
        runs[name] = (model, first, curve, right)
    (model, _, model_curve, right), (_, first, _, share) = runs.values()
    text, answer = ("".join(signs[i] for i in ids[0].tolist()) for signs, ids in ((READ, dates), (WRITTEN, answers)))
    looks = model.weights(dates[0]).detach()
    page.weights(Weights(looks, f"{answer} looks at {text}", list(answer), list(text)))
    if right > GOAL:
        page.say(STAIRCASE if has_stairs(looks, answer, text) else doubt())
    else:
        said = f"Only {100 * right:.0f} % is right. "
        page.say(said + advice(int(model_curve[-1][0]), STEPS, chosen.seconds))
    page.chart(Chart({name: run[2][::4] for name, run in runs.items()}, "step", "loss"))
    with torch.no_grad():
        start = Rewriter(cross, soft=False)
        read = start.read(dates[:1])[0] @ start.attention.W_key  # (LONGEST, WIDTH)
        scores = nn.functional.linear(start.questions @ start.attention.W_query, read).std() * WIDTH**-0.5
    page.say(STUCK.format(width=WIDTH, score=scores, largest=first.amax(dim=1).mean(), steps=STEPS, share=100 * share))
    page.finish()
