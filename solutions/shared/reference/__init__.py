"""Independent references: slow and obvious, written from the formulas, never from the solutions."""
