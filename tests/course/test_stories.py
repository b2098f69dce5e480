"""The stories that the language model learns from: their surprise is exact, and so is the floor of the loss."""

import importlib
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from types import ModuleType

import pytest

from tests.helpers.paths import ROOT

MATERIAL = ROOT / "solutions/06_language_model/material"
LISTS = ("KINDS", "WATERS", "SPOTS", "PLANTS", "TALL", "SMALL", "GOALS", "STOPS", "COLOURS", "THINGS")


@pytest.fixture
def stories(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(MATERIAL))
    return importlib.import_module("stories")


@pytest.fixture
def corpus(stories: ModuleType) -> ModuleType:
    assert stories
    return importlib.import_module("corpus")


def every_story(stories: ModuleType) -> Iterator:
    """Every story that there is, by trying each option at each choice."""
    waiting: list[list[int]] = [[]]
    while waiting:
        given = waiting.pop()
        made: list[int] = []

        def choose(weights: Sequence[float], given: list[int] = given, made: list[int] = made) -> int:
            if len(made) == len(given):
                waiting.extend([*made, other] for other in range(1, len(weights)))
                given.append(0)
            made.append(given[len(made)])
            return made[-1]

        yield stories.Story(choose)


def test_no_story_can_be_made_in_two_ways_and_all_probabilities_sum_to_1(
    stories: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in LISTS:
        monkeypatch.setattr(stories, name, getattr(stories, name)[:3])
    monkeypatch.setattr(stories, "NAMES", ("Agnes", "Berta", "Albin"))
    told = [*every_story(stories)]
    assert len(told) > 5000
    assert [text for text, count in Counter(story.text for story in told).items() if count > 1] == []
    assert math.fsum(math.exp(-story.surprise) for story in told) == pytest.approx(1, abs=1e-9)


def test_the_same_text_is_always_equally_surprising(stories: ModuleType) -> None:
    surprises: dict[str, float] = {}
    for story in stories.stories(20_000, seed=5):
        assert surprises.setdefault(story.text, story.surprise) == pytest.approx(story.surprise)
    assert len(surprises) > 19_000


def test_a_seed_always_tells_the_same_stories(stories: ModuleType) -> None:
    one, same, other = ([story.text for story in stories.stories(20, seed)] for seed in (1, 1, 2))
    assert one == same
    assert not set(one) & set(other)


def test_a_story_fits_into_what_the_exercises_promise(stories: ModuleType) -> None:
    assert max(len(story.text) for story in stories.stories(20_000, seed=3)) < 200


@pytest.mark.parametrize("unit", ["words", "characters"])
def test_tokens_are_the_text_again_and_the_floor_is_the_surprise_of_the_tested_stories(
    corpus: ModuleType, unit: str
) -> None:
    made = corpus.story_corpus(unit, learned=300, held_out=50)
    told = corpus.stories(350, 0)
    texts = [made.vocabulary.text(ids[1:]).strip() for ids in made.held_out]
    assert texts == [story.text for story in told[:50]]
    assert made.vocabulary.text(made.training).split() == " ".join(story.text for story in told[50:]).split()
    tokens = sum(len(ids) - 1 for ids in made.held_out)
    assert made.floor * tokens == pytest.approx(sum(story.surprise for story in told[:50]))


def test_counting_knows_more_with_a_longer_look_back_and_never_gets_to_the_floor(corpus: ModuleType) -> None:
    made = corpus.story_corpus("words", learned=2000, held_out=100)
    nothing, pairs, triples, *_, longest = made.counted_losses(6)
    assert math.log(len(made.vocabulary)) > nothing > pairs > triples > longest > made.floor + 0.2


def test_counting_by_hand_gives_the_same_losses(corpus: ModuleType) -> None:
    torch = importlib.import_module("torch")
    training, tested = torch.tensor([0, 1, 0, 1, 0, 2, 0]), torch.tensor([0, 1, 0])
    made = corpus.Corpus(corpus.Vocabulary("words", ["a", "b", "c"]), training, torch.arange(7), [tested])
    single = {0: (4 + 3 / 3) / 10, 1: (2 + 3 / 3) / 10}  # 7 tokens of 3 kinds, each mixed with 1/3
    after_0, after_1 = (2 + 2 * single[1]) / 5, (2 + 1 * single[0]) / 3
    wanted = [-(math.log(single[1]) + math.log(single[0])) / 2, -(math.log(after_0) + math.log(after_1)) / 2]
    assert made.counted_losses(2) == pytest.approx(wanted)


def test_a_piece_begins_where_a_story_begins_and_its_targets_are_one_token_on(corpus: ModuleType) -> None:
    made = corpus.story_corpus("words", learned=100, held_out=10)
    ids, targets = made.pieces(8, 20)
    assert ids.shape == targets.shape == (8, 20)
    assert (ids[:, 1:] == targets[:, :-1]).all()
    assert (ids[:, 0] == made.vocabulary.tokens.index(corpus.END)).all()


def test_a_text_of_ones_own_is_cut_and_partly_held_out(corpus: ModuleType, tmp_path) -> None:
    path = tmp_path / "own.txt"
    path.write_text("one two\n" * 200, encoding="utf-8")
    made = corpus.text_corpus(path, "characters", 9)
    assert made.floor is None
    assert len(made.training) + sum(map(len, made.held_out)) == 1600
    assert made.vocabulary.text(made.held_out[0]) == ("one two\n" * 200)[90:100]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "cannot be read: No such file or directory"),
        (b"\xff\xfe\xfa", "is not a text in UTF-8"),
        (b"short", "has 6 characters, and a model needs at least 180 to learn from"),
    ],
)
def test_a_text_that_cannot_be_used_is_named(
    corpus: ModuleType, tmp_path, content: bytes | None, sentence: str
) -> None:
    path = tmp_path / "own.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(corpus.TextError) as caught:
        corpus.text_corpus(path, "characters", 9)
    assert str(caught.value) == f"{path} {sentence}"


def test_an_unknown_word_is_named(corpus: ModuleType) -> None:
    made = corpus.story_corpus("words", learned=100, held_out=10)
    with pytest.raises(corpus.TextError, match="the model has never read 'quantum'"):
        made.vocabulary.start("Rosa the quantum")
