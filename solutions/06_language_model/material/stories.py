"""Very short stories whose surprise is known exactly, for the language model to learn from.

    python assignments/06_language_model/stories.py     # prints a few

A story is made by choices: of a plot, of names, of what happens. Each choice is visible in the text, so no story can be
made in two ways, and its probability is the product of the probabilities of its choices. Minus its logarithm is how
surprising the story is. No model can be less surprised on average, because nobody knows more about the next story than
the program that makes it. This is the *floor* of the loss.
"""

import math
import random
from collections.abc import Callable, Sequence
from typing import Any

Chooser = Callable[[Sequence[float]], int]  # turns probabilities into the place of one of them

SHE = "Agnes Berta Cleo Dora Elfie Greta Hilda Isa Kira Magda Nora Rosa".split()
HE = "Albin Boris Carlo Ezra Felix Hugo Jakob Leo Matti Oskar Sami Theo".split()
NAMES = (*SHE, *HE)
KINDS = "badger beaver camel crab donkey gull heron lizard magpie newt panda pony rabbit seal weasel yak".split()

WATERS = "lake pond river sea".split()
BOATS = {  # what a boat is made of, and how it ends; it floats where the end is empty
    "bread": "was eaten by the fish",
    "ice": "got smaller and smaller",
    "paper": "went soft",
    "stone": "sank like a stone",
    "sugar": "melted",
    "cork": "",
    "wood": "",
}
NIGHTS = [  # what somebody says at the door, what helps, and how it ends
    ("am cold", "a thick blanket", "was warm"),
    ("am hungry", "a bowl of soup", "was full"),
    ("cannot sleep", "a long dull book", "slept"),
    ("had a bad dream", "a better one", "smiled"),
    ("hear a ghost", "a lantern", "feared nothing"),
]
SPOTS = (
    "behind the bed|behind the hay|in the barrel|in the cellar|on the roof|under the boat|under the rug|up in a tree"
)
SPOTS = SPOTS.split("|")
PLANTS = "bean carrot cherry leek melon pea pumpkin radish".split()
TALL = "a church|a house|a mast|a tree|the barn|the moon".split("|")
SMALL = "a button|a crumb|a flea|a pin|a seed|a thumb".split("|")
GOALS = "bridge fountain gate harbour mill well".split()
STOPS = "ate a pear|counted clouds|fed the ducks|picked flowers|took a nap|told a joke".split("|")
COLOURS = "black brown golden green pink purple white yellow".split()
THINGS = "basket bonnet comb cup feather glove marble mitten ribbon ring sock thimble".split()


class Story:
    """A story, told by choices.

    Attributes:
        text: the story, one line without its end.
        surprise: minus the logarithm of its probability, in nats.
    """

    def __init__(self, choose: Chooser) -> None:
        self.surprise = 0.0
        self._choose = choose
        plot = self._pick([boat, night, hide_and_seek, plant, race, found])
        self.text = plot(self._pick, *self._two_animals())

    def _pick(self, options: Sequence[Any], weights: Sequence[float] | None = None) -> Any:
        """Choose one of the options, all equally likely unless there are weights."""
        weights = weights or [1] * len(options)
        probabilities = [weight / sum(weights) for weight in weights]
        place = self._choose(probabilities)
        self.surprise -= math.log(probabilities[place])
        return options[place]

    def _two_animals(self) -> tuple[str, str, str, str]:
        """Return two different names, and each with what it is: `Rosa`, `Rosa the seal`, …."""
        one = self._pick(NAMES)
        other = self._pick([name for name in NAMES if name != one])
        kind = self._pick(KINDS)
        other_kind = self._pick([name for name in KINDS if name != kind])
        return one, f"{one} the {kind}", other, f"{other} the {other_kind}"


def boat(pick: Callable, a: str, first: str, b: str, second: str) -> str:
    """What a boat is made of decides how the trip ends."""
    made_of, water = pick(list(BOATS)), pick(WATERS)
    start = f'{first} made a boat of {made_of}. "Will it float?" asked {second}. They took it to the {water}.'
    if not BOATS[made_of]:
        return f"{start} It did, and {a} took {b} across {pick(['by noon', 'by night', 'in no time'])}."
    end = pick([f"{a} swam home.", f'"I told you so," said {b}.', "Nobody was surprised."])
    return f"{start} The boat {BOATS[made_of]}. {end}"


def night(pick: Callable, a: str, first: str, b: str, second: str) -> str:
    """Whoever comes at night needs one thing, and gets it or not."""
    trouble, help_, end = pick(NIGHTS)
    start = f'{first} heard a knock at night. "Who is there?" asked {a}. "It is {second}, and I {trouble}."'
    if pick(["kind", "unkind"], [2, 1]) == "kind":
        return f"{start} So {a} gave {b} {help_}. Soon {b} {end}."
    where = pick(["on the step", "in the rain", "in the snow"])
    return f'{start} "Come back in the morning," said {a}. So {b} sat {where} till then.'


def hide_and_seek(pick: Callable, a: str, first: str, b: str, second: str) -> str:
    """The place where somebody hides is the place that the end is about."""
    place, guess = pick(SPOTS), pick(["right", "wrong"], [1, 2])
    called = place if guess == "right" else pick([spot for spot in SPOTS if spot != place])
    start = f'{first} hid {place}. "I know where {a} is," said {second}. "You are {called}!"'
    if guess == "right":
        return f'{start} And so it was. "Now you hide, {b}," said {a}.'
    until = pick(["at dusk", "at nine", "at noon"])
    return f"{start} But nobody was {called}. {a} laughed {place}, and {b} gave up {until}."


def plant(pick: Callable, a: str, first: str, b: str, second: str) -> str:
    """How a plant is cared for decides how tall it gets."""
    seed, he = pick(PLANTS), "she" if a in SHE else "he"
    if pick(["water", "none"]) == "water":
        size = pick(TALL)
        care, end = f"gave it water every day. It grew as tall as {size}", pick(["climb it", "eat it"])
    else:
        size = pick(SMALL)
        care, end = f"forgot to give it water. It stayed as small as {size}", pick(["wait", "try again"])
    return (
        f'{first} planted a {seed}, and {he} {care}. "Is that a {seed}?" asked {second}. '
        f'"Yes, {b}," said {a}. "Help me {end}!"'
    )


def race(pick: Callable, a: str, first: str, b: str, second: str) -> str:
    """Whoever stops on the way loses."""
    goal, stops = pick(GOALS), pick(["yes", "no"], [2, 1])
    start = f'"I am faster than you," said {first} to {second}. They ran to the {goal}, and {a}'
    if stops == "no":
        return f'{start} did not stop once. "Well run, {a}," said {b}.'
    his = "her" if a in SHE else "his"
    end = pick([f'"Well run, {b}," said {a}.', f"{a} said it was {his} shoes."])
    return f"{start} {pick(STOPS)}. So {b} was there first. {end}"


def found(pick: Callable, a: str, first: str, b: str, second: str) -> str:
    """A lost thing goes back only to somebody who knows its colour."""
    colour, thing = pick(COLOURS), pick(THINGS)
    knows = pick(["yes", "no"])
    said = colour if knows == "yes" else pick([other for other in COLOURS if other != colour])
    start = (
        f"{first} found a {colour} {thing}. {second} had lost a {thing}. "
        f'"Which colour?" asked {a}. "It was {said}," said {b}.'
    )
    if knows == "yes":
        return f'{start} "Then it is yours," said {a}. {b} put it {pick(SPOTS)}.'
    return f'{start} "This one is {colour}," said {a}, and kept the {thing}.'


def stories(count: int, seed: int = 0) -> list[Story]:
    """Return stories that are always the same for the same seed."""
    source = random.Random(seed)  # noqa: S311 - no secret
    return [Story(lambda weights: source.choices(range(len(weights)), weights)[0]) for _ in range(count)]


if __name__ == "__main__":
    print("\n".join(story.text for story in stories(5)))
