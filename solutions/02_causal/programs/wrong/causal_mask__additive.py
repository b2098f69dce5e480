# wrong: 0 and -inf instead of bool | family: values | level: core
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((1, 1, T, T), -torch.inf, device=device).triu(1)
