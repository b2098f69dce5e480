def padding_mask(lengths: Tensor, T: int) -> Tensor:
    B = lengths.numel()
    hidden = torch.zeros(B, T, dtype=torch.bool, device=lengths.device)
    for row, n in enumerate(lengths.clamp(max=T).tolist()):
        n_pad = T - n
        hidden[row, -n_pad:] = True  # the padding is at the end
    return hidden[:, None, None]
