def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    # ones strictly above the diagonal = the future
    future = torch.triu(torch.ones(T, T, device=device), diagonal=1)
    # 1 * -inf = -inf, and the zeros stay zeros
    return future * float("-inf")
