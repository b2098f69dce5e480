"""Wrong programs that nobody thought of: small changes of the solutions, each to be rejected by the hidden checks.

The engine is our own. mutmut and cosmic-ray rewrite files and run a test command once per mutant, which would start the
wall a thousand times, and neither knows axes, transposes or gradients. What is left, a walk over a syntax tree with a
list of replacements per node, is short with `ast` alone; comments need not survive, so libcst is not needed either.
"""
