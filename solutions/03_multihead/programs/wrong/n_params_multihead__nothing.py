# wrong: nothing returned | family: formula | level: core
def n_params_multihead(d_model: int) -> int:
    count = 4 * d_model**2
    count + 0
