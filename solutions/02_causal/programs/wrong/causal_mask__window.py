# wrong: only the four tokens before are seen | family: mask | level: core
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    positions = torch.arange(T, device=device)
    distance = positions[:, None] - positions[None, :]
    return ((distance < 0) | (distance > 3))[None, None]
