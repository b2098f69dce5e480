def merge_heads(x: Tensor) -> Tensor:
    h = x.size(1)
    parts = []
    for head in range(h):
        part = x[:, head : head + 1]  # (B, 1, T, d_h)
        parts.append(part.squeeze())
    return torch.cat(parts, dim=-1)
