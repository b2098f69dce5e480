"""Whether two runs had the same rules."""

import hashlib
from collections.abc import Set as AbstractSet
from dataclasses import fields, replace

from autograder.course.model import Policies


def fingerprint(policies: Policies) -> str:
    """The same for the same rules, in whatever order they are written; empty where there are none."""
    if policies == Policies():
        return ""
    told = [f"{field.name} {_told(getattr(policies, field.name))}" for field in fields(policies)]
    return hashlib.sha256("\n".join(told).encode()).hexdigest()


def counting(policies: Policies) -> str:
    """The fingerprint of all rules that a number may come from: what is shown when is none of them."""
    return fingerprint(replace(policies, visibility={}))


def _told(value: object) -> str:
    if isinstance(value, dict):
        return repr(sorted(value.items()))
    return repr(sorted(value)) if isinstance(value, AbstractSet) else repr(value)
