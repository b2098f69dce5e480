# wrong: a power of the number of heads | family: heads | level: core
def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    return (d_in * (2 * d_out_kq + d_out_v)) ** num_heads
