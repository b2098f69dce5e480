def n_params_self_attention(d_in, d_out_kq, d_out_v):
    qk = d_in * d_out_kq
    v = d_in * d_out_v
    return qk + v
