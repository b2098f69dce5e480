# style: where of two numbers
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    i = torch.arange(T, device=device)
    return torch.where(i[None, :] <= i[:, None], 0.0, float("-inf"))
