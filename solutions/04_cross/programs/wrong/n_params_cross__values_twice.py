# wrong: the value matrix counted twice instead of the key matrix | family: formula | level: core
def n_params_cross(d_in: int, d_out_kq: int, d_out_v: int) -> int:
    return d_in * (d_out_kq + 2 * d_out_v)
