# style: triu of ones
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.triu(torch.ones(T, T, dtype=torch.bool, device=device), diagonal=1).view(1, 1, T, T)
