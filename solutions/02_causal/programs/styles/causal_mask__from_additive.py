# style: from the additive mask
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.isinf(torch.full((1, 1, T, T), float("-inf"), device=device).triu(1))
