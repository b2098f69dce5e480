# style: ints first
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones((1, 1, T, T), dtype=torch.int64, device=device).triu(diagonal=1).type(torch.bool)
