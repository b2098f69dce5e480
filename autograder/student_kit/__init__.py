"""What the public tests need: loading your files, comparing results, telling how far you are."""
