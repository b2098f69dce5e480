"""What a result is, and how it is written."""
