"""`spec`: the hidden checks of an exercise from a description of what it takes and returns."""

import functools
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from autograder.checking.own_values import plain
from autograder.checking.registry import CheckInfo
from autograder.checking.robustness import ROUNDED
from autograder.checking.specs.check_definition import IDENTIFIER, ByHand, CheckText, define_check, part_of
from autograder.checking.specs.further_templates import check_places
from autograder.checking.specs.places import Drawn, Further, further_function, further_info, validate_further
from autograder.checking.specs.shapes import Sizes, different_sizes, letters_of
from autograder.checking.specs.specification import Draw, Leading, Reference, Specification
from autograder.checking.specs.templates import TEMPLATES, Template
from autograder.checking.student import Student
from autograder.course import CourseError

STEEP_OF_CLASS, STEEP_OF_FUNCTION = 50.0, 1e4


def spec(
    name: str,
    *,
    inputs: Mapping[str, str],
    arguments: Mapping[str, Any] | None = None,
    weights: Mapping[str, str] | None = None,
    init: Mapping[str, Any] | None = None,
    cases: Sequence[Mapping[str, Any]] = ({},),
    leading: Leading = "any",
    sizes: Sizes | None = None,
    draws: Mapping[str, Draw] | None = None,
    reference: Reference | None = None,
    rounded: float = ROUNDED,
    smallest: Sizes | None = None,
    steep: float | None = None,
    below: Mapping[str, str] | None = None,
    outputs: Sequence[str] = (),
    without: Collection[str] = (),
    more: Mapping[str, Further] | None = None,
    checks: Mapping[str, CheckText] | None = None,
) -> None:
    """Register the hidden checks of an exercise, in the check file that calls this.

    A shape is written as words: `"T d_in"`. A word is a size by name, a number, or a product such as `h*d_h`.
    A name that begins with a capital letter is a class. Whatever has no points in `checks` shares the points that
    course.toml gives to the exercise and that its other checks leave. A check by hand (`@check`) of the same id takes
    the place of a template's.

    Args:
        name: of the exercise.
        inputs: the tensors of a call and their shapes, without leading dimensions, in order.
        arguments: what follows them in a call: a size in words, or any other value.
        weights: the parameters of a class and their shapes, in order; `"heads.{h}.W": "d k"` stands for one parameter
            for each number below h.
        init: what the class is constructed with, in order: sizes in words, or any other values.
        cases: further arguments, of the constructor or of the function; each case is tried: `({}, {"causal": True})`.
        leading: what stands before the shapes of the inputs: `any` dimensions, `one` (the batch), or `none`.
        sizes: the usual size of some letters; the others get sizes that cannot be confused.
        draws: how to draw an input or a weight, if not from the normal distribution: called with the sizes and `seed=`.
        reference: the right result. It is called with inputs and weights in order, in float64, and by name with those
            of `init`, `arguments` and the case that it takes. By default, the solution in float64.
        rounded: the most that rounding may cost a float64 result (`assert_keeps_dtype`).
        smallest: the least size of some letters in `leading` and `sizes`; 2 for all others.
        steep: by what the inputs of `extremes` are multiplied; by default 50 for a class, which multiplies them with
            each other, and 10,000 for a function.
        below: the inputs that are whole numbers, such as ids, and the size that each of them stays below.
        outputs: the names of several outputs, in order; each of them is compared by itself. The reference returns as
            many.
        without: the ids of templates to leave out.
        more: further checks by id, each at places of its own; one with a template's id takes its place.
        checks: titles, hints and points instead of a template's, by its id.

    Raises:
        CourseError: a shape, template or size is not what it should be.
    """
    namespace = sys._getframe(1).f_globals  # noqa: SLF001 - the file in which the checks are registered
    assignment = part_of(namespace)
    texts = dict(checks or {})
    words = [
        *inputs.values(),
        *(weights or {}).values(),
        *(below or {}).values(),
        *_words({**(init or {}), **(arguments or {})}),
    ]
    where = f"{assignment}.{name}"
    usual = different_sizes(letters_of(words, where=where), sizes or {}, where=where)
    described = Specification(
        name,
        assignment,
        inputs,
        arguments or {},
        weights or {},
        init,
        cases,
        leading,
        usual,
        draws or {},
        reference,
        rounded,
        smallest or {},
        steep or (STEEP_OF_CLASS if name[0].isupper() else STEEP_OF_FUNCTION),
        below or {},
        outputs,
        without,
    )
    _validate(described, texts, without)
    validate_further(where, more or {}, needs_init=bool(init))
    for template_id in _own_checks(described, texts, without):
        _register(described, template_id, texts.get(template_id, CheckText()), namespace)
    for check_id, item in (more or {}).items():
        _register_further(described, check_id, item, namespace)


def _words(values: Mapping[str, Any]) -> list[str]:
    return [value for value in values.values() if isinstance(value, str)]


def _validate(spec: Specification, texts: Mapping[str, CheckText], without: Collection[str]) -> None:
    where = f"{spec.assignment}.{spec.name}"
    merged = [other for text in texts.values() for other in text.also_templates]
    for named in (*texts, *without, *merged):
        if named not in TEMPLATES:
            raise CourseError(f"{where}: no template is called {named!r}; there are {', '.join(TEMPLATES)}")
        if named in texts and named in (*without, *merged):
            raise CourseError(f"{where}: {named} has a text, but no check of its own")
    if property_ := next((other for other in merged if TEMPLATES[other].examples), None):
        raise CourseError(f"{where}: {property_} draws examples, so no other check can also run it")
    if spec.is_class != bool(spec.init is not None):
        raise CourseError(f"{where}: a class needs init={{...}}, what it is constructed with; a function has none")
    if wrong := next((text.id for text in texts.values() if text.id and not IDENTIFIER.fullmatch(text.id)), None):
        raise CourseError(f"{where}: {wrong!r} is no id of a check; write small letters and underscores")
    if unknown := next((key for key in spec.below if key not in spec.inputs), None):
        raise CourseError(f"{where}: below names {unknown!r}, which is no input")
    if len(spec.outputs) == 1:
        raise CourseError(f"{where}: one output needs no name; leave out outputs")
    if unknown := next((key for key in spec.draws if key not in (*spec.inputs, *spec.weights)), None):
        raise CourseError(f"{where}: draws names {unknown!r}, which is neither an input nor a weight")


def _own_checks(spec: Specification, texts: Mapping[str, CheckText], without: Collection[str]) -> list[str]:
    """Return the ids of the templates that get a check of their own."""
    merged = {other for text in texts.values() for other in text.also_templates}
    fitting = [key for key, template in TEMPLATES.items() if template.fits(spec)]
    if unfit := next((key for key in (*texts, *merged) if key not in fitting), None):
        raise CourseError(f"{spec.assignment}.{spec.name}: {unfit} does not apply to this exercise")
    return [key for key in fitting if key not in without and key not in merged]


def _register(spec: Specification, template_id: str, text: CheckText, namespace: dict[str, Any]) -> None:
    template = TEMPLATES[template_id]
    merged = [TEMPLATES[other] for other in text.also_templates]
    function = _function(spec, template, merged, text.also_by_hand)
    info = CheckInfo(
        f"{spec.name}.{template_id}",
        template.title,
        0.0,
        template.level,
        template.hint,
        template.for_message,
        template.share,
        from_specification=True,
        from_solution=spec.reference is None,
    )
    define_check(namespace, text.applied_to(info), function, template.examples and template.examples(spec))


def _register_further(spec: Specification, check_id: str, item: Further, namespace: dict[str, Any]) -> None:
    info = further_info(spec.name, check_id, item, from_solution=spec.reference is None)
    function = further_function(functools.partial(check_places, spec), item)
    define_check(namespace, info, function, item.drawn if isinstance(item, Drawn) else None)


def _is_right(spec: Specification, student: Student) -> bool:
    """Whether the answers to plain questions are right; a core check has failed otherwise."""
    asked = ((setting, setting.inputs(1)) for setting in spec.settings())
    return all(plain(setting.ask(student, xs), setting.right(xs)).right for setting, xs in asked)


def _function(
    spec: Specification, template: Template, merged: Sequence[Template], by_hand: Sequence[ByHand]
) -> Callable[..., None]:
    def run(student: Student, **example: Any) -> None:
        template.run(spec, student, **example)
        for other in merged:
            if other.level == template.level or _is_right(spec, student):  # a mistake costs once
                other.run(spec, student)
        for function in by_hand:
            function(student)

    return run
