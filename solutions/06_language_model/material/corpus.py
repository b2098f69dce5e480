"""Texts as ids: what a model learns from, what is held out from it, and what counting knows of the same text."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from stories import NAMES, stories
from torch import Tensor, nn

LEARNED, HELD_OUT = 12_000, 300  # stories
TOKENS = {"words": r" ?\w+| ?[^\w\s]+|\s", "characters": r"(?s)."}
END = "\n"  # of a story
START = {"words": "\n ", "characters": "\n"}  # of a story: a word has its space before it, the first one too


class TextError(Exception):
    """A text or a file cannot be used; the message is one sentence."""


@dataclass(frozen=True)
class Vocabulary:
    """All tokens of a text in order; the place of a token is its id.

    Attributes:
        unit: what a token is, `words` or `characters`.
        tokens: the tokens.
    """

    unit: str
    tokens: Sequence[str]

    def __len__(self) -> int:
        return len(self.tokens)

    def ids(self, text: str) -> Tensor:
        """Return the tokens of a text as ids, int64 `(T,)`.

        Raises:
            TextError: a token is not in the vocabulary.
        """
        return self._ids(cut(text, self.unit))

    def start(self, text: str) -> Tensor:
        """Return the ids of the end of a line and of a text after it: where a model goes on writing."""
        words = cut(text.strip(), self.unit)
        if words and f" {words[0]}" in self.tokens:
            words[0] = f" {words[0]}"
        return self._ids([END, *words])

    def text(self, ids: Tensor) -> str:
        """Return the text of ids `(T,)`."""
        return "".join(self.tokens[number] for number in ids.tolist())

    def _ids(self, words: Sequence[str]) -> Tensor:
        numbers = {token: number for number, token in enumerate(self.tokens)}
        if unknown := [word for word in words if word not in numbers]:
            raise TextError(f"the model has never read {unknown[0].strip() or unknown[0]!r}")
        return torch.tensor([numbers[word] for word in words])


@dataclass(frozen=True)
class Corpus:
    """A text to learn from, and texts to be tested with.

    Attributes:
        vocabulary: the tokens of both.
        training: the ids to learn from, `(N,)`.
        starts: the places of `training` where a piece may begin.
        held_out: texts that nobody learns from, as ids; the first id of each is only read.
        floor: the smallest loss on `held_out` that can be expected, where it is known.
    """

    vocabulary: Vocabulary
    training: Tensor
    starts: Tensor
    held_out: Sequence[Tensor]
    floor: float | None = None

    def pieces(self, count: int, length: int) -> tuple[Tensor, Tensor]:
        """Draw pieces of the training text: ids `(count, length)`, and for each place the id that comes next."""
        starts = self.starts[self.starts < len(self.training) - length]
        chosen = starts[torch.randint(len(starts), (count, 1))]  # (count, 1)
        pieces = self.training[chosen + torch.arange(length + 1)]  # (count, length + 1)
        return pieces[:, :-1], pieces[:, 1:]

    def loss(self, model: nn.Module) -> float:
        """Return the mean surprise of a model, in nats a token, on the held-out texts."""
        texts = nn.utils.rnn.pad_sequence([*self.held_out], batch_first=True, padding_value=-1)  # (texts, longest)
        ids, targets = texts[:, :-1].clamp(min=0), texts[:, 1:]
        with torch.no_grad():
            shares = torch.cat([model(some).log_softmax(dim=-1) for some in ids.split(50)])
        of_targets = shares.gather(-1, targets.clamp(min=0)[..., None])[..., 0]  # (texts, longest - 1)
        return -of_targets[targets >= 0].mean().item()

    def returning_names_right(self, model: nn.Module) -> float:
        """Return how often the likeliest name is the right one, where a name of the story comes again (words only)."""
        names = self.vocabulary.ids("".join(f" {name}" for name in NAMES))
        right = []
        for ids in self.held_out[:100]:
            with torch.no_grad():
                guesses = names[model(ids[None, :-1])[0][:, names].argmax(dim=-1)]  # (T - 1,)
            targets = ids[1:].tolist()
            for place, (guess, target) in enumerate(zip(guesses.tolist(), targets, strict=True)):
                right += [guess == target] if target in names and target in targets[:place] else []
        return sum(right) / len(right)

    def counted_losses(self, longest: int) -> list[float]:
        """Return the loss of counting which token follows the last 0, 1, 2, … up to `longest - 1` tokens.

        The longer a context, the rarer it is. So the share that it gives a token is mixed with that of the next shorter
        one, the more so the more different tokens were seen after it (Witten and Bell 1991).
        """
        held_out, kinds_of_token = torch.cat([*self.held_out]), len(self.vocabulary)
        both, learned = torch.cat([self.training, held_out]), len(self.training)
        tested = torch.ones(len(held_out), dtype=torch.bool)
        tested[torch.tensor([0, *map(len, self.held_out[:-1])]).cumsum(0)] = False  # the first ids are only read
        share = torch.full((len(held_out),), 1 / kinds_of_token, dtype=torch.float64)
        context, losses = torch.zeros_like(both), []  # for each place, the number of the context before it
        for _ in range(longest):
            pairs, pair = torch.unique(context * kinds_of_token + both, return_inverse=True)
            seen = torch.bincount(pair[:learned], minlength=len(pairs))  # how often each token followed each context
            of_pair = pairs // kinds_of_token
            number = int(of_pair[-1]) + 1
            total = torch.zeros(number, dtype=torch.int64).index_add(0, of_pair, seen)
            kinds = torch.zeros(number, dtype=torch.int64).index_add(0, of_pair, (seen > 0).long())
            here = context[learned:]
            mixed = (seen[pair[learned:]] + kinds[here] * share) / (total + kinds)[here].clamp(min=1)
            share = torch.where(total[here] > 0, mixed, share)
            losses.append(-share[tested].log().mean().item())
            context = torch.cat([torch.zeros(1, dtype=torch.int64), pair[:-1] + 1])  # 0: there is none
        return losses


def story_corpus(unit: str, learned: int | None = None, held_out: int | None = None, seed: int = 0) -> Corpus:
    """Return a corpus of stories, of which the floor is known."""
    learned, held_out = learned or LEARNED, held_out or HELD_OUT
    told = stories(learned + held_out, seed)
    words = cut("".join(START[unit] + story.text for story in told[held_out:]) + END, unit)
    tested = [cut(START[unit] + story.text + END, unit) for story in told[:held_out]]
    vocabulary = Vocabulary(unit, sorted(set(words).union(*tested)))
    training = vocabulary.ids("".join(words))
    return Corpus(
        vocabulary=vocabulary,
        training=training,
        starts=(training == vocabulary.tokens.index(END)).nonzero()[:, 0],
        held_out=[vocabulary.ids("".join(text)) for text in tested],
        floor=math.fsum(story.surprise for story in told[:held_out]) / sum(len(text) - 1 for text in tested),
    )


def text_corpus(path: Path, unit: str, length: int) -> Corpus:
    """Return a corpus of a text; every tenth stretch of it, of `length` tokens, is held out.

    Raises:
        TextError: the file cannot be read, or is too short.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise TextError(f"{path} is not a text in UTF-8") from None
    except OSError as error:
        raise TextError(f"{path} cannot be read: {error.strerror}") from None
    words = cut(text.strip() + END, unit)
    if len(words) < 20 * length:
        raise TextError(f"{path} has {len(words)} {unit}, and a model needs at least {20 * length} to learn from")
    vocabulary = Vocabulary(unit, sorted(set(words)))
    stretches = vocabulary.ids("".join(words)).split(length + 1)
    training = torch.cat([stretch for place, stretch in enumerate(stretches) if place % 10 != 9])
    return Corpus(vocabulary, training, torch.arange(len(training)), stretches[9::10])


def cut(text: str, unit: str) -> list[str]:
    """Cut a text into tokens; joined, they are the text again."""
    return re.findall(TOKENS[unit], text)
