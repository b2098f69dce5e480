def padding_mask(lengths: Tensor, T: int) -> Tensor:
    """Put a 1 where the padding begins, then everything after it is padding as well."""
    B = lengths.shape[0]
    begin = torch.zeros(B, T, dtype=torch.int64, device=lengths.device)
    where = lengths.clamp(max=T - 1).unsqueeze(1)  # (B, 1), an index must stay inside the row
    begin = begin.scatter(1, where, 1)
    padding = begin.cumsum(dim=1) > 0
    return padding.reshape(B, 1, 1, T)
