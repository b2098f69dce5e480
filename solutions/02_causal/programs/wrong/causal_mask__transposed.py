# wrong: rows and columns change places | family: mask | level: core
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    positions = torch.arange(T, device=device)
    return (positions[None, :] < positions[:, None])[None, None]
