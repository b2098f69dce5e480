# wrong: a matrix of scores counted as learned | family: formula | level: core
def n_params_self_attention(d_in: int, d_out_kq: int, d_out_v: int) -> int:
    return d_in * (2 * d_out_kq + d_out_v) + d_in * d_in
