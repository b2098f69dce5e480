"""What the wrong answers of an exercise have in common, in words, where no mistake has a name."""
