# wrong: all matrices counted alike | family: heads | level: core
def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    return 3 * num_heads * d_in * d_out_kq
