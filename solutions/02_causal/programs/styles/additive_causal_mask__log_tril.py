# style: the log of the lower triangle
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.log(torch.tril(torch.ones(T, T, device=device)))
