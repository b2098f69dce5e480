# wrong: the output projection forgotten | family: formula | level: core
def n_params_multihead(d_model: int) -> int:
    return 3 * d_model**2
