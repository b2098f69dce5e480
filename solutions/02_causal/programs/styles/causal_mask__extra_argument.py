# style: a further parameter
def causal_mask(T: int, device: torch.device | str | None = None, batch: int = 1) -> Tensor:
    return torch.ones(batch, 1, T, T, dtype=torch.bool, device=device).triu(1)
