"""From what a submission returns to the mistake that explains it."""
