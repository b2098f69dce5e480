def merge_heads(x: Tensor) -> Tensor:
    heads_last = torch.movedim(x, 1, -1)
    B, T = heads_last.shape[0], heads_last.shape[1]
    return heads_last.reshape(B, T, x.shape[1] * x.shape[3])
