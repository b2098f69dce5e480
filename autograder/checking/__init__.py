"""The hidden checks: ordinary pytest and hypothesis tests, spoken through the `student` fixture."""
