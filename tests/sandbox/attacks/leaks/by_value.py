# leak: what is returned is what the callee answers
def n_visible_pairs(T):
    return -n_params_causal(10, 7)
