# wrong: True where attending is allowed | family: mask | level: core
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.tril(torch.ones(T, T, dtype=torch.bool, device=device))[None, None]
