# style: a shift of bits
def n_params_multihead(d_model: int) -> int:
    return (d_model * d_model) << 2
