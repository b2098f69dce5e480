"""Your attention learns to look something up: who brought what? About 2 s.

    python -m assignments.show 01

Six people each bring a thing, and then somebody asks what one of them brought. The things are drawn anew in every
row, so that nothing can be learned by heart: the head has to find the person that the question names.
"""

import torch
from torch import Tensor, nn

from assignments._support.figures import Chart, Weights
from assignments._support.page import Page
from assignments._support.payoffs import advice, doubt, options, rounds
from assignments._support.whose import own

PART = "01_self_attention"
PEOPLE = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")
THINGS = ("hat", "key", "cup", "map", "pen", "bag")
WIDTH = len(PEOPLE) + len(THINGS) + 1  # of a token: a one for who, a one for what, and a one in a question
D_K, ROWS, STEPS, EVERY = 8, 64, 400, 50


class PyTorchHead(nn.Module):
    """Stands in for `SelfAttention`: the same matrices, and PyTorch's own function."""

    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        """Return one vector per token."""
        made = (x @ matrix for matrix in (self.W_query, self.W_key, self.W_value))
        return nn.functional.scaled_dot_product_attention(*made)


def pytorch_weights(scores: Tensor, d_k: int) -> Tensor:
    """Stands in for `attention_weights`: PyTorch's attention returns its weights, if the values are the identity."""
    identity = torch.eye(scores.shape[-1])
    return nn.functional.scaled_dot_product_attention(scores, identity, identity, scale=d_k**-0.5)


def statements_and_questions(things: Tensor, asked: Tensor) -> Tensor:
    """Return rows of tokens `(B, 7, WIDTH)`: who has which of the `things (B, 6)`, and at the end who is `asked (B,)`."""
    people = torch.eye(len(PEOPLE)).expand(len(things), -1, -1)
    statements = torch.cat([people, torch.eye(len(THINGS))[things], torch.zeros(*things.shape, 1)], dim=-1)
    questions = torch.cat(
        [torch.eye(len(PEOPLE))[asked], torch.zeros(len(asked), len(THINGS)), torch.ones(len(asked), 1)], -1
    )
    return torch.cat([statements, questions[:, None]], dim=1)


def drawn(rows: int) -> tuple[Tensor, Tensor]:
    """Return tokens `(rows, 7, WIDTH)`, and the right answers `(rows,)`; several people may bring the same thing."""
    things = torch.randint(len(THINGS), (rows, len(PEOPLE)))
    asked = torch.randint(len(PEOPLE), (rows,))
    return statements_and_questions(things, asked), things.gather(1, asked[:, None])[:, 0]


def share_right(head: nn.Module, tokens: Tensor, answers: Tensor) -> float:
    """Return how often the answer is right: the last token is the question."""
    with torch.no_grad():
        return (head(tokens)[:, -1].argmax(dim=-1) == answers).float().mean().item()


def main(arguments: list[str]) -> None:
    """Train a head, and draw whom each question looks at, before and after."""
    chosen = options(arguments, seconds=20)
    page = Page(PART, "A lookup by content")
    example = torch.eye(3)
    attention = own("SelfAttention", PART, PyTorchHead, lambda made: made(3, 2, 4)(example))
    scores_of = own("attention_scores", PART, nn.functional.linear, lambda made: made(example[:2], example))
    weights_of = own("attention_weights", PART, pytorch_weights, lambda made: made(example, 4))
    torch.manual_seed(chosen.seed)
    head = attention(WIDTH, D_K, len(THINGS))
    things = torch.randint(len(THINGS), (len(PEOPLE),))
    said = [f"{who} {THINGS[what]}" for who, what in zip(PEOPLE, things.tolist(), strict=True)]
    page.say(f"Six say what they bring: {', '.join(said)}. Then somebody asks for one of them: what did Cleo bring?")

    def questions() -> Tensor:
        """Return whom each of the six questions looks at, `(6, 7)`."""
        rows = statements_and_questions(things.expand(len(PEOPLE), -1), torch.arange(len(PEOPLE)))
        with torch.no_grad():
            return torch.cat([weights_of(scores_of(x[-1:] @ head.W_query, x @ head.W_key), D_K) for x in rows])

    before = questions()
    optimiser = torch.optim.Adam(head.parameters(), lr=0.05)  # what an optimiser does is the topic of part 05
    held_out, curve, right = drawn(500), [], 0.0
    for step, used in rounds(chosen.seconds, STEPS):
        tokens, answers = drawn(ROWS)
        loss = nn.functional.cross_entropy(head(tokens)[:, -1], answers)
        curve.append((float(step), loss.item()))
        if step % EVERY == 0:
            right = share_right(head, *held_out)
            page.line(f"step {step:3}: loss {loss.item():.3f}, right {100 * right:5.1f} %  ({used:.1f} s)")
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        optimiser.step()
    after = questions()
    rows, columns = [f"{who}?" for who in PEOPLE], [*said, "(asked)"]
    page.weights(Weights(before, "whom each question looks at, before the training", rows, columns))
    page.weights(Weights(after, "after", rows, columns))
    page.chart(Chart({"loss": curve[::5]}, "step", "loss", {"guessing": torch.tensor(6.0).log().item()}))
    if right <= 0.95:
        said = f"{100 * right:.0f} % is right, where guessing gives 17 %. "
        page.say(said + advice(step, STEPS, chosen.seconds))
    elif not after.argmax(dim=1).equal(torch.arange(len(PEOPLE))):
        page.say(doubt())
    else:
        page.say(
            "A row for each question, a column for each token. Before the training every question looks everywhere. After "
            "it, each looks at the one statement that has the same name in it, whatever was brought. "
            "Nobody told it to: the query asks for a name, the key offers one, and the value is the thing."
        )
    page.finish()
