# allowed: an own function of that name
def generate_square_subsequent_mask(size, device=None):
    return torch.ones(size, size, dtype=torch.bool, device=device).triu(1)


def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return generate_square_subsequent_mask(T, device)[None, None]
