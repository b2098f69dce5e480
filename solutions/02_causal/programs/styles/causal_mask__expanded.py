# style: a larger mask cut and expanded
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(T + 5, T + 5, device=device).triu(1).bool()[:T, :T].expand(1, 1, T, T)
