def cache_bytes(B, T, d_model, num_layers, bytes_per_element):
    per_token = d_model * num_layers * bytes_per_element
    return B * T * per_token
