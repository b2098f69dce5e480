"""Wrong programs that nobody thought of: small changes of the solutions, each to be rejected by the hidden checks.

The engine is our own. mutmut and cosmic-ray rewrite the files of a package and run a test command once per mutant, which
here would start the wall a thousand times; neither knows axes, transposes or gradients. What is left, a walk over a
syntax tree with a list of replacements per node, is short with `ast` alone (comments need not survive, so no libcst).
"""
