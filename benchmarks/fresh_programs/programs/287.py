def uniform_causal_weights(T: int) -> Tensor:
    """Row i shares its attention equally among the i + 1 tokens it can see."""
    how_many = torch.arange(1, T + 1, dtype=torch.float32)
    share = torch.ones(T, T) / how_many
    return share.tril()
