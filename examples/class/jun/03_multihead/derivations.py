def n_params_wrapper(d_in, d_out_kq, d_out_v, num_heads):
    return num_heads * d_in * (2 * d_out_kq + d_out_v)


def n_params_multihead(d_model):
    return 4 * d_model**2


def head_dim(d_model, num_heads):
    return d_model // num_heads


def attention_matmul_flops(T, d_model):
    return 4 * T**2 * d_model


def weights_bytes(B, T, num_heads, bytes_per_element):
    return B * num_heads * T * T * bytes_per_element
