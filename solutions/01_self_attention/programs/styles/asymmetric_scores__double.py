# style: float64 and large entries
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    x = torch.tensor([[100.0, 3.0], [5.0, -20.0]], dtype=torch.float64)
    W_query = torch.tensor([[1, 2], [3, 4]], dtype=torch.float64)
    return x, W_query, W_query.flip(0)
