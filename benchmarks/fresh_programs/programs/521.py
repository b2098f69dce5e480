def merge_heads(x: Tensor) -> Tensor:
    B, h, T, d = x.shape
    merged = torch.zeros(B, T, h * d)
    for i in range(h):
        start = i * d
        merged[:, :, start : start + d] = x[:, i]
    return merged
