# wrong: one matrix only | family: formula | level: core
def n_params_multihead(d_model: int) -> int:
    return d_model**2
