# attack: raises what only the worker raises, with words of its own | score: 0 | ledger: any
import sys


def split_heads(x, num_heads):
    misfit = next(vars(module)["MisfitError"] for module in list(sys.modules.values()) if "MisfitError" in vars(module))
    error = misfit("W_Q", x, x)
    error.name, error.wanted, error.found = {"W": 1}, 10**400, [[[]]]
    raise error
