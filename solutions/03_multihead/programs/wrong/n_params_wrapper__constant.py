# wrong: the article's count at every size | family: heads | level: core
def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    return 60
