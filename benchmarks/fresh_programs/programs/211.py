def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    table = [[key > query for query in range(T)] for key in range(T)]
    mask = torch.tensor(table, dtype=torch.bool, device=device)
    return mask.reshape(1, 1, T, T)
