# wrong: a bias on the output projection | family: formula | level: core
def n_params_multihead(d_model: int) -> int:
    return 4 * d_model**2 + d_model
