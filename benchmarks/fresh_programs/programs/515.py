def padding_mask(lengths: Tensor, T: int) -> Tensor:
    B = lengths.numel()
    pos = torch.arange(T, device=lengths.device).expand(B, T)
    is_pad = pos >= lengths.reshape(B, 1)
    return is_pad.reshape(B, 1, T, 1)
