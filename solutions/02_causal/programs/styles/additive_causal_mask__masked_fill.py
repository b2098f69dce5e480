# style: masked_fill with the own mask
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.zeros(T, T, device=device).masked_fill(causal_mask(T, device).squeeze(0).squeeze(0), float("-inf"))
