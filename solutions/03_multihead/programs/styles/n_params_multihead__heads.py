# style: head by head, whatever their number
def n_params_multihead(d_model: int, num_heads: int = 1) -> int:
    width = d_model / num_heads
    return num_heads * 3 * d_model * width + d_model**2
