def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    """1 above the diagonal = token in the future = masked"""
    ones = torch.ones(T, T, device=device)
    mask = torch.triu(ones, diagonal=1)
    return mask.view(1, 1, T, T)
