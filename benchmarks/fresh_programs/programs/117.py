def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    position = torch.arange(T)
    query = position.reshape(T, 1)
    key = position.reshape(1, T)
    later = key > query
    return later.reshape(1, 1, T, T)
