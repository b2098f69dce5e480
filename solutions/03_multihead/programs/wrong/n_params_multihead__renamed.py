# wrong: another name | family: formula | level: robustness
def n_params_multihead(d: int) -> int:
    return 4 * d * d
