def merge_heads(x):
    B, h, T, d_h = x.shape
    x = x.transpose(1, 2)
    return x.view(B, T, h * d_h)
