# allowed: the name in a docstring
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    """Like nn.Transformer.generate_square_subsequent_mask, written out."""
    return torch.full((T, T), -torch.inf, device=device).triu(1)
