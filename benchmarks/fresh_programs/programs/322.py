def padding_mask(lengths: Tensor, T: int) -> Tensor:
    # positions 0..T-1 in one row, the lengths in one column
    positions = torch.arange(T, device=lengths.device).unsqueeze(0)   # (1, T)
    is_padding = positions > lengths.unsqueeze(1)                     # (B, T)
    return is_padding.unsqueeze(1)
