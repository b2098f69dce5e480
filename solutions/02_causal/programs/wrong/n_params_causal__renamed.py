# wrong: arguments with names of their own | family: formula | level: robustness
def n_params_causal(C: int, d_h: int) -> int:
    return 4 * C * d_h
