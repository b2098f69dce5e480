# style: empty_like, then filled, then cleared below the diagonal
def additive_causal_mask(T: int, device: torch.device | None = None) -> Tensor:
    mask = torch.empty_like(torch.ones(T, T, device=device))
    mask.fill_(-torch.inf)
    return torch.triu(mask, diagonal=1)
