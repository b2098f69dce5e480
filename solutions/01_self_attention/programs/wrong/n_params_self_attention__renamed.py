# wrong: arguments with names of their own | family: formula | level: robustness
def n_params_self_attention(d: int, k: int, v: int) -> int:
    return d * (2 * k + v)
