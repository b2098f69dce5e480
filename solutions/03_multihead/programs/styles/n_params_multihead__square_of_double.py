# style: the square of the double
def n_params_multihead(d_model: int) -> int:
    return (2 * d_model) ** 2
