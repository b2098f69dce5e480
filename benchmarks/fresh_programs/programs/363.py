def causal_mask(T: int, device=None) -> Tensor:
    mask = torch.zeros(1, 1, T, T, dtype=torch.bool)
    for query in range(T):
        # everything from here on is the future
        mask[0, 0, query, query:] = True
    return mask
