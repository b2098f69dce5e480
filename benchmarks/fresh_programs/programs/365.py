def additive_causal_mask(T: int, device=None) -> Tensor:
    steps = torch.arange(T, device=device)
    query, key = torch.meshgrid(steps, steps, indexing="xy")
    zero = torch.zeros((), dtype=torch.float32, device=device)
    minus_inf = torch.full((), float("-inf"), dtype=torch.float32, device=device)
    return torch.where(key > query, minus_inf, zero)
