"""The templates by id: what each one runs, what it is called, its hint, and its share of the points."""

from collections.abc import Callable
from dataclasses import dataclass

from autograder.checking.plain_functions import Level
from autograder.checking.registry import PLAIN_VALUES
from autograder.checking.specs import core_templates as core
from autograder.checking.specs import robust_templates as robust
from autograder.checking.specs.core_templates import Strategies
from autograder.checking.specs.specification import Specification

STAY = "Stay in torch from input to output."
NOTHING_KEPT = "Every call computes its result from its own input; nothing is kept from one call to the next."


@dataclass(frozen=True)
class Template:
    """A kind of check.

    Attributes:
        run: asks and compares; called with the specification, a student and an example.
        title: what is true when the check passes.
        hint: for a student whose work fails it.
        share: its part of the points, in proportion to the others.
        level: `core` or `robustness`.
        examples: the examples of a property; None for a check without examples.
        of_classes: whether it is about classes only.
        for_message: why it stays even if cheaper checks reject the same programs.
    """

    run: Callable[..., None]
    title: str
    hint: str
    share: float
    level: Level = "core"
    examples: Callable[[Specification], Strategies] | None = None
    of_classes: bool = False
    for_message: str = ""

    def fits(self, spec: Specification) -> bool:
        """Whether the template says something about the exercise."""
        batched = spec.leading == "any" or self.examples is not core.any_leading
        return batched and (spec.is_class or not self.of_classes)


TEMPLATES = {
    "values": Template(
        core.check_values, "the right values, all sizes different", "Follow the sizes.", 0.2, for_message=PLAIN_VALUES
    ),
    "gradient": Template(core.check_gradient, "gradients flow to everything that is learned", STAY, 0.4),
    "leading": Template(
        core.check_leading,
        "any leading dimensions",
        "Count dimensions from the end.",
        0.15,
        examples=core.any_leading,
    ),
    "sizes": Template(
        core.check_sizes,
        "any sizes, whatever the order; batches do not mix",
        "What does each size stand for?",
        0.15,
        examples=core.any_sizes,
    ),
    "equal_sizes": Template(
        core.check_equal_sizes,
        "dimensions that happen to be equal are not mixed up",
        "A shape can be right where the content is not: follow one entry.",
        0.1,
        for_message="which two dimensions are taken for each other",
    ),
    "second_call": Template(
        core.check_second_call, "further inputs: nothing is kept from call to call", NOTHING_KEPT, 0.4
    ),
    "structure": Template(
        core.check_structure,
        "parameters with the names, shapes and order of the text",
        "Compare names and shapes with the text.",
        0.1,
        of_classes=True,
    ),
    "extremes": Template(
        robust.check_extremes,
        "large numbers give the right finite result",
        "How large may a number be before exp overflows?",
        0.05,
        "robustness",
    ),
    "width_and_device": Template(
        robust.check_width_and_device,
        "dtype and device follow the input",
        "From which argument should the result take its dtype and its device?",
        0.05,
        "robustness",
    ),
    "leaves_alone": Template(
        robust.check_leaves_alone,
        "everything else stays as it is, however the input lies in memory",
        "Write into a new tensor; a call changes nothing, and draws or seeds nothing.",
        0.05,
        "robustness",
    ),
    "sizes_of_one": Template(
        robust.check_sizes_of_one,
        "sizes of one keep their place",
        "Does the result have as many dimensions as the text says?",
        0.05,
        "robustness",
    ),
    "longest": Template(
        robust.check_longest,
        "200 of everything that has a length",
        "Nothing knows how long an input may be.",
        0.05,
        "robustness",
    ),
    "names": Template(
        robust.check_names,
        "the arguments have the names of the text",
        "Keep the names of the arguments: whoever calls may use them.",
        0.02,
        "robustness",
    ),
}
