# style: whole numbers
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.ones(2, 16, dtype=torch.int64), torch.tensor([[1] * 8 + [0] * 8, [0] * 16])
