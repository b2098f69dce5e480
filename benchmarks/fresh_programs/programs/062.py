def head_dim(d_model, num_heads):
    total_width = d_model * num_heads
    return total_width // num_heads
