def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    hidden = causal_mask(T, device=device)
    mask = torch.zeros(T, T, dtype=torch.float32, device=device)
    return mask.masked_fill(hidden, -math.inf)
