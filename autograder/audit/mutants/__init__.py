"""Mutation testing: small changes of the solutions, each of which the hidden checks must reject.

mutmut and cosmic-ray rewrite files and run a test command once per mutant, which would start the sandbox a thousand
times, and they have no operators for axes, transposes or gradients. So this package has its own: a walk over the syntax
tree with replacements for each node. Comments need not survive, so `ast` is enough.
"""
