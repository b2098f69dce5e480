def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.zeros((T, T), device=device)
    for i in range(T):
        for j in range(i):
            mask[i, j] = -math.inf
    return mask
