def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    upper_triangle = torch.triu(torch.ones(T, T, device=device), diagonal=1)
    return upper_triangle * float("-inf")
