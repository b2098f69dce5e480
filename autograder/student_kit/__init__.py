"""What the public tests need: loads your files, compares results, reports your progress."""
