# wrong: a plain list, whose parameters are not seen | family: heads | level: core
def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    return 0
