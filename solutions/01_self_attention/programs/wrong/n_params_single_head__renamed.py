# wrong: an argument with another name | family: formula | level: robustness
def n_params_single_head(d: int) -> int:
    return 3 * (d * d + d)
