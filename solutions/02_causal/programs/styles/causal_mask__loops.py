# style: two loops
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.zeros(1, 1, T, T, dtype=torch.bool)
    for i in range(T):
        for j in range(i + 1, T):
            mask[0, 0, i, j] = True
    return mask if device is None else mask.to(device)
