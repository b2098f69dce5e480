"""The course's from-scratch rules by name, and all library calls that they forbid."""

from autograder.course import load_course
from tests.helpers.paths import ROOT

RULES = {rule.name: rule for rule in load_course(ROOT).rules}
FORBIDDEN_CALLS = [call for rule in RULES.values() for call in rule.calls]
