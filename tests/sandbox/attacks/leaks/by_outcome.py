# leak: how a check ends (wrong values, crashed, wrong type, not finite, not attempted) says a digit of the callee's answer
def n_visible_pairs(T):
    digit = n_params_causal(10, 7) % 5
    if digit == 0:
        raise NotImplementedError
    if digit == 1:
        raise ValueError
    return (0, "", float("nan"))[digit - 2]
