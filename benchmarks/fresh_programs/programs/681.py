def padding_mask(lengths: Tensor, T: int) -> Tensor:
    B = lengths.shape[0]
    first_pad = lengths.clamp(max=T - 1).unsqueeze(1)
    marks = torch.zeros(B, T, dtype=torch.int64, device=lengths.device)
    marks = marks.scatter(1, first_pad, 1)
    # from the first padding on, everything is padding
    is_pad = marks.cumsum(dim=1) > 0
    return is_pad.reshape(B, 1, 1, T)
