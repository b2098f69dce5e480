# wrong: arguments with names of their own | family: formula | level: robustness
def n_params_with_embedding(V: int, C: int, d_h: int) -> int:
    return V * C + 4 * C * d_h
