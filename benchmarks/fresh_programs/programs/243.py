def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    table = [[key > query for query in range(T)] for key in range(T)]
    return torch.tensor(table, dtype=torch.bool, device=device)[None, None]
