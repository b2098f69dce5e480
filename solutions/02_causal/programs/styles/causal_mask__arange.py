# style: comparing positions
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    i = torch.arange(T, device=device)
    return (i.unsqueeze(0) > i.unsqueeze(1)).reshape(1, 1, T, T)
