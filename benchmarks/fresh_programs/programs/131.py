def merge_heads(x: Tensor) -> Tensor:
    pieces = []
    for i in range(x.shape[0]):
        pieces.append(x[:, i])  # (B, T, d_h)
    return torch.cat(pieces, dim=-1)
