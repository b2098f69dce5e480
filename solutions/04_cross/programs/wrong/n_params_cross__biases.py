# wrong: biases counted | family: formula | level: core
def n_params_cross(d_in: int, d_out_kq: int, d_out_v: int) -> int:
    return (d_in + 1) * (2 * d_out_kq + d_out_v)
