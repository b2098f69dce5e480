# style: a nested list
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.tensor([[[[j > i for j in range(T)] for i in range(T)]]], device=device)
