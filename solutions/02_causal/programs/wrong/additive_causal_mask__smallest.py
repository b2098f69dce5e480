# wrong: the smallest float32 instead of -inf | family: mask | level: core
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((T, T), torch.finfo(torch.float32).min, device=device).triu(1)
