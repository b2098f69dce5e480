"""Grade exercises on attention through a wall: `autograder --help`."""

__version__ = "0.1.0"
