"""Wrong and right programs as named edits of a right program: cells of a file, each a patch or a whole definition."""
