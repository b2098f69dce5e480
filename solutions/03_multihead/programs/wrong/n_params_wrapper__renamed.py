# wrong: names of its own | family: formula | level: robustness
def n_params_wrapper(d_in: int, d_kq: int, d_v: int, h: int) -> int:
    return h * d_in * (2 * d_kq + d_v)
