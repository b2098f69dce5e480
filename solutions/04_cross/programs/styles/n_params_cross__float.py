# style: a float that is whole
def n_params_cross(d_in: int, d_out_kq: int, d_out_v: int) -> int:
    return float(d_in) * (2.0 * d_out_kq + d_out_v)
