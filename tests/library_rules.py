"""The course's from-scratch rules by name, and all library calls that they forbid."""

from pathlib import Path

from autograder.course import load_course

RULES = {rule.name: rule for rule in load_course(Path(__file__).parents[1]).rules}
FORBIDDEN_CALLS = [call for rule in RULES.values() for call in rule.calls]
