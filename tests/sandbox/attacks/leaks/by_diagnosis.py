# leak: which mistake is recognised says what the callee answers
def n_visible_pairs(T):
    mistakes = (T * T, T * (T - 1) // 2, T, T * (T + 1), 2 * T)
    return mistakes[n_params_causal(10, 7) % len(mistakes)]
