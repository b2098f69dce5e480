def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    allowed = torch.ones(T, T, device=device).tril()
    # log 1 = 0 and log 0 = -inf; epsilon keeps the logarithm finite
    eps = 1e-9
    return torch.log(allowed + eps)
