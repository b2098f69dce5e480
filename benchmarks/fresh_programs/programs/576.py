def merge_heads(x: Tensor) -> Tensor:
    pieces = []
    for one_head in torch.split(x, 1, dim=1):
        pieces.append(one_head.squeeze())  # (B, T, d_h)
    return torch.cat(pieces, dim=-1)
