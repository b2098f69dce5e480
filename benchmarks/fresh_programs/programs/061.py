def n_params_multihead(d_model):
    one_linear = d_model * d_model + d_model
    return 4 * one_linear
