def padding_mask(lengths: Tensor, T: int) -> Tensor:
    # put a 1 where the padding begins, then a running sum spreads it to the right
    B = lengths.shape[0]
    begin = torch.zeros(B, T + 1, dtype=torch.int64, device=lengths.device)
    begin.scatter_(1, lengths.unsqueeze(1), 1)
    spread = begin.cumsum(dim=1)[:, :T]
    return spread.bool().reshape(B, 1, 1, T)
