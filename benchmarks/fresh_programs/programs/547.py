def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    table = []
    for query in range(T):
        table.append([key > query for key in range(T)])
    mask = torch.tensor(table, dtype=torch.bool)
    mask.to(device)
    return mask.reshape(1, 1, T, T)
