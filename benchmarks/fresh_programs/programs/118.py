def padding_mask(lengths: Tensor, T: int) -> Tensor:
    B = lengths.shape[0]
    positions = torch.arange(T, device=lengths.device)
    is_padding = positions >= lengths
    return is_padding.view(B, 1, 1, T)
