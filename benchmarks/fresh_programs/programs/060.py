def n_params_wrapper(d_in, d_out_kq, d_out_v, num_heads):
    queries_and_keys = num_heads * 2 * d_in * d_out_kq
    values = d_in * d_out_v
    return queries_and_keys + values
