# allowed: the name in a comment and a string
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    # nn.Transformer.generate_square_subsequent_mask would give floats
    note = "not generate_square_subsequent_mask"
    return torch.ones(1, 1, T, T, dtype=torch.bool, device=device).triu(1 if note else 0)
