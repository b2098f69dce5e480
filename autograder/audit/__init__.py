"""Are the checks strong and fair? Runs wrong programs, right styles and rule violations through the wall."""
