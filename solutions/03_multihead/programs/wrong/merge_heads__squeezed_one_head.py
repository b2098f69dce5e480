# wrong: one head is squeezed away and the batch with it | family: shape | level: robustness
def merge_heads(x: Tensor) -> Tensor:
    B, h, T, d_h = x.shape
    return x.squeeze().unsqueeze(0) if h == 1 else x.transpose(1, 2).flatten(2)
