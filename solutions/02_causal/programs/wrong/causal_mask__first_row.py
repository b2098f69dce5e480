# wrong: hides later keys from the first token only | family: mask | level: core
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.zeros(1, 1, T, T, dtype=torch.bool, device=device)
    mask[..., 0, 1:] = True
    return mask
