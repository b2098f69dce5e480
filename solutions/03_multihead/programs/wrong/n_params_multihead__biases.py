# wrong: biases counted | family: formula | level: core
def n_params_multihead(d_model: int) -> int:
    return 4 * d_model * (d_model + 1)
