# style: the lower triangle turned round
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return ~torch.tril(torch.ones(1, 1, T, T, device=device)).bool()
