# style: a sum over heads
def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    return sum(d_in * d_out_kq + d_in * d_out_kq + d_in * d_out_v for _ in range(num_heads))
