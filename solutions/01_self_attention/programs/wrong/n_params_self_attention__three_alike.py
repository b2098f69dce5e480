# wrong: all three matrices as wide as the queries | family: formula | level: core
def n_params_self_attention(d_in: int, d_out_kq: int, d_out_v: int) -> int:
    return 3 * d_in * d_out_kq
