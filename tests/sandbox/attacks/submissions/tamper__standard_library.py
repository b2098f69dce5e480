# attack: rewrites the standard library | score: full | ledger: none
import os

try:
    open(os.__file__, "a").write("\n")
except OSError:
    pass
