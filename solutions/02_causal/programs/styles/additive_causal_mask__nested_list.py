# style: a nested list
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.tensor([[0.0 if j <= i else -torch.inf for j in range(T)] for i in range(T)], device=device)
