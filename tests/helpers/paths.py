"""Where things are in the checkout."""

from pathlib import Path

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
