"""Searches everything that students get for solutions, hidden checks and the values that they expect."""
