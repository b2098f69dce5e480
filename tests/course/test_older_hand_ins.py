"""Hand-ins from before the stories: the given half of part 06 contained a corpus of prose and a training loop then."""

import pytest

from tests.helpers.grading import by_name, grade_sources, solution

ONCE_GIVEN = '''
from collections.abc import Iterator
from pathlib import Path


class Prose:
    """A text of characters as ids; every tenth paragraph is held out."""

    def __init__(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        paragraphs = text.splitlines(keepends=True)
        self.characters = sorted(set(text))
        self.held_out = self.ids("".join(paragraphs[9::10]))
        self.training = self.ids("".join(line for place, line in enumerate(paragraphs) if place % 10 != 9))

    def ids(self, text: str) -> Tensor:
        numbers = {character: number for number, character in enumerate(self.characters)}
        return torch.tensor([numbers[character] for character in text])

    def text(self, ids: Tensor) -> str:
        return "".join(self.characters[number] for number in ids.tolist())


def held_out_loss(model: nn.Module, prose: Prose, max_tokens: int) -> float:
    """Return the loss of a model on the held-out text, cut into pieces of `max_tokens`."""
    whole = (len(prose.held_out) - 1) // max_tokens * max_tokens
    inputs = prose.held_out[:whole].view(-1, max_tokens)
    targets = prose.held_out[1 : whole + 1].view(-1, max_tokens)
    with torch.no_grad():
        return cross_entropy(model(inputs), targets).item()


def train(model: nn.Module, prose: Prose, max_tokens: int, steps: int, batch_size: int = 16) -> Iterator[float]:
    """Train a model in place; yield the loss of each step, before its update."""
    optimiser = torch.optim.AdamW(model.parameters(), weight_decay=0.1)
    for step in range(steps):
        starts = torch.randint(len(prose.training) - max_tokens, (batch_size, 1))
        pieces = prose.training[starts + torch.arange(max_tokens + 1)]
        loss = cross_entropy(model(pieces[:, :-1]), pieces[:, 1:])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        yield loss.item()


def write(model: nn.Module, prose: Prose, max_tokens: int, count: int = 300) -> str:
    """Return what a model writes at the beginning of a new paragraph."""
    start = prose.ids("\\n")[None]
    return prose.text(generate(model, start, count, max_tokens, temperature=0.7, top_k=20)[0, 1:])


'''


@pytest.mark.sandbox
def test_a_hand_in_with_what_was_given_once_gets_the_same_points(fork_server, course, recorded_checks) -> None:
    part, file = "06_language_model", "language_model.py"
    now = solution(part, file).decode()
    before, head, after = now.partition("class CachedAttention(")
    older = f"{before}{ONCE_GIVEN}{head}{after}"
    results = [
        grade_sources(fork_server, course, recorded_checks(part), part, language_model=source.encode())
        for source in (now, older)
    ]
    points = [{name: item.score for name, item in by_name(result).items()} for result in results]
    assert points[0] == points[1]
    assert points[0]["TinyGPT"] == points[0]["CachedAttention"] == 4
