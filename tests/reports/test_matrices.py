"""Which matrices a page draws beside a failed check."""

from autograder.reports.pages import DIFFERENCE_CAPTION, heatmaps


def captions(wrong: list[list[bool]]) -> list[str]:
    return [drawn["caption"] for drawn in heatmaps({"got": [[1.0, 2.0]], "wrong": wrong})]


def test_where_a_result_differs_is_drawn_unless_it_differs_everywhere() -> None:
    assert captions([[False, True]]) == ["Yours", DIFFERENCE_CAPTION]
    assert captions([[True, True]]) == []
