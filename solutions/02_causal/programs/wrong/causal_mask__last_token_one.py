# wrong: wrong for a single token | family: mask | level: core
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    if T == 1:
        return torch.ones(1, 1, 1, 1, dtype=torch.bool, device=device)
    return torch.ones(1, 1, T, T, dtype=torch.bool, device=device).triu(1)
