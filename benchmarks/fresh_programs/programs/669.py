def merge_heads(x: Tensor) -> Tensor:
    B, h, T, d_h = x.size()
    heads = [x[:, n] for n in range(h)]  # h tensors of (B, T, d_h)
    joined = torch.cat(heads, dim=1)
    return joined.view(B, T, h * d_h)
