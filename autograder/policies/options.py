"""Which rules hold, as it is said on the command line; the same for every command that shows points."""

import argparse

from autograder.intake.options import named_path


def add_policies_argument(parser: argparse.ArgumentParser) -> None:
    """A file of rules."""
    parser.add_argument(
        "--policies",
        type=named_path,
        metavar="FILE",
        help="dates, lateness and other rules, in place of those in the course file (docs/policies.md)",
    )
