# wrong: the printed count at every size | family: formula | level: core
def n_params_cross(d_in: int, d_out_kq: int, d_out_v: int) -> int:
    return 24
