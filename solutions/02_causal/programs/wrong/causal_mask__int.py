# wrong: whole numbers instead of bool | family: dtype | level: core
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, 1, T, T, dtype=torch.int64, device=device).triu(1)
