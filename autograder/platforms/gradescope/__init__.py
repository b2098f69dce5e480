"""Gradescope: the zip that its image is built from, and the run for each submission there."""
