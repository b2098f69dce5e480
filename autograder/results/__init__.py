"""Results of grading: their model, and how they are stored and written."""
