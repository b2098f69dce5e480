"""The vocabulary of hidden checks: pytest and hypothesis tests that call a submission through `student`."""
