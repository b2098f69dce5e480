def split_heads(x: Tensor, num_heads: int) -> Tensor:
    pieces = [x[:, :, i::num_heads] for i in range(num_heads)]
    return torch.stack(pieces, dim=1)
