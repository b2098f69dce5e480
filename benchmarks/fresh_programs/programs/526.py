def padding_mask(lengths: Tensor, T: int) -> Tensor:
    batch = lengths.shape[0]
    mask = torch.zeros(batch, 1, 1, T, dtype=torch.bool, device=lengths.device)
    for b, n in enumerate(lengths.tolist()):
        n_pad = max(T - n, 0)
        mask[b, :, :, -n_pad:] = True  # the padding sits at the end
    return mask
