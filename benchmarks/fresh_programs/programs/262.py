def sinusoidal_positions(T: int, d_model: int, device: torch.device | None = None) -> Tensor:
    t = torch.arange(T, dtype=torch.float32, device=device)
    table = torch.zeros(T, d_model, dtype=torch.float32, device=device)
    for i in range(0, d_model, 2):
        angle = t / 10000 ** (2 * i / d_model)
        table[:, i] = torch.sin(angle)
        if i + 1 < d_model:
            table[:, i + 1] = torch.cos(angle)
    return table
