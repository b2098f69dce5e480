# wrong: sizes added instead of multiplied | family: formula | level: core
def n_params_cross(d_in: int, d_out_kq: int, d_out_v: int) -> int:
    return 2 * (d_in + d_out_kq) + d_in + d_out_v
