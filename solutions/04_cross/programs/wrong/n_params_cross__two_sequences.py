# wrong: a key and value matrix for each of the two sequences | family: cross | level: core
def n_params_cross(d_in: int, d_out_kq: int, d_out_v: int) -> int:
    return d_in * (3 * d_out_kq + 2 * d_out_v)
