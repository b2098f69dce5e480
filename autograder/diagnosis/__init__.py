"""Finds the mistake that explains what a submission returns."""
