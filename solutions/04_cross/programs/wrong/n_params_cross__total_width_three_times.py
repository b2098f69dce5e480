# wrong: three matrices of the total width | family: formula | level: core
def n_params_cross(d_in: int, d_out_kq: int, d_out_v: int) -> int:
    return 3 * d_in * (d_out_kq + d_out_v)
