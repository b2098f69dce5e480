# wrong: the shapes instead of the count | family: shape | level: core
def n_params_cross(d_in: int, d_out_kq: int, d_out_v: int) -> int:
    return [(d_in, d_out_kq), (d_in, d_out_kq), (d_in, d_out_v)]
