# style: a list, three tokens, float64
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    queries = torch.full((3, 49), 0.5, dtype=torch.float64)
    keys = torch.linspace(0.0, 1.0, 3, dtype=torch.float64)[:, None].expand(3, 49) * 0.5
    return [queries, keys]
