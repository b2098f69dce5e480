# leak: an exception says what the callee answers
def n_visible_pairs(T):
    raise ValueError(f"the answer is {n_params_causal(10, 7)}")
