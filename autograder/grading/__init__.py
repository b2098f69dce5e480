"""One submission becomes one result."""
