"""All pages in a browser: by keyboard, in the dark, on a phone, on paper, to a screen reader, against hostile text."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from autograder.course import Course
from autograder.course.model import Policies
from autograder.policies import with_policies
from autograder.reports.class_page import class_page_content, student_pages
from autograder.reports.pages import (
    class_html,
    feedback_html,
    review_html,
    review_index_html,
    student_page_html,
)
from autograder.reports.people import Person
from autograder.reports.review_index import review_rows
from autograder.reports.review_page import HandIn, Suggestions, review_page_content
from autograder.results.adjustments import Adjustment, read_corrections
from autograder.results.model import Json
from autograder.results.summary import summarize
from autograder.similarity import SimilarityLimits, SimilarityReport
from autograder.similarity.comparison import CommonCode, SimilarPair, StudentCode
from autograder.similarity.identical import MOSTLY_SAME, Cluster
from autograder.similarity.page import similar_html
from tests.helpers.browser import CHROMIUM, Visit, open_page, why_no_browser
from tests.helpers.result_factory import (
    ALL_SHOWN,
    EVERYTHING,
    HOSTILE,
    OPEN,
    RIGHT,
    SNIPPET,
    WRONG,
    hostile_result,
    large_class,
    result,
)

REASON = why_no_browser()
pytestmark = [pytest.mark.sandbox, pytest.mark.skipif(REASON is not None, reason=REASON or "")]

Visits = Callable[..., Visit]
SMALL = [result("ada", RIGHT, RIGHT), result("Ben", RIGHT, WRONG), result("chen", OPEN), result("dana", WRONG)]
LONG = "Benedict " * 25
PHONE = {"width": 390, "height": 844}
WITH_SCRIPT = ("hostile_class", "hostile_review")  # a table that is sorted, a form that is saved
UNGRADED = [{"student": "eli", "assignment": "02_causal", "reason": "the sandbox was lost"}]
PAGES = ["feedback", "shown", "class", "hostile", "hostile_class", "review", "hostile_review", "review_index"]
PAGES += ["named_class", "named_index", "excused", "alike_review", "students", "similar"]
CLASS_OF_300 = ["class_of_300", "index_of_300"]
PEOPLE = {HOSTILE[0]: Person(*HOSTILE[:3]), "ada": Person("Ada von Lovelace-Habsburg", "7b", "ada.von.lovelace@x.org")}
SAID = Suggestions.of([Adjustment("cy", "02_causal", points=0, reason=HOSTILE[0], comment="Look at the diagonal.")])
ALIKE = {"masked_softmax": ["ada", "ben", "cy"]}
DUE = Policies(due={"02_causal": datetime.fromisoformat("2020-01-01")})
EXCUSED = with_policies(result("eli", WRONG), DUE, DUE.now, [Adjustment("eli", "02_causal", reason="ill")])
SORT_BY_SCORE = """() => {
    const start = performance.now();
    Array.from(document.querySelectorAll("#by-student thead button")).at(-1).click();
    document.body.getBoundingClientRect();
    return performance.now() - start;
}"""
SIZE_LIMIT = 5_000_000  # bytes of the class page of a thousand students


def class_page(results: list[Json], ungraded: list[Json], **more: Any) -> str:
    summaries = [summarize(one) for one in results]
    return class_html(**class_page_content(summaries, ungraded, "Attention from scratch", **more))


def review_page(made: Json, code: str, **more: Any) -> str:
    hand_in = HandIn(made, made["score"], "Causal attention", {"causal.py": code.encode()}, (), "graded", "ada", **more)
    return review_html(review_page_content(hand_in), "../../ada/02_causal/feedback.html")


def review_index(results: list[Json], people: Mapping[str, Person] | None = None) -> str:
    rows = review_rows([summarize(one) for one in results], {one["student"]: "folder" for one in results}, people)
    groups = [("points lost", len(rows))]
    return review_index_html(course="Attention from scratch", count=len(rows), groups=groups, rows=rows, pages=[])


def students_page(results: list[Json]) -> str:
    """The second of three pages with the students of a class that is too large for one."""
    content = class_page_content([summarize(one) for one in results], [], "Attention from scratch", people=PEOPLE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("autograder.reports.class_page.MAX_STUDENTS", len(results) // 3)
        return student_page_html(content, student_pages(content["students"]), 1)


def similar_page() -> str:
    versions = [StudentCode(name, EVERYTHING, 0.75, ((0, 60), (70, len(EVERYTHING)))) for name in HOSTILE[:2]]
    pair = SimilarPair("02_causal", "causal.py", versions[0], versions[1], 300)
    cluster = Cluster("02_causal", "causal.py", ("ada", LONG, HOSTILE[0]), MOSTLY_SAME)
    common = CommonCode("02_causal", "causal.py", 3, LONG, ((1, 20), (30, 41)))
    report = SimilarityReport((pair, pair), 3, (f"{LONG}: larger than 200 KB, not compared",), (cluster,), (common,))
    return similar_html(report, "Attention from scratch", SimilarityLimits(), 1, PEOPLE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("pages")
    evil = hostile_result()
    texts = {
        "feedback": feedback_html(result("ada", RIGHT, WRONG, OPEN), "Causal attention"),
        "shown": feedback_html(result("ada", ALL_SHOWN), "Causal attention"),
        "class": class_page(SMALL, UNGRADED),
        "hostile": feedback_html(evil, "Causal attention"),
        "hostile_class": class_page([evil], [UNGRADED[0] | {"student": HOSTILE[0], "reason": HOSTILE[1]}]),
        "review": review_page(result("ada", RIGHT, WRONG, OPEN), "def masked_softmax(scores):\n    return scores\n"),
        "hostile_review": review_page(evil, EVERYTHING),
        "alike_review": review_page(result("ada", WRONG), EVERYTHING, suggestions=SAID, alike=ALIKE),
        "review_index": review_index([*SMALL, evil]),
        "named_class": class_page([*SMALL, EXCUSED, evil], [], policies=DUE, people=PEOPLE),
        "named_index": review_index([*SMALL, EXCUSED, evil], PEOPLE),
        "excused": feedback_html(EXCUSED, "Causal attention"),
        "long": class_page([result(LONG, RIGHT, WRONG), result("ada", RIGHT, assignment="00_warmup")], []),
        "students": students_page([*SMALL, EXCUSED, evil]),
        "similar": similar_page(),
        "wide": class_page(large_class(3), []),
        "large": class_page(large_class(1000), []),
    }
    for name, text in texts.items():
        (made / f"{name}.html").write_text(text, encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - optional

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def visit(browser: Any, folder: Path) -> Iterator[Visits]:
    """Open a page by name; whatever happens on any of them, nothing bad may."""
    opened: list[Visit] = []

    def go(name: str, **options: Any) -> Visit:
        opened.append(open_page(browser, folder / f"{name}.html", **options))
        return opened[-1]

    yield go
    incidents = [incident for one in opened for incident in one.incidents]
    for one in opened:
        one.page.close()
    assert incidents == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(name: str, scheme: str, visit: Visits) -> None:
    seen = visit(name, color_scheme=scheme)
    seen.unfold()
    assert seen.violations() == ""


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_wider_than_a_phone(name: str, visit: Visits) -> None:
    seen = visit(name, viewport={"width": 360, "height": 740})
    seen.unfold()
    assert seen.overflow() == 0


@pytest.mark.full
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", CLASS_OF_300)
def test_pages_of_300_students_have_nothing_that_axe_finds_and_fit_a_phone(
    name: str, scheme: str, folder: Path, visit: Visits
) -> None:
    results = large_class(300)
    people = {
        one["student"]: Person(f"Ada von Lovelace-{one['student']}", f"{place % 7}b", f"{place}@university.example.org")
        for place, one in enumerate(results)
    }
    text = (
        class_page(results, UNGRADED, people=people) if name == "class_of_300" else review_index(results[::6], people)
    )
    (folder / f"{name}.html").write_text(text, encoding="utf-8")
    seen = visit(name, color_scheme=scheme)
    seen.unfold()
    assert seen.violations() == ""
    seen.page.set_viewport_size({"width": 360, "height": 740})
    assert seen.overflow() == 0


def test_the_dark_page_is_dark(visit: Visits) -> None:
    def brightness(scheme: str) -> int:
        colour = visit("feedback", color_scheme=scheme).page.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(int(part) for part in colour.strip("rgb()").split(","))

    assert brightness("dark") < 150
    assert brightness("light") > 700


def test_paper_shows_what_is_folded_and_no_inputs(visit: Visits) -> None:
    student, table = visit("feedback"), visit("class")
    assert student.texts("pre") == [], "beside a named mistake, code that repeats a call is folded"
    for seen in (student, table):
        seen.page.emulate_media(media="print")
    assert [text.strip() for text in student.texts("pre")] == [SNIPPET.strip()] * 2
    assert not table.page.locator("#find-by-student").is_visible()
    assert table.texts("#by-student tbody th") == ["Ben", "ada", "chen", "dana"]


def test_matrices_have_captions_headings_numbers_and_words_for_signs(visit: Visits) -> None:
    tables = visit("feedback").page.locator("main .maps").first.locator("table")
    assert tables.locator("caption").all_inner_texts() == ["Yours", "Where it differs"]
    yours, where = tables.all()
    assert yours.locator("th[scope=col]").all_inner_texts() == ["0", "1", "2"]
    assert yours.locator("th[scope=row]").count() == 3
    assert yours.locator("td").all_inner_texts()[4:] == ["0.9055", "−0.09449", "0", "nan", "0.3373", "-inf"]
    assert where.locator("td").all_text_contents()[4:6] == ["✗differs", "✗differs"]
    captions = visit("shown").page.locator("caption").all_inner_texts()
    assert captions == ["Yours", "Expected"]


def test_details_open_by_keyboard(visit: Visits) -> None:
    seen = visit("feedback")
    folded = seen.page.locator("main details", has_text="The same in").first
    folded.locator("summary").first.focus()
    seen.page.keyboard.press("Enter")
    assert folded.locator("li").first.is_visible()


def test_what_lost_points_comes_first_and_what_is_right_is_folded(visit: Visits) -> None:
    seen = visit("feedback", viewport=PHONE)
    links = seen.page.get_by_role("navigation", name="What lost points").get_by_role("link")
    assert links.all_inner_texts() == ["masked_softmax", "CausalSelfAttention"]
    links.last.click()
    assert seen.page.locator(":target").inner_text() == "CausalSelfAttention"
    whole = seen.page.get_by_role("region", name="1 right").locator("details")
    assert whole.locator("summary").first.inner_text() == "✓ 1 right causal_mask"
    assert not seen.page.get_by_text("the mask").is_visible()
    for part in whole.locator("summary").all():
        part.press("Enter")
    assert seen.page.get_by_text("the mask").is_visible()


@pytest.mark.parametrize("table", ["by-exercise", "by-mistake"])
def test_a_phone_shows_whole_rows_of_exercises_and_mistakes(table: str, visit: Visits) -> None:
    seen = visit("class", viewport=PHONE)
    cells = seen.page.locator(f"#{table} :is(th, td)").all()
    assert all(box["x"] + box["width"] <= PHONE["width"] for cell in cells if (box := cell.bounding_box()))
    seen.page.locator(f"#find-{table}").fill("nothing is called so")
    assert seen.texts(f"#{table} tbody tr") == []


def test_a_long_name_is_cut_and_leaves_the_scores_where_they_are(visit: Visits) -> None:
    page = visit("long").page
    name = page.locator("#by-student tbody bdi").first
    assert name.get_attribute("title") == LONG
    assert page.locator("#by-student tbody td:last-child").first.bounding_box()["x"] < page.viewport_size["width"]
    assert name.bounding_box()["height"] < 40


def test_a_phone_shows_a_long_name_as_a_whole(visit: Visits) -> None:
    page = visit("long", viewport=PHONE).page
    name = page.locator("#by-student tbody bdi").first
    assert name.evaluate("one => one.scrollWidth <= one.clientWidth")
    assert name.bounding_box()["height"] > 40, "on several lines, since nothing can be hovered over"
    assert 100 < name.bounding_box()["width"] < 200


def test_a_phone_keeps_names_and_sums_in_sight(visit: Visits) -> None:
    page = visit("wide", viewport=PHONE).page
    for place in (0, 10_000):
        page.locator(".scroll").last.evaluate("(one, place) => { one.scrollLeft = place }", place)
        row = page.locator("#by-student tbody tr").first
        for cell in (row.locator("th"), row.locator("td").last):
            box = cell.bounding_box()
            assert 0 <= box["x"] < box["x"] + box["width"] <= PHONE["width"]


def test_exercises_can_be_sorted_in_teaching_order_whoever_handed_them_in(visit: Visits) -> None:
    seen = visit("long")
    assert seen.texts("#by-exercise tbody th")[0].split() == ["masked_softmax", "02_causal"], "the worst comes first"
    seen.page.locator("#by-exercise thead button").first.click()
    rows = seen.texts("#by-exercise tbody th")
    assert [row.split() for row in rows] == [
        ["causal_mask", "00_warmup"],
        ["causal_mask", "02_causal"],
        ["masked_softmax", "02_causal"],
    ]


def test_columns_sort_by_keyboard_and_say_so(visit: Visits) -> None:
    page = visit("class").page
    names, heading = page.locator("#by-student tbody th"), page.locator("#by-student thead th")
    page.locator("#find-by-student").focus()
    for _ in range(2):  # over the region that scrolls, to the first heading
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert names.all_inner_texts() == ["dana", "chen", "Ben", "ada"]
    assert heading.first.get_attribute("aria-sort") == "descending"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert names.all_inner_texts() == ["chen", "dana", "Ben", "ada"], "equal scores stay in the order they had"
    assert heading.last.get_attribute("aria-sort") == "ascending"
    assert page.locator("#by-student [aria-sort]").count() == 1


def test_the_filter_finds_names_whatever_their_case(visit: Visits) -> None:
    seen = visit("class")
    seen.page.locator("#find-by-student").press_sequentially("bEn")
    assert seen.texts("#by-student tbody th") == ["Ben"]
    assert seen.page.get_by_role("status").all_inner_texts() == ["", "", "1 of 4 shown"]
    seen.page.locator("#find-by-student").fill("")
    assert len(seen.texts("#by-student tbody th")) == 4


def test_every_table_sorts_and_filters(visit: Visits) -> None:
    seen = visit("class")
    counts = seen.page.locator("#by-mistake tbody td:first-child")
    seen.page.locator("#by-mistake thead button").first.click()
    assert counts.all_inner_texts() == sorted(counts.all_inner_texts(), key=int)
    seen.page.locator("#find-by-exercise").fill("CAUSAL_mask")
    assert [text.split()[0] for text in seen.texts("#by-exercise tbody th")] == ["causal_mask"]


def test_every_section_of_the_class_is_one_click_away(visit: Visits) -> None:
    page = visit("class").page
    for link in page.locator("nav a").all():
        link.click()
        assert page.locator(":target").inner_text() == link.inner_text()
    assert page.locator("nav a").count() == page.locator("main h2").count() - 1, "the scores stand right below"


def test_an_exercise_is_one_line_where_there_is_room(visit: Visits) -> None:
    heights = "all => all.map(one => one.getBoundingClientRect().height)"
    rows = visit("wide").page.locator("#by-exercise tbody tr th").evaluate_all(heights)
    assert rows
    assert max(rows) < 40


@pytest.mark.parametrize("name", ["hostile", "hostile_class", "hostile_review"])
def test_hostile_text_is_text(name: str, visit: Visits) -> None:
    page = visit(name).page
    assert page.locator("img, svg, a[href^=javascript], iframe, textarea").count() == 0
    assert page.locator("script").count() == (1 if name in WITH_SCRIPT else 0), "none but our own"
    body = page.locator("body").inner_text()
    for text in ("<script>alert(1)</script>", '"><img src=x onerror=alert(2)>', "{{ 7 * 7 }}", "שלום"):
        assert text in body


def test_a_class_of_a_thousand_is_small_and_answers_at_once(folder: Path, visit: Visits) -> None:
    size = (folder / "large.html").stat().st_size
    assert size <= SIZE_LIMIT
    page = visit("large").page
    loaded = page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    taken = page.evaluate(SORT_BY_SCORE)
    print(f"{size / 1e6:.2f} MB, ready after {loaded:.0f} ms, sorted and laid out in {taken:.0f} ms")  # noqa: T201 - for whoever asks
    scores = page.locator("#by-student tbody td:last-child").evaluate_all(
        "cells => cells.map(c => Number(c.dataset.value))"
    )
    assert len(scores) == 1000
    assert scores == sorted(scores)


def test_students_are_found_by_name_and_section_and_sorted_by_what_was_due(visit: Visits) -> None:
    page = visit("named_class").page
    page.fill("#find-by-student", "section 7b")
    rows = page.locator("#by-student tbody tr:visible")
    assert rows.all_inner_texts()[0].startswith("ada\nAda von Lovelace-Habsburg, section 7b")
    assert rows.count() == 1
    page.fill("#find-by-student", "")
    page.click("#by-student >> text=so far")
    assert "excused" in rows.first.inner_text(), "of which nothing was due comes first"
    assert "–" in rows.first.inner_text()


def test_corrections_are_collected_on_several_pages_and_saved_as_a_file(
    browser: Any, folder: Path, tmp_path: Path, course: Course
) -> None:
    context = browser.new_context(accept_downloads=True)
    for name, students in (("review", "ada; ben"), ("hostile_review", "cy")):
        page = context.new_page()
        page.goto((folder / f"{name}.html").as_uri())
        page.fill("[name=students]", students)
        page.fill("[name=reason]", 'said "no", =well')
        page.click("text=Add")
        assert "Fill in points" in page.inner_text("form [role=status]")
        page.fill("[name=points]", "+0,5")
        page.click("text=Add")
    assert page.locator("#reasons option").count() == 1, "one sentence is there for the next student"
    assert page.locator("#pending li").count() == 3
    page.click("text=Remove >> nth=1")
    with page.expect_download() as download:
        page.click("text=Save 2 corrections")
    download.value.save_as(tmp_path / "corrections.csv")
    context.close()
    made = read_corrections(tmp_path / "corrections.csv", course.exercise_names)
    assert [(item.student, item.assignment, item.points, item.reason) for item in made] == [
        ("ada", "02_causal", 0.5, 'said "no", =well'),
        ("cy", "02_causal", 0.5, 'said "no", =well'),
    ]


def test_one_sentence_is_typed_once_for_everybody_with_the_same_mistake(
    browser: Any, folder: Path, tmp_path: Path, course: Course
) -> None:
    context = browser.new_context(accept_downloads=True)
    page = context.new_page()
    page.goto((folder / "alike_review.html").as_uri())
    options = "all => all.map(one => one.value)"
    assert page.locator("#reasons option").evaluate_all(options) == [HOSTILE[0]], "what was said in earlier corrections"
    assert page.locator("#comments option").evaluate_all(options) == ["Look at the diagonal."]
    page.click("text=Correct also 2 others with the same mistake")
    assert page.input_value("[name=exercise]") == "masked_softmax"
    page.fill("[name=points]", "1")
    page.click("text=Add")
    assert "Fill in the reason" in page.inner_text("form [role=status]")
    page.fill("[name=points]", "")
    page.fill("[name=comment]", "Divide first.")
    page.click("text=Add")
    assert page.locator("#comments option").evaluate_all(options) == ["Divide first.", "Look at the diagonal."]
    assert page.locator("#pending li").last.inner_text().startswith("cy, 02_causal, masked_softmax, comment, Divide")
    with page.expect_download() as download:
        page.click("text=Save 3 corrections")
    download.value.save_as(tmp_path / "corrections.csv")
    page.click("text=Forget them")
    assert page.locator("#pending li").count() == 0
    assert page.locator("#comments option").evaluate_all(options)[0] == "Divide first.", "for the next student"
    context.close()
    made = read_corrections(tmp_path / "corrections.csv", course.exercise_names)
    assert [(item.student, item.exercise, item.change, item.comment) for item in made] == [
        (student, "masked_softmax", "comment", "Divide first.") for student in ("ada", "ben", "cy")
    ]
