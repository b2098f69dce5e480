# leak: what the callee answers while the file is loaded decides whether loading ends with an error, and with which
def n_visible_pairs(T):
    return ANSWER


ANSWER = n_params_causal(10, 7)
if ANSWER > 90:
    raise [ValueError, LookupError, RuntimeError][ANSWER % 3](f"the answer is {ANSWER}")
