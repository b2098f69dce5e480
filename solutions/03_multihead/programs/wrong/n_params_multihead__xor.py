# wrong: ^ is xor in Python, no power | family: formula | level: core
def n_params_multihead(d_model: int) -> int:
    return 4 * d_model ^ 2
