def padding_mask(lengths: Tensor, T: int) -> Tensor:
    batch = lengths.shape[0]
    mask = torch.zeros(batch, 1, 1, T, dtype=torch.bool, device=lengths.device)
    for b, n in enumerate(lengths.tolist()):
        pad = T - n  # so many tokens at the end are padding
        mask[b, 0, 0, -pad:] = True
    return mask
