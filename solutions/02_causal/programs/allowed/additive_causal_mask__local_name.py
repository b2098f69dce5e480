# allowed: a local variable of that name
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    generate_square_subsequent_mask = torch.full((T, T), -torch.inf, device=device).triu(1)
    return generate_square_subsequent_mask
