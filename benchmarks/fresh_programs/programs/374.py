def merge_heads(x: Tensor) -> Tensor:
    B, h, T, d_h = x.size()
    tokens_first = x.permute(0, 2, 1, 3)
    return tokens_first.view(B, T, h * d_h)
