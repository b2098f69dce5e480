# style: triu of -inf
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.triu(torch.full((T, T), float("-inf"), device=device), diagonal=1)
