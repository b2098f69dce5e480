"""Pages, tables and texts for people, made from results; no verdict depends on them."""
