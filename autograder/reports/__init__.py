"""Pages, tables and texts that people read. They are made from results and decide nothing."""
