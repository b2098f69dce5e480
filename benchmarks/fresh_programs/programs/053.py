def split_heads(x, num_heads):
    B, T, C = x.shape
    return x.reshape(B, num_heads, T, C // num_heads)
