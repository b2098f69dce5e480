def padding_mask(lengths: Tensor, T: int) -> Tensor:
    B = lengths.shape[0]
    is_pad = torch.zeros((B, T), dtype=torch.bool, device=lengths.device)
    for b, n in enumerate(lengths.tolist()):
        n_pad = T - n  # so many at the end of the sentence
        is_pad[b, -n_pad:] = True
    return is_pad.view(B, 1, 1, T)
