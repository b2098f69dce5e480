"""Types of command line arguments, for programs of argparse that are run by hand."""

import argparse


def at_least_one(text: str) -> int:
    """Return a whole number above 0.

    Raises:
        argparse.ArgumentTypeError: the text is none.
    """
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no whole number above 0")
    return int(text)
