# wrong: a number of heads must be given | family: heads | level: core
def n_params_multihead(d_model: int, num_heads: int) -> int:
    return 4 * d_model**2
