"""Every sentence of a diagnosis is true of what it is said about: switches, pairs, programs, factors of all kinds.

What is said about wrong programs has the right family, too.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence

import pytest
import torch
from torch import Tensor

from autograder.audit.judge import GradedProgram
from autograder.audit.programs import Program
from autograder.course import Exercise, load_course
from autograder.diagnosis.claims import CLAIMS, names_true_of, sentences_of
from autograder.diagnosis.evidence import Observed, agrees
from autograder.diagnosis.matching import diagnose, explain
from autograder.diagnosis.mistakes import load_mistakes
from autograder.diagnosis.model import EditModel, Edits
from autograder.diagnosis.predictions import compute, model_of
from tests.helpers.claims import EXERCISES, modelled, untrue_of_edits
from tests.helpers.diagnosis import RIGHT, TEMPLATE, Said, solution_with
from tests.helpers.edited_programs import program_with
from tests.helpers.zoo import Zoo, programs

EVERY = 199  # pair of edits that is tried: a prime, so that every edit meets others
Diagnosed = list[tuple[Program, list[tuple[str, str]]]]  # family and name of each mistake that is named
MEASURED = {"scale", "axis", "normalisation", "mask", "projection", "heads", "cross", "formula"}
FORMS = {"shape", "dtype", "stability", "vocabulary"}
PARTS = [part.id for part in load_course()]
of_each_part = pytest.mark.parametrize("part", PARTS)


def expected_family(program: Program) -> str | None:
    """In derivations a mistake is one of the formula, whatever the formula is about, unless the answer has no form."""
    derived = program.exercise.file == "derivations.py" and program.family not in FORMS
    return "formula" if derived else program.family


def model(exercise: Exercise) -> EditModel:
    found = model_of(exercise)
    assert found is not None
    return found


def of_part(part: str) -> list[Exercise]:
    return [exercise for exercise in modelled() if exercise.assignment == part]


@pytest.mark.zoo
@of_each_part
def test_every_sentence_about_a_single_edit_is_true(part: str) -> None:
    untrue = {exercise.name: found for exercise in of_part(part) if (found := list(untrue_of_edits(exercise)))}
    assert untrue == {}


@pytest.fixture(scope="module")
def diagnosed(zoo: Zoo) -> Diagnosed:
    """What the verdict on each wrong program names."""
    return [(graded.program, named_by(graded)) for graded in zoo.judged(programs("wrong"))]


def named_by(graded: GradedProgram) -> list[tuple[str, str]]:
    return [(told["family"], told["name"]) for check in graded.own.checks for told in check.diagnosis]


def test_every_sentence_about_a_wrong_program_is_true(diagnosed: Diagnosed) -> None:
    """True is what the head of its cell says, and what is true of all programs with such a mistake."""
    untrue = [(name, item.name) for item, said in diagnosed for _, name in said if name not in item.true_names]
    assert untrue == [], "read each: if its words are true of the program, its head says `also: …`"
    unsaid = [item.name for item, said in diagnosed if set(item.also) - {name for _, name in said}]
    assert unsaid == [], "of these the head says more than the grader does"


def test_wrong_programs_get_the_right_family_or_nothing(diagnosed: Diagnosed) -> None:
    counts: Counter[str] = Counter()
    for item, found in diagnosed:
        family = expected_family(item)
        said = {family if name == item.mistake else named for named, name in found}  # its own mistake is never wrong
        if family in MEASURED and item.level == "core":
            counts["measured"] += 1
            counts["right"] += said == {family}
            counts["wrong"] += bool(said - {family})
    assert counts["wrong"] <= 0.01 * counts["measured"], counts
    assert counts["right"] >= 0.95 * counts["measured"], counts


@pytest.mark.full
@pytest.mark.zoo
@of_each_part
def test_every_sentence_about_two_faults_is_true_of_them(part: str) -> None:
    """Of one of the two, or of edits that return the very same, which is computed again here."""
    pairs = ((item, edits) for item in of_part(part) for edits in model(item).edit_pairs[::EVERY])
    for exercise, edits in pairs:
        own = model(exercise)
        if not own.plan.pairs:
            continue
        seen = [compute(own, place, edits) for place in range(len(own.plan.base_probes))]
        for told in diagnose(exercise, program_with(exercise, own, edits)):
            same = [item.edits for item in explain(exercise, own, seen) if _returns(own, item.edits, seen)]
            options = ([str(option) for _, option in chosen] for chosen in (edits, *same))
            if not any(told.name in names_true_of(chosen) for chosen in options):
                assert _is_measured(own, told.name, edits, seen), (told, edits)


def _returns(own: EditModel, edits: Edits, seen: Sequence[Observed]) -> bool:
    return all(agrees(compute(own, place, edits), item) for place, item in enumerate(seen))


def _is_measured(own: EditModel, name: str, edits: Edits, seen: Sequence[Observed]) -> bool:
    """Whether a sentence that no switch is named after is true, found without the speaker."""
    if name == "mask-not-finite":
        return any(not bool(part.isfinite().all()) for item in seen if not isinstance(item, str) for part in item)
    if name == "mask-other":
        weights = [item[own.plan.weights or 0] for item in seen if not isinstance(item, str)]
        return any(bool((part.abs() > 1e-7).ne(torch.ones_like(part).tril() > 0).any()) for part in weights)
    return name == "other-scale" and any(stage == "scale" or "base-two" in str(option) for stage, option in edits)


@pytest.mark.zoo
def test_every_sentence_can_be_spoken_of_some_exercise() -> None:
    spoken = set().union(*map(sentences_of, EXERCISES))
    found = {name for name, mistake in load_mistakes().items() if mistake.symptom}
    own = {item.mistake for item in programs()} - {None}
    assert set(load_mistakes()) == spoken | found | own
    assert set(CLAIMS) <= spoken


FACTORS: dict[str, Callable[[int], float]] = {"one": lambda _: 0.3, "several": lambda place: 0.3 + 0.2 * place}


@pytest.mark.zoo
@pytest.mark.parametrize("kind", FACTORS)
def test_a_constant_factor_is_one_for_all_inputs(kind: str) -> None:
    for exercise in modelled():
        if "result-scaled" in sentences_of(exercise):
            assert_one_factor(exercise, kind)


def assert_one_factor(exercise: Exercise, kind: str) -> None:
    own = model(exercise)
    factors = [FACTORS[kind](place) for place in range(len(own.plan.probes))]
    said = [told.name for told in diagnose(exercise, program_with(exercise, own, (), factors))]
    seen = [_first(compute(own, place, ())) for place in range(len(own.plan.base_probes))]
    quotients = {
        round(float((part * factor).norm() / part.norm()), 6) for part, factor in zip(seen, factors, strict=False)
    }
    of_single_numbers = all(part.numel() == 1 for part in seen)  # any other number is some factor of the right one
    rescaled = [] if of_single_numbers else ["result-rescaled"]
    assert said == (["result-scaled"] if len(quotients) == 1 else rescaled)


def _first(seen: object) -> Tensor:
    assert isinstance(seen, tuple)
    return seen[0]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("attention_weights", "softmax(scores) / d_k**0.5"),
        ("attention_weights", "softmax(scores) / math.sqrt(d_k)"),
    ],
)
def test_a_division_after_the_softmax_is_told_as_that(name: str, code: str, said_about: Said) -> None:
    exercise = load_course().exercise("01_self_attention", name)
    source = solution_with(exercise, f"import math\n\ndef {name}(scores, d_k):\n    return {code}")
    assert said_about(exercise, source) == [("scale", "scale-after-softmax")]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"result": "weights @ v / k.shape[-1] ** 0.5", "scale": "1"}, "scale-after-softmax"),
        ({"result": "weights @ v / k.shape[-1] ** 0.5"}, "result-by-root-of-d-k"),
        ({"result": "weights @ v / k.shape[-2]"}, "result-by-keys"),
        ({"result": "weights @ v / k.shape[-1]"}, "result-by-d-k"),
        ({"result": "weights @ v / v.shape[-1] ** 0.5"}, "result-by-root-of-d-v"),
        ({"result": "weights @ v / 3"}, "result-scaled"),
        ({"result": "weights @ v / (2 + k.shape[-2])"}, "result-rescaled"),
        ({"scale": "k.shape[-1] ** 1 / 2"}, "by-twice-d-k"),
        ({"scale": "(k.shape[-1] ** 1/2)"}, "by-half-d-k"),
    ],
)
def test_where_a_factor_comes_in_is_told_as_it_is(changes: dict[str, str], expected: str, said_about: Said) -> None:
    exercise = load_course().exercise("01_self_attention", "SelfAttention")
    source = solution_with(exercise, TEMPLATE.format(**RIGHT | changes))
    assert said_about(exercise, source) == [("scale", expected)]


def test_the_root_that_is_none_is_recognised_as_it_is_written(said_about: Said) -> None:
    exercise = load_course().exercise("01_self_attention", "attention_weights")
    code = "def attention_weights(scores, d_k):\n    return softmax(scores / d_k ** 1/2)"
    assert said_about(exercise, solution_with(exercise, code)) == [("scale", "by-twice-d-k")]


def test_attention_scores_alone_are_told_that_nothing_divides_them() -> None:
    (exercise,) = (item for item in modelled() if item.name == "attention_scores")
    texts = {load_mistakes()[name].at(exercise.name).text for name in sentences_of(exercise)}
    asked = [text for text in texts if "sqrt(d_k)" in text or "1/sqrt" in text]
    assert not [text for text in asked if "instead of" in text or "other" in text]


def scaled_dot_products(x: Tensor, W: Sequence[Tensor], scale: float) -> Tensor:
    q, k, v = (x @ matrix for matrix in W)
    return torch.softmax(q @ k.mT * scale, -1) @ v


SCALES: dict[str, Callable[[float], float]] = {
    "no-scale": lambda _: 1.0,
    "by-d-k": lambda d_k: 1 / d_k,
    "by-half-d-k": lambda d_k: 2 / d_k,
    "by-twice-d-k": lambda d_k: 1 / d_k / 2,
    "by-fourth-root": lambda d_k: 1 / math.sqrt(math.sqrt(d_k)),
    "by-d-k-squared": lambda d_k: 1 / d_k**2,
    "multiplied-by-root": math.sqrt,
    "multiplied-by-d-k": lambda d_k: d_k,
    "by-three-halves": lambda d_k: 1 / d_k / math.sqrt(d_k),
}


@pytest.mark.parametrize("name", SCALES)
def test_the_scale_of_a_sentence_is_the_scale_of_the_scores(name: str) -> None:
    """Recomputed from the formula, without anything of the model that speaks."""
    exercise = load_course().exercise("01_self_attention", "SelfAttention")
    own = model(exercise)
    for place, probe in enumerate(own.plan.probes):
        weights = [probe.request["weights"][part].double() for part in ("W_query", "W_key", "W_value")]
        x = probe.request["calls"][0]["args"][0].double()
        wanted = scaled_dot_products(x, weights, SCALES[name](weights[1].shape[-1]))
        torch.testing.assert_close(_first(compute(own, place, (("scale", name),))), wanted, rtol=1e-4, atol=1e-5)


def test_losses_that_are_equal_are_told_as_equal_and_no_more() -> None:
    exercise = load_course().exercise("05_gradient_descent", "train_attention")
    own = model(exercise)
    for edits in ((("update", "not-trained"),), (("points", "first-loss-repeated"),)):
        for place in range(len(own.plan.probes)):
            assert len(set(_first(compute(own, place, edits)).tolist())) == 1
        assert [told.name for told in diagnose(exercise, program_with(exercise, own, edits))] == ["losses-equal"]


def test_what_shows_for_some_inputs_is_told_for_some_inputs() -> None:
    exercise = load_course().exercise("04_cross", "CrossAttention")
    own, edit = model(exercise), (("source", "values-from-x1"),)
    places = range(len(own.plan.base_probes))
    raising = [place for place in places if isinstance(compute(own, place, edit), str)]
    assert raising
    ask, right = program_with(exercise, own, edit), program_with(exercise, own, ())

    def where_it_can(requests: Sequence[dict[str, object]]) -> list[object]:
        pairs = zip(ask(requests), right(requests), strict=True)
        return [other if "raised" in one else one for one, other in pairs]

    told = diagnose(exercise, where_it_can)
    assert [item.name for item in told] == ["values-from-x1"]
    assert all(item.text.startswith("for some inputs: ") for item in told)


FORMULA_TOLD = {
    "formula-factor": lambda d: 7 * 4 * d * d,
    "formula-constant": lambda d: 4 * d * d + 5,
    "formula-size-factor": lambda d: 4 * d**3,
    "formula-term": lambda d: 4 * d * d + 3 * d,
    "formula-same-for-all": lambda _: 16,
    "formula-no-size": lambda d: 3**d,
}


@pytest.mark.parametrize("name", FORMULA_TOLD)
def test_what_is_told_of_a_formula_is_true_of_its_numbers(name: str) -> None:
    exercise = load_course().exercise("03_multihead", "n_params_multihead")
    own, formula = model(exercise), FORMULA_TOLD[name]
    sizes = [probe.request["calls"][0]["args"][0] for probe in own.plan.probes]
    got, right = [float(formula(d)) for d in sizes], [4.0 * d * d for d in sizes]
    ratios, gaps = ({round(f(a, b), 9) for a, b in zip(got, right, strict=True)} for f in (_ratio, _gap))
    per_size = {round(_ratio(a, b) / d, 9) for a, b, d in zip(got, right, sizes, strict=True)}
    gap_per_size = {round(_gap(a, b) / d, 9) for a, b, d in zip(got, right, sizes, strict=True)}
    true = {
        "formula-factor": len(ratios) == 1,
        "formula-constant": len(gaps) == 1,
        "formula-size-factor": len(per_size) == 1,
        "formula-term": len(gap_per_size) == 1,
        "formula-same-for-all": len(set(got)) == 1,
        "formula-no-size": all(a != b for a, b in zip(got, right, strict=True)),
    }
    answers = dict(zip(sizes, got, strict=True))
    told = diagnose(exercise, lambda requests: [_number(answers[one["calls"][0]["args"][0]]) for one in requests])
    assert [item.name for item in told] == [name]
    assert true[name]


def _ratio(a: float, b: float) -> float:
    return a / b


def _gap(a: float, b: float) -> float:
    return a - b


def _number(value: float) -> dict[str, object]:
    return {"defined": True, "calls": [{"value": value}] * 2}
