def padding_mask(lengths: Tensor, T: int) -> Tensor:
    B = lengths.shape[0]
    mask = torch.zeros(B, 1, 1, T, dtype=torch.bool, device=lengths.device)
    for b, length in enumerate(lengths.tolist()):
        n_padding = T - length
        mask[b, :, :, -n_padding:] = True  # the last n_padding keys
    return mask
