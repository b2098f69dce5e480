"""Tests that the checks are strong and fair: runs wrong, right and forbidden programs in the sandbox."""
