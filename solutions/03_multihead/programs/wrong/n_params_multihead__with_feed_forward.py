# wrong: a feed-forward layer counted | family: formula | level: core
def n_params_multihead(d_model: int) -> int:
    return 12 * d_model**2
