def merge_heads(x: Tensor) -> Tensor:
    pieces = []
    for i in range(len(x)):
        head = x[:, i, :, :]  # (B, T, d_h)
        pieces.append(head)
    return torch.cat(pieces, dim=2)
