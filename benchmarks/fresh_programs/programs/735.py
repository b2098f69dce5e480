def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    ones = torch.ones((T, T), dtype=torch.float32, device=device)
    future = ones - torch.tril(ones)  # 1 strictly above the diagonal
    return future * float("-inf")
