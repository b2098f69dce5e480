def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    return 2 * d_in * d_out_kq + d_in * d_out_v * num_heads
