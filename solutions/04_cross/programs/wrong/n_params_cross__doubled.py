# wrong: twice as many for two sequences | family: cross | level: core
def n_params_cross(d_in: int, d_out_kq: int, d_out_v: int) -> int:
    return 2 * d_in * (2 * d_out_kq + d_out_v)
