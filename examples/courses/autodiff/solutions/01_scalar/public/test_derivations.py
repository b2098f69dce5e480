"""Public tests of derivations.py."""

from typing import Any

import pytest


@pytest.mark.exercise("tanh_slope")
def test_tanh_slope_in_the_middle(student: Any) -> None:
    """In the middle tanh is as steep as a diagonal, and equally steep on both sides."""
    assert student.tanh_slope(0.0) == 1.0
    assert student.tanh_slope(0.4) == student.tanh_slope(-0.4)
