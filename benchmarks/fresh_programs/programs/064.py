def weights_bytes(B, T, num_heads, bytes_per_element):
    elements = B * num_heads * T
    return elements * bytes_per_element
