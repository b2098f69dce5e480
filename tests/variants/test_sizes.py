"""Which sizes a student gets: the same for ever, different ones for others, and none that anybody has seen."""

import inspect
import re
import runpy
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain

import pytest

from autograder.authoring.cells import read_solution
from autograder.course import Course, CourseError, Exercise, Size
from autograder.course.code import course_code
from autograder.course.load import load_sizes
from autograder.course.schema import Sizes
from autograder.course.validation import convert
from autograder.variants.sizes import draw_sizes
from tests.helpers.paths import ROOT

SECRET = b"0123456789abcdef0123456789abcdef"
PAIRS = Exercise("02_causal", "derivations.py", "n_visible_pairs", 0.5, sizes=(Size("T", 11, 60),))
COUNT = replace(PAIRS, name="n_params_causal", sizes=(Size("embed_dim", 11, 48), Size("head_dim", 5, 24)))
WIDTH = replace(PAIRS, name="head_dim", sizes=(Size("d_model", 66, 160), Size("num_heads", 3, 7, "d_model")))


def asked(course: Course) -> list[Exercise]:
    return [item for assignment in course for item in assignment.exercises if item.sizes]


def definitions(exercise: Exercise) -> dict[str, Callable[..., float]]:
    return runpy.run_path(str(ROOT / "solutions" / exercise.assignment / exercise.file))


def drawn(students: range, exercise: Exercise) -> Iterator[dict[str, int]]:
    return (draw_sizes(SECRET, str(student), exercise) for student in students)


def test_the_sizes_of_a_student_are_the_same_for_ever() -> None:
    """`openssl sha256 -hmac SECRET` of `["sizes of a derivation", "ada", "02_causal", "n_visible_pairs", "T", 0]`."""
    digest = 0x0768F351ADA92047F9DF246F2F2FF8353D5FDB55CC32F9354797663DC174205E
    assert draw_sizes(SECRET, "ada", PAIRS) == {"T": 11 + digest % 50}
    assert [tuple(draw_sizes(SECRET, "ada", item).values()) for item in (PAIRS, COUNT, WIDTH)] == [
        (11,),
        (25, 11),
        (87, 3),
    ]
    assert [tuple(draw_sizes(SECRET, "Zoë", item).values()) for item in (PAIRS, COUNT, WIDTH)] == [
        (15,),
        (11, 9),
        (144, 4),
    ]


def test_another_secret_student_or_exercise_has_other_sizes() -> None:
    names = ("n_params_causal", "an_params_causal")
    keys = [(secret, student, name) for secret in (SECRET, SECRET[::-1]) for student in ("ad", "a") for name in names]
    found = {tuple(draw_sizes(secret, student, replace(COUNT, name=name)).values()) for secret, student, name in keys}
    assert len(found) == len(keys)


def test_a_name_has_the_same_sizes_however_its_accents_are_written() -> None:
    assert draw_sizes(SECRET, "Zo\u00eb", COUNT) == draw_sizes(SECRET, "Zoe\u0308", COUNT)


def test_sizes_are_in_range_all_different_and_divide_what_they_shall(course: Course) -> None:
    for exercise in asked(course):
        for sizes in drawn(range(100), exercise):
            assert list(sizes) == [size.name for size in exercise.sizes]
            assert len(set(sizes.values())) == len(sizes)
            assert all(size.low <= sizes[size.name] <= size.high for size in exercise.sizes)
            assert all(sizes[size.divides] % sizes[size.name] == 0 for size in exercise.sizes if size.divides)


def test_every_number_of_a_range_is_about_as_likely() -> None:
    counts = Counter(sizes["T"] for sizes in drawn(range(5000), PAIRS))
    assert sorted(counts) == list(range(11, 61))
    assert all(abs(count - 100) < 4 * 100**0.5 for count in counts.values())


def test_ranges_that_leave_no_choice_are_named() -> None:
    with pytest.raises(CourseError, match=r"02_causal\.n_params_causal: no different sizes fit its ranges"):
        draw_sizes(SECRET, "ada", replace(COUNT, sizes=(Size("T", 5, 5), Size("d", 5, 5))))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (5, "sizes: is 5, expected a table"),
        ({"T": [1]}, r"sizes\.T: is \[1\], expected \[11, 48\]"),
        ({"T": [1, True]}, r"sizes\.T\[1\]: is True, expected a whole number from 1"),
        ({"T": [9, 3]}, "expected the smaller number first"),
        ({"T": {"range": [1, 9], "divide": "d"}}, r"sizes\.T\.divide: unknown key"),
        ({"T": {"range": [1, 9], "divides": "T"}}, r"sizes\.T\.divides: is 'T', expected another size of the exercise"),
    ],
)
def test_a_range_that_is_none_is_named(data: object, sentence: str) -> None:
    with pytest.raises(CourseError, match=sentence):
        load_sizes(convert(data, Sizes, "sizes"), "sizes")


def test_the_sizes_are_the_arguments_in_their_order(course: Course) -> None:
    for exercise in asked(course):
        function = definitions(exercise)[exercise.name]
        assert list(inspect.signature(function).parameters) == [size.name for size in exercise.sizes]


def test_what_has_sizes_has_a_reference_that_agrees_with_the_solution(course: Course) -> None:
    assert {item.name for item in asked(course)} == set(course_code().size_references)
    for exercise in asked(course):
        solution = definitions(exercise)[exercise.name]
        for sizes in drawn(range(5), exercise):
            assert course_code().size_references[exercise.name](*sizes.values()) == pytest.approx(
                solution(**sizes), rel=1e-12
            )


def test_no_question_holds_its_answer(course: Course) -> None:
    for exercise in asked(course):
        solution = definitions(exercise)[exercise.name]
        assert all(solution(**sizes) not in sizes.values() for sizes in drawn(range(300), exercise))


class Recorder:
    """The solution, as a public test asks it; what it asks of one function is written down."""

    def __init__(self, exercise: Exercise) -> None:
        self._definitions = definitions(exercise)
        self._name = exercise.name
        self.questions: list[tuple[float, ...]] = []

    def __getattr__(self, name: str) -> Callable[..., float]:
        def call(*args: float, **named: float) -> float:
            given = inspect.signature(self._definitions[name]).bind(*args, **named).args
            self.questions += [given] if name == self._name else []
            return self._definitions[name](*given)

        return call


def test_nobody_can_get_sizes_that_a_public_test_asks(course: Course) -> None:
    for exercise in asked(course):
        tests = runpy.run_path(str(ROOT / "assignments" / exercise.assignment / f"test_{exercise.file}"))
        student = Recorder(exercise)
        for name in tests:
            if name.startswith(f"test_{exercise.name}"):
                tests[name](student)
        assert student.questions, exercise.name
        for question in student.questions:
            pairs = zip(exercise.sizes, question, strict=True)
            assert not all(size.low <= number <= size.high for size, number in pairs), (exercise.name, question)


def test_nobody_can_get_sizes_that_the_text_prints(course: Course) -> None:
    for exercise in asked(course):
        source = read_solution(ROOT / "solutions" / exercise.assignment, exercise.file)
        text = next(cell.text for cell in source.cells if cell.exercise == exercise.name)
        text = re.sub(r"about \d+ minutes", "", text)
        printed = [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", text.replace("_", ""))]
        inside = [[number for number in printed if size.low <= number <= size.high] for size in exercise.sizes]
        assert not all(inside), f"{exercise.name}: its text prints {list(chain(*inside))}"
