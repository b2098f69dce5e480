# style: 1 - 1 / visible
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return 1 - 1 / torch.ones(T, T, device=device).tril()
