# wrong: matrices taken for square | family: formula | level: core
def n_params_self_attention(d_in: int, d_out_kq: int, d_out_v: int) -> int:
    return 2 * d_out_kq**2 + d_out_v**2
