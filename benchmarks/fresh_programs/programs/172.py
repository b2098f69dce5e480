def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.zeros((1, 1, T, T), dtype=torch.bool, device=device)
    for key in range(T):
        # everything that comes later than this one is forbidden
        mask[:, :, key + 1 :, key] = True
    return mask
