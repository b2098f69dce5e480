# style: one term for each matrix
def n_params_self_attention(d_in: int, d_out_kq: int, d_out_v: int) -> int:
    return d_in * d_out_kq + d_in * d_out_kq + d_in * d_out_v
