def n_params_block(d_model, d_hidden):
    attn = 4 * d_model * d_model
    ff = d_model * d_hidden + d_hidden + d_hidden * d_model + d_model
    return attn + ff
