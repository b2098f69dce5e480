# wrong: the count as a text | family: dtype | level: core
def n_params_self_attention(d_in: int, d_out_kq: int, d_out_v: int) -> int:
    return str(d_in * (2 * d_out_kq + d_out_v))
