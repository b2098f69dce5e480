# style: where the lower triangle is zero
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    lower = torch.tril(torch.ones((T, T), device=device))
    return (lower == 0).unsqueeze(0).unsqueeze(0)
