"""Tests that need a library which is an extra; it is imported when they run, not when they are collected."""

import importlib.util

import pytest


def needs(library: str) -> pytest.MarkDecorator:
    """Skip without this library."""
    return pytest.mark.skipif(importlib.util.find_spec(library) is None, reason=f"not installed: {library}")
