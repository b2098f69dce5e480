def n_params_cross(d_in, d_out_kq, d_out_v):
    per_input = d_in * d_out_kq * 2 + d_in * d_out_v
    return 2 * per_input  # x_1 and x_2
