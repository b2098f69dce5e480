def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    """What is added to the scores."""
    smallest = torch.finfo(torch.float32).min
    hidden = torch.full((T, T), smallest, dtype=torch.float32, device=device)
    return hidden.triu(diagonal=1)
